import type { Adapter } from '../../model/adapter.js';
import type { ApprovalRules } from '../../model/approval-rules.js';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../model/json.js';
import { KitError } from '../../model/kit-error.js';
import { applyRules } from '../../sender/constraints/apply-rules.js';
import type { Intent } from '../../sender/sender-options.js';
import type { DataVersion } from '../../sender/store/sender-store.js';

/** One line of a file of actions, as it is to be approved. */
export interface ActionLine {
  /** From one. */
  readonly line: number;
  readonly payload: Json;
  readonly intent: Intent;
}

/** What the lines of a file are read for. */
interface Reading {
  readonly path: string;
  readonly adapter: Adapter;
  readonly rules: ApprovalRules | null;
  /** Who approves what names nobody itself; null for nobody. */
  readonly approvedBy: string | null;
}

/** Reads the actions of a file, each with what the rules ask of it; throws `BAD_FILE` for a line that is none. */
export function readActions(text: string, reading: Reading): readonly ActionLine[] {
  return text
    .split('\n')
    .flatMap((each, index) => (each.trim() === '' ? [] : [readLine(each, index + 1, reading)]));
}

function readLine(text: string, line: number, { path, adapter, rules, approvedBy }: Reading): ActionLine {
  const value = parseJson(text);
  const read = isJsonObject(value) ? value : {};
  const { action: name, payload } = read;
  if (typeof name !== 'string' || payload === undefined) throw unreadable(path, line);
  const key = read['key'] ?? name;
  const marker = read['marker'] ?? name;
  const expiresInMs = read['expiresInMs'] ?? null;
  if (typeof key !== 'string' || typeof marker !== 'string') throw unreadable(path, line);
  if (expiresInMs !== null && typeof expiresInMs !== 'number') throw unreadable(path, line);
  const textOf = (member: string): string | null => {
    const found = read[member] ?? null;
    if (found !== null && typeof found !== 'string') throw unreadable(path, line);
    return found;
  };
  const aggregate = textOf('aggregate');
  const data = dataOf(read, () => unreadable(path, line));
  const { chars } = adapter.contract.key;
  if (chars !== null && !new RegExp(chars, 'u').test(key)) throw unfitKey(path, line, chars);
  const request = adapter.create.request({ name, key, marker, payload }, [key]);
  const people = { requestedBy: textOf('requestedBy'), approvedBy: textOf('approvedBy') ?? approvedBy };
  const judged = applyRules(rules?.rules ?? [], { payload, ...people });
  const plain = { name, key, marker, request, credential: 'main', aggregate, expiresInMs } as const;
  return { line, payload, intent: { ...plain, data, ...people, judged } };
}

/** Versions are often numbers. */
function dataOf(
  { object = null, dataVersion = null }: JsonObject,
  trouble: () => KitError,
): DataVersion | null {
  if (object === null && dataVersion === null) return null;
  const isVersion = typeof dataVersion === 'string' || typeof dataVersion === 'number';
  if (typeof object !== 'string' || object === '' || !isVersion || dataVersion === '') throw trouble();
  return { object, version: String(dataVersion) };
}

function unreadable(path: string, line: number): KitError {
  return new KitError('BAD_FILE', {
    happened: `Line ${String(line)} of ${path} is no action.`,
    expected:
      '{"action": "its name", "payload": {…}}, and where wanted key, marker, aggregate, requestedBy, approvedBy (texts), expiresInMs (a number), object with dataVersion (texts)',
    next: 'mend the line; nothing was written',
  });
}

function unfitKey(path: string, line: number, chars: string): KitError {
  return new KitError('BAD_FILE', {
    happened: `The key of line ${String(line)} of ${path} is none that the receiver takes.`,
    expected: `a key that matches ${chars} (key.chars)`,
    next: 'give the action another "key"; nothing was written',
  });
}
