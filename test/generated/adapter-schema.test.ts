import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { adapterSchema } from '../../src/adapters/yaml/grammar/adapter-schema.js';
import { file as adapterLines, reading } from '../adapters/yaml/support.js';
import { blocksOf } from '../support/markdown.js';
import { schemaTroubles, type Schema } from '../support/json-schema.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const schemaFile = join(root, 'adapter.schema.json');
const updating = process.env['TWICESHY_UPDATE'] === '1';
const schema = adapterSchema() as Schema;

const folders = ['src/adapters', 'examples', 'test/adapters/yaml/fixtures'];
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml') && !name.includes('node_modules'))
    .map((name) => join(folder, name)),
);

const troublesOf = (text: string): readonly string[] => schemaTroubles(parse(text), schema);

describe('adapter.schema.json', () => {
  it('is what the grammar says', () => {
    const text = `${JSON.stringify(adapterSchema(), null, 2)}\n`;
    if (updating) writeFileSync(schemaFile, text);
    expect(readFileSync(schemaFile, 'utf8')).toBe(text);
  });

  it.each(files)('takes %s', (name) => {
    expect(troublesOf(readFileSync(join(root, name), 'utf8'))).toEqual([]);
  });

  // A ready contract is copied to where its user works, and has no place of its own.
  it.each(files.filter((name) => !name.includes('vendors')))('is led to by the first line of %s', (name) => {
    const text = readFileSync(join(root, name), 'utf8');
    const [, path = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
    expect(join(root, name, '..', path)).toBe(schemaFile);
  });

  it('takes the example of the README', () => {
    const [, example = ''] =
      /```yaml\n(adapter: 1\n[\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
    expect(example).toContain('outcomes:');
    expect(troublesOf(example)).toEqual([]);
  });

  it('takes the sections that the README shows by themselves, as the kit does', () => {
    const fragments = blocksOf(readFileSync(join(root, 'README.md'), 'utf8')).filter(
      ({ language }) => language === 'yml',
    );
    expect(fragments.length).toBeGreaterThan(0);
    for (const { text } of fragments) {
      const whole = adapterLines({}, text);
      expect(troublesOf(whole)).toEqual([]);
      const environment = { TASKS_ID: 'an-id', TASKS_SECRET: 'a-secret' };
      expect(reading(whole, { environment }).notes).toEqual([]);
    }
  });

  it.each([
    ['a member that is unknown', adapterLines({}, 'claim: {}'), '/: has the unknown member claim'],
    [
      'one that is unknown further below',
      adapterLines({}, 'limits: { parallell: 3 }'),
      '/limits: has the unknown member parallell',
    ],
    ['a section that is missing', adapterLines({ id: '' }), '/: lacks id'],
    [
      'an outcome that nobody knows',
      adapterLines({ outcomes: 'outcomes: [{ is: made, when: { status: 201 } }]' }),
      '/outcomes/0/is: "made" is not in the list',
    ],
    [
      'a status out of range',
      adapterLines({ outcomes: 'outcomes: [{ is: created, when: { status: 999 } }]' }),
      '/outcomes/0/when/status: is too large',
    ],
    [
      'a time without a unit',
      adapterLines({}, 'limits: { timeout: "20" }'),
      '/limits/timeout: does not match ^[0-9]{1,9}(ms|s|m|h|d)$',
    ],
    ['another version', adapterLines({ adapter: 'adapter: 2' }), '/adapter: is too large'],
    ['an empty list', adapterLines({ outcomes: 'outcomes: []' }), '/outcomes: has too few items'],
  ])('does not take %s', (_, text, trouble) => {
    expect(troublesOf(text)).toContain(trouble);
  });

  it('says of every section what it is for', () => {
    const silent = Object.entries(schema.properties ?? {}).filter(
      ([, part]) => !('description' in part) || part.description === undefined,
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it('is in the package, at a path of its own', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      exports: Record<string, unknown>;
      files: string[];
    };
    expect(manifest.exports['./adapter.schema.json']).toBe('./adapter.schema.json');
    expect(manifest.files).toContain('adapter.schema.json');
  });
});
