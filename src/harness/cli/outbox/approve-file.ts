import type { Adapter } from '../../model/adapter.js';
import { isJsonObject, parseJson, type Json } from '../../model/json.js';
import { KitError } from '../../model/kit-error.js';
import { seededRandom } from '../../run/seeded-random.js';
import { workerPolicy } from '../../run/worker-policy.js';
import { openSender } from '../../sender/sender.js';
import type { Intent } from '../../sender/sender-options.js';
import type { SenderStore } from '../../sender/store/sender-store.js';
import type { Kit } from '../kit.js';
import { readNamedFile } from '../read-file.js';

/** Approvals that are written in one transaction. */
const batch = 500;

/** What became of the lines of a file. */
interface Counted {
  readonly recorded: number;
  readonly repeated: number;
  readonly refused: readonly { readonly line: number; readonly action: string }[];
}

/**
 * Approves each action of a file; one that was approved before, with the same content, is repeated and changes nothing.
 * Throws `BAD_FILE` for a line that is none, before anything is written.
 */
export async function approveFile(
  kit: Kit,
  { path, adapter, store }: { readonly path: string; readonly adapter: Adapter; readonly store: SenderStore },
): Promise<Counted> {
  const lines = readNamedFile(path, 'a file with one action in each line').split('\n');
  const intents = lines.flatMap((text, index) =>
    text.trim() === ''
      ? []
      : [{ line: index + 1, intent: intentIn(text, { path, line: index + 1, adapter }) }],
  );
  const sender = openSender({
    store,
    random: seededRandom(Number.parseInt(kit.chance(4), 16)),
    policy: workerPolicy(adapter, undefined),
    record: () => undefined,
    lookUp: null,
    deliver: () => Promise.reject(new Error('Who approves sends nothing.')),
  });
  const counted = { recorded: 0, repeated: 0, refused: [] as { line: number; action: string }[] };
  for (let from = 0; from < intents.length; from += batch) {
    const part = intents.slice(from, from + batch);
    const results = await sender.approveAll(part.map(({ intent }) => intent));
    for (const [index, result] of results.entries()) {
      const { line = 0, intent } = part[index] ?? {};
      if (result === 'refused') counted.refused.push({ line, action: intent?.name ?? '' });
      else counted[result] += 1;
    }
  }
  return counted;
}

function intentIn(
  text: string,
  { path, line, adapter }: { readonly path: string; readonly line: number; readonly adapter: Adapter },
): Intent {
  const value = parseJson(text);
  const read = isJsonObject(value) ? value : {};
  const name = read['action'];
  const { payload } = read;
  if (typeof name !== 'string' || payload === undefined) throw unreadable(path, line);
  const key = read['key'] ?? name;
  const marker = read['marker'] ?? name;
  const aggregate = read['aggregate'] ?? null;
  const expiresInMs = read['expiresInMs'] ?? null;
  if (typeof key !== 'string' || typeof marker !== 'string') throw unreadable(path, line);
  if (!isTextOrNull(aggregate) || !isNumberOrNull(expiresInMs)) throw unreadable(path, line);
  const { chars } = adapter.contract.key;
  if (chars !== null && !new RegExp(chars, 'u').test(key)) throw unfitKey(path, line, chars);
  const request = adapter.create.request({ name, key, marker, payload }, [key]);
  return { name, key, marker, request, credential: 'main', aggregate, expiresInMs };
}

function isTextOrNull(value: Json): value is string | null {
  return value === null || typeof value === 'string';
}

function isNumberOrNull(value: Json): value is number | null {
  return value === null || typeof value === 'number';
}

function unreadable(path: string, line: number): KitError {
  return new KitError('BAD_FILE', {
    happened: `Line ${String(line)} of ${path} is no action.`,
    expected:
      '{"action": "its name", "payload": {…}}, and key, marker, aggregate (texts) and expiresInMs (a number) where wanted',
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
