import type { Report } from '../../src/harness/model/report.js';
import { sampleReport } from './report-builder.js';

const escape = String.fromCharCode(0x1b);
const override = String.fromCharCode(0x202e);
const isolate = String.fromCharCode(0x2067);

/** What a target may answer to break out of a report, by kind. */
export const hostileTexts = {
  script: '<script>alert(1)</script><img src=x onerror="alert(2)">',
  attribute: `" onmouseover="alert(3)" x='`,
  closing: '</style></pre></details></main><iframe src="https://evil.example/"></iframe><base href="//evil">',
  ansi: `${escape}[2J${escape}]0;owned\u0007 \u009b31m`,
  breaks: 'one\r\ntwo\n| three | four |\n# five\n```\n</details>',
  nulls: 'a\0b\uffff\ufffec\uffff',
  surrogates: 'a\ud800b\udc00c\udfff\ud83d',
  direction: `invoice${override}fdp.exe${isolate}\u05d0\u05d1`,
  rightToLeft: 'שלום عالم',
  markdown:
    '`code` **bold** [link](https://evil.example/) ![i](x) | cell | @everyone #1 www.evil.example $x$ <b>',
  fence: '````\n~~~~\nout of the fence',
  xml: ']]> <!-- --> <?pi?> &amp; & <![CDATA[x]]>',
  formula: '- # 1. > text',
} as const;

/** Texts of the kit's own vocabulary, which are no place for a stranger's words. */
const fixed = new Set([
  'verdict',
  'level',
  'lane',
  'to',
  'mark',
  'about',
  'effect',
  'answer',
  'sender',
  'agrees',
  'reached',
  'required',
  'retry',
  'clock',
  'phase',
  'unlock',
]);

/** The sample with every free text replaced. */
export function hostileReport(text: string): Report {
  return overrun(sampleReport(), text) as Report;
}

function overrun(value: unknown, text: string, name = ''): unknown {
  if (typeof value === 'string') return fixed.has(name) ? value : text;
  if (Array.isArray(value)) return value.map((item) => overrun(item, text, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, overrun(inner, text, key)]));
}
