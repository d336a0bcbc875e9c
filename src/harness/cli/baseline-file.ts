import { isJsonObject, parseJson, type Json, type JsonObject } from '../model/json.js';
import { KitError } from '../model/kit-error.js';
import type { KnownFailure, Report } from '../model/report.js';
import { readNamedFile } from './read-file.js';

const members = ['id', 'reason', 'owner', 'expires'] as const;
const mostLines = 1_000;
const example =
  '{ "format": 1, "known": [{ "id": "replay/same-record", "reason": "…", "owner": "…", "expires": "2027-01-31" }] }';

/**
 * Reads the failures that are known; throws `BAD_FILE` for a file that is not whole, or that names a requirement which
 * is not among `ids`: a line that excuses nothing would be taken for one that does.
 */
export function readBaseline(path: string, ids: readonly string[]): readonly KnownFailure[] {
  const value = parseJson(readNamedFile(path, `a baseline in JSON: ${example}`));
  if (!isJsonObject(value)) throw bad(path, 'it is no JSON object');
  const { format, known } = value;
  if (format !== 1 || !Array.isArray(known)) throw bad(path, 'it has no "format": 1 with a list "known"');
  const extra = Object.keys(value).find((name) => name !== 'format' && name !== 'known');
  if (extra !== undefined) throw bad(path, `it has a member "${extra}" that means nothing here`);
  if (known.length > mostLines) throw bad(path, `it has more than ${mostLines} lines`);
  const lines = known.map((line: Json, index) => readLine(line, `known[${index}]`, path));
  for (const [index, { id }] of lines.entries()) {
    if (!ids.includes(id)) throw bad(path, `known[${index}] names the requirement ${id}, which there is not`);
    if (lines.findIndex((line) => line.id === id) < index)
      throw bad(path, `known[${index}] names ${id} a second time`);
  }
  return lines;
}

function readLine(value: Json, place: string, path: string): KnownFailure {
  if (!isJsonObject(value)) throw bad(path, `${place} is no object`);
  const extra = Object.keys(value).find((name) => !members.some((member) => member === name));
  if (extra !== undefined) throw bad(path, `${place} has a member "${extra}" that means nothing here`);
  const [id, reason, owner, expires] = members.map((member) => textOf(value, member, place, path)) as [
    string,
    string,
    string,
    string,
  ];
  if (!isDay(expires)) throw bad(path, `${place}.expires is "${expires}", and no day such as 2027-01-31`);
  return { id, reason, owner, expires };
}

function textOf(line: JsonObject, member: string, place: string, path: string): string {
  const value = line[member];
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw bad(path, `${place} has no ${member}`);
}

/** A day that the calendar has, not the 30th of February. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The lines of a baseline for failures that it does not list, to be filled in and pasted; empty where there are none. */
export function linesToPaste({ baseline, entries }: Report): string {
  const unlisted = entries.filter(({ id }) => baseline?.unlisted.includes(id) === true);
  return unlisted
    .map(({ id, findings }) =>
      JSON.stringify({ id, reason: findings[0]?.sentence ?? '', owner: '', expires: '' }),
    )
    .join(',\n');
}

function bad(path: string, why: string): KitError {
  return new KitError('BAD_FILE', {
    happened: `The baseline ${path} cannot be used: ${why}.`,
    expected: `id, reason, owner and expires in every line: ${example}`,
    next: 'see the ids with `twiceshy list`; who excuses a failure names why, who answers for it, and until when',
  });
}
