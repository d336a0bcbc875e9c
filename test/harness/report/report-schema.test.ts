import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { grades, verdicts } from '../../../src/harness/model/verdict.js';
import { json } from '../../../src/harness/report/json.js';
import { interfaceMembers, type Members } from '../../support/interface-members.js';
import { resolved, schemaTroubles, type Schema } from '../../support/json-schema.js';
import { sampleBaseline, sampleEntry, sampleReport } from '../../support/report-builder.js';

const model = fileURLToPath(new URL('../../../src/harness/model/report.ts', import.meta.url));
const schemaFile = new URL('../../../reports/report.schema.json', import.meta.url);
const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as Schema;

/** Where the schema's members and the interface's differ, as paths. */
function differences(members: Members, part: Schema, path = ''): string[] {
  const rule = resolved(part, schema);
  if (rule.items !== undefined) return differences(members, rule.items, `${path}[]`);
  const named = Object.keys(rule.properties ?? {});
  const wanted = Object.keys(members);
  const here = [
    ...wanted.filter((name) => !named.includes(name)).map((name) => `${path}/${name} is missing`),
    ...named
      .filter((name) => !wanted.includes(name))
      .map((name) => `${path}/${name} is not in the interface`),
    ...wanted
      .filter((name) => !(rule.required ?? []).includes(name))
      .map((name) => `${path}/${name} is not required`),
  ];
  const below = Object.entries(members).flatMap(([name, inner]) => {
    const next = rule.properties?.[name];
    return inner === null || next === undefined ? [] : differences(inner, next, `${path}/${name}`);
  });
  return [...here, ...below];
}

/** Every path of object members in a value, list places left out. */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, path));
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => [
    `${path}/${name}`,
    ...pathsOf(inner, `${path}/${name}`),
  ]);
}

function schemaPaths(part: Schema, path = ''): string[] {
  const rule = resolved(part, schema);
  if (rule.items !== undefined) return schemaPaths(rule.items, path);
  return Object.entries(rule.properties ?? {}).flatMap(([name, inner]) => [
    `${path}/${name}`,
    ...schemaPaths(inner, `${path}/${name}`),
  ]);
}

describe('the schema of report.json', () => {
  test('accepts the sample as it is written', () => {
    expect(schemaTroubles(JSON.parse(json.render(sampleReport())), schema)).toEqual([]);
  });

  test('names and requires exactly the members of the Report interface', () => {
    expect(differences(interfaceMembers([model], 'Report'), schema)).toEqual([]);
  });

  test('names nothing that the sample does not show, and the sample shows nothing it does not name', () => {
    const shown = [sampleReport(), sampleReport({ baseline: sampleBaseline })].flatMap((report) =>
      pathsOf(report),
    );
    expect(new Set(schemaPaths(schema))).toEqual(new Set(shown.filter((path) => path !== '')));
  });

  test('knows every verdict and grade', () => {
    expect(schema.$defs?.['verdict']?.enum).toEqual([...verdicts]);
    expect(schema.$defs?.['gradeOrNull']?.enum).toEqual([...grades, null]);
  });

  test('refuses a report without its digest, with a made-up verdict, or with a negative count', () => {
    const { digest, ...rest } = sampleReport();
    expect(digest).not.toBe('');
    expect(schemaTroubles(rest, schema)).toEqual(['/: lacks digest']);
    const entry = { ...sampleEntry({ id: 'a/b' }), verdict: 'green', cases: -1 };
    expect(schemaTroubles({ ...sampleReport(), entries: [entry] }, schema)).toEqual([
      '/entries/0/verdict: "green" is not in the list',
      '/entries/0/cases: is too small',
    ]);
  });
});
