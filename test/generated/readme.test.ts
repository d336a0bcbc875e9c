import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/harness/model/kit-error.js';
import { outcomeKinds } from '../../src/harness/model/outcome.js';
import { grades } from '../../src/harness/model/verdict.js';
import { say, type Said } from '../support/kit.js';
import { manifest } from '../support/manifest.js';
import { anchorsOf, blocksOf, localLinksOf, pathsOf } from '../support/markdown.js';
import { serving, type Serving } from '../support/serving.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const updating = process.env['TWICESHY_UPDATE'] === '1';
const longestCommandMs = 300_000;

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'reports/HOW-TO-READ.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

function textOf(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

describe.each(pages)('%s', (page) => {
  const text = textOf(page);

  it('links only to what exists', () => {
    for (const link of localLinksOf(text)) {
      const [file = '', anchor] = link.split('#');
      const path = file === '' ? page : join(dirname(page), file);
      expect(existsSync(join(root, path)), link).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(textOf(path)), link).toContain(anchor);
    }
  });

  it('names only paths that exist', () => {
    for (const path of pathsOf(text)) expect(existsSync(join(root, path)), path).toBe(true);
  });

  it('names only commands that exist', async () => {
    const { out } = await say(['--help']);
    for (const [, command = ''] of text.matchAll(/`(?:npx )?twiceshy ([a-z]+)/g)) {
      expect(out, command).toMatch(new RegExp(`^  ${command} `, 'm'));
    }
  });

  it('names only scripts that exist', () => {
    for (const [, script = ''] of text.matchAll(/npm run ([\w:-]+)/g)) {
      expect(Object.keys(manifest.scripts), script).toContain(script);
    }
  });
});

/** A line of a `sh` block, and the code that the page says it ends with. */
interface Line {
  readonly command: string;
  readonly code: number;
}

function linesOf(page: string): readonly Line[] {
  const shell = blocksOf(textOf(page)).filter(({ language }) => language === 'sh');
  return shell.flatMap(({ text }) =>
    text.split('\n').flatMap((line) => {
      const [words = '', comment = ''] = line.split(/\s+# /);
      const code = Number(/ends with (\d+)/.exec(comment)?.[1] ?? '0');
      return words
        .split(' && ')
        .flatMap((each) => (each.trim() === '' ? [] : [{ command: each.trim(), code }]));
    }),
  );
}

const kitPages = pages.filter((page) =>
  linesOf(page).some(({ command }) => command.startsWith('npx twiceshy')),
);
const otherLines = pages.flatMap((page) =>
  linesOf(page).flatMap(({ command }) => (command.startsWith('npx twiceshy') ? [] : [{ page, command }])),
);

it.each(otherLines)('$page: "$command" is a command that there is', ({ command }) => {
  const [, script = ''] = /^npm (?:run )?([\w:-]+)/.exec(command) ?? [];
  const known = [...Object.keys(manifest.scripts), 'ci', 'pack', 'install'];
  if (script === '') expect(command).toMatch(/^(?:export [A-Z_]+=\S+|npx (?:vitest run|prettier) .+)$/);
  else expect(known).toContain(script);
});

describe.each(kitPages)('the commands of %s', (page) => {
  const here = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'twiceshy-test-'));
  const served: Serving[] = [];
  const environment: Record<string, string> = {};
  const said = new Map<string, Said>();

  beforeAll(() => {
    process.chdir(folder);
    for (const { language, text } of blocksOf(textOf(page))) {
      if (language === 'yaml') writeFileSync('tasks.yaml', text);
    }
  });

  afterAll(async () => {
    process.chdir(here);
    for (const each of served) await each.end();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(linesOf(page))(
    '$command',
    async ({ command, code }) => {
      const exported = /^export ([A-Z_]+)=(\S+)$/.exec(command);
      if (exported !== null) environment[exported[1] ?? ''] = exported[2] ?? '';
      if (!command.startsWith('npx twiceshy')) return;
      const words = command.split(' ').slice(2);
      if (words[0] === 'serve') {
        served.push(await serving(['serve', '--port', '0']));
        rebase('tasks.yaml', served.at(-1)?.url ?? '');
        return;
      }
      const result = await say(words, { environment });
      said.set(command, result);
      expect(result.code, result.err).toBe(code);
    },
    longestCommandMs,
  );

  it('print what the page shows of them', () => {
    for (const { text, note } of blocksOf(textOf(page))) {
      const command = /^printed by: (.+)$/.exec(note)?.[1];
      if (command === undefined) continue;
      const excerpt = `${excerptOf(said.get(command)?.out ?? '')}\n`;
      if (updating)
        writeFileSync(
          join(root, page),
          textOf(page).replace(fence(text), () => fence(excerpt)),
        );
      else expect(text).toBe(excerpt);
    }
  });
});

function fence(text: string): string {
  return `\`\`\`text\n${text}\`\`\``;
}

/** The parts of a terminal report that say what a sender may do: the conclusion, the grade and the policy. */
function excerptOf(out: string): string {
  const parts = out.split('\n\n').filter((part, index) => index === 0 || /^(?:Grade|Policy) /.test(part));
  return parts.join('\n\n');
}

/** The receiver of the page listens on a port of its own choice here. */
function rebase(file: string, url: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace('http://127.0.0.1:8080', url));
}

it('ARCHITECTURE.md says what every outcome means', () => {
  const page = textOf('ARCHITECTURE.md');
  for (const kind of outcomeKinds) expect(page).toMatch(new RegExp(`^\\|[^|]*\\b${kind}\\b[^|]*\\|`, 'm'));
});

describe('README.md', () => {
  const readme = textOf('README.md');

  it('lists every exit code and every grade', () => {
    const rows = [...readme.matchAll(/^\| (\S+) +\|/gm)].map(([, first]) => first);
    for (const code of Object.values(exitCodes)) expect(rows).toContain(String(code));
    for (const grade of grades) expect(rows).toContain(grade);
  });

  it('asks for the Node version that the package asks for', () => {
    expect(readme).toContain(`Node ${manifest.engines.node.replace('>=', '')} or later`);
  });
});
