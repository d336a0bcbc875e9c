import { describe, expect, test } from 'vitest';
import { formats, type Format } from '../../../src/harness/report/renderer.js';
import { prose } from '../../../src/harness/report/markdown/prose.js';
import { oneLine } from '../../../src/harness/report/shown-text.js';
import { renderers } from '../../../src/harness/report/renderers.js';
import { hostileReport, hostileTexts } from '../../support/hostile-report.js';
import { sampleReport } from '../../support/report-builder.js';
import { elementsNamed, parseXml } from '../../support/xml.js';

// eslint-disable-next-line no-control-regex
const steering = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/u;

/** Markup of the page without its texts: tags alone. */
function tagsOf(page: string): readonly string[] {
  return [...page.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([, name = '']) => name.toLowerCase());
}

describe.each(Object.entries(hostileTexts))('a target that answers with %s', (_, text) => {
  test.each(formats)('steers nothing in %s', (format) => {
    const rendered = renderers[format].render(hostileReport(text));
    expect(rendered.replaceAll(/[\n\t]/g, '')).not.toMatch(steering);
  });

  test('is text in the html page', () => {
    const page = renderers.html.render(hostileReport(text));
    const known = new Set(tagsOf(renderers.html.render(sampleReport())));
    expect(tagsOf(page).filter((name) => !known.has(name))).toEqual([]);
    for (const [tag] of page.matchAll(/<[a-z][^>]*>/gi)) {
      expect(tag).toMatch(/^<[a-z0-9]+(?: [\w-]+(?:="[^"<>]*")?)*\/?>$/i);
      expect(tag.replaceAll(/"[^"]*"/g, '')).not.toMatch(/ on\w+=/i);
    }
  });

  test('is text in well-formed junit', () => {
    const document = parseXml(renderers.junit.render(hostileReport(text)));
    expect(elementsNamed(document, 'testcase')).toHaveLength(sampleReport().entries.length);
    const target = elementsNamed(document, 'property').find(
      ({ attributes }) => attributes['name'] === 'Target',
    );
    expect(target?.attributes['value']).toBe(oneLine(`${text}, version ${text}`));
  });

  test('breaks no table, list or fence of the markdown', () => {
    const before = shapeOf(renderers.markdown.render(hostileReport('plain')));
    expect(shapeOf(renderers.markdown.render(hostileReport(text)))).toEqual(before);
  });

  test('keeps its value in report.json', () => {
    expect(JSON.parse(renderers.json.render(hostileReport(text)))).toEqual(hostileReport(text));
  });
});

/** What each line of the markdown begins as and how many cells it has, the insides of fences left out. */
function shapeOf(text: string): readonly string[] {
  const shape: string[] = [];
  let fence: string | null = null;
  for (const line of text.split('\n')) {
    const run = /^`{3,}/.exec(line)?.[0];
    if (fence !== null) {
      if (line === fence) fence = null;
      continue;
    }
    if (run !== undefined) fence = run;
    shape.push(shapeOfLine(line));
  }
  expect(fence).toBeNull();
  return shape;
}

function shapeOfLine(line: string): string {
  if (line.startsWith('|')) return `row of ${String(line.split('|').length)}`;
  return /^(?:#+ |- |> |<details>|<\/details>|`{3}|$)/.exec(line)?.[0] ?? 'text';
}

describe('markdown', () => {
  test('shows prose as it was said, whatever its marks', () => {
    expect(prose('a|b & <c> @d #1 https://e.example www.f.example *g*')).toBe(
      String.raw`a&#124;b &amp; &lt;c&gt; @<!-- -->d #<!-- -->1 https:&#47;&#47;e.example www&#46;f.example \*g\*`,
    );
    expect(['- a', '1. b', '# c', '1) d', '+e'].map((text) => prose(text))).toEqual([
      String.raw`\- a`,
      String.raw`1\. b`,
      String.raw`\# c`,
      String.raw`1\) d`,
      String.raw`\+e`,
    ]);
  });

  test('leaves no link, mention or raw element of a stranger', () => {
    const text = renderers.markdown.render(hostileReport(hostileTexts.markdown + hostileTexts.script));
    const outside = text.replaceAll(/^(`{3,})[^]*?^\1$/gm, '').replaceAll(/<code>[^]*?<\/code>/g, '');
    expect(outside).not.toMatch(/https?:\/\/|www\.|(?<!\\)\[|@everyone|#1\b|<(?:b|script|img)\b/);
  });
});

describe('a text of 1 MiB', () => {
  const report = hostileReport('x'.repeat(1_048_576));

  test.each(formats.filter((format): format is Exclude<Format, 'json'> => format !== 'json'))(
    'is cut in %s, and the cut is said',
    (format) => {
      const rendered = renderers[format].render(report);
      expect(rendered.length).toBeLessThan(1_000_000);
      expect(rendered).toMatch(/… \\?\[cut: 1,0\d\d,\d{3} more characters/);
    },
  );

  test('leaves markdown short enough for a comment', () => {
    expect(renderers.markdown.render(report).length).toBeLessThan(65_536);
  });
});
