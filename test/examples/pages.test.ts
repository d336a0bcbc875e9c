import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectedTrials } from '../../examples/agreement.mjs';
import { blocksOf, localLinksOf } from '../support/markdown.js';

const index = 'examples/README.md';
const examples = readdirSync('examples').filter((name) =>
  existsSync(join('examples', name, 'expected.json')),
);

describe.each([index, ...examples.map((name) => `examples/${name}/README.md`)])('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  it('links only to what exists', () => {
    const missing = localLinksOf(text).filter((link) => !existsSync(join(dirname(page), link)));
    expect(missing).toEqual([]);
  });

  it('shows commands on examples that there are', () => {
    const lines = blocksOf(text).flatMap((block) => block.text.split('\n'));
    const named = lines.flatMap((line) => {
      const [, adapter = null] = /^npx twiceshy run (\S+)/.exec(line) ?? [];
      const [, names = ''] = /^npm run examples -- ([a-z -]+?)(?: --\w+)?(?: +#.*)?$/.exec(line) ?? [];
      const folders = names.split(' ').filter((name) => name !== '');
      return [
        ...(adapter === null ? [] : [adapter]),
        ...folders.map((name) => `examples/${name}/expected.json`),
      ];
    });
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe.each(examples)('examples/%s', (name) => {
  it('has an adapter and a report of every trial, and the index says what each reaches', () => {
    const line = readFileSync(index, 'utf8')
      .split('\n')
      .find((each) => each.includes(`[${name}](${name})`));
    for (const [adapter, { report, grade }] of Object.entries(expectedTrials(`examples/${name}`))) {
      const [file = ''] = adapter.split('#');
      const folder = join('examples', name);
      expect(existsSync(join(folder, file))).toBe(true);
      const text = readFileSync(join(folder, 'report', `${report}.txt`), 'utf8');
      expect(text).toContain(`Grade  ${grade ?? 'no grade'}`);
      expect(text).not.toMatch(/\/(?:home|root|tmp|var|Users)\//);
      expect(existsSync(join(folder, 'report', `${report}.md`))).toBe(true);
      expect(line).toContain(grade);
    }
  });

  it('is put on trial by the script', () => {
    expect(readFileSync('examples/run-all.mjs', 'utf8')).toContain(`'${name}'`);
  });
});
