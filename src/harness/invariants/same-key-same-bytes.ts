import type { PreparedRequest } from '../model/exchange.js';
import type { SeenExchange, TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { overCases, overTries, senderCreatesOf } from './reading.js';

interface Repeat {
  readonly action: string;
  readonly first: SeenExchange;
  readonly later: SeenExchange;
}

/** Every attempt of an action is the same request, byte for byte: the key among them. */
export const sameKeySameBytes: Invariant = {
  id: 'same-key-same-bytes',
  about: 'sender',
  promise: 'Every attempt of an action carries the same key and the same payload bytes.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.actions.flatMap((action) => repeatsOf(each, action)),
        (repeat) => changed(each, repeat),
      ),
    );
    return resultOf(cases, findings, 'no action was sent more than once');
  },
};

function repeatsOf(each: TryView, action: string): Repeat[] {
  const [first, ...others] = senderCreatesOf(each, action);
  return first === undefined ? [] : others.map((later) => ({ action, first, later }));
}

function changed(each: TryView, { action, first, later }: Repeat): Broken | null {
  const parts = partsThatDiffer(first.started.request, later.started.request);
  if (parts.length === 0) return null;
  const key = each.declared(action)?.key;
  const otherKey =
    key !== undefined && carries(first.started.request, key) && !carries(later.started.request, key);
  return {
    attempt: each.name,
    action,
    sentence: otherKey
      ? 'A retry carried another key, so that the receiver cannot know it for the same action.'
      : 'A retry did not repeat what was approved byte for byte, so that the receiver may take it for another action.',
    expected: `the request of the first attempt${otherKey ? `, with key ${key}` : ''}`,
    actual: `a request that differs in ${parts.join(', ')}`,
    events: [first.started.seq, later.started.seq],
  };
}

function partsThatDiffer(one: PreparedRequest, other: PreparedRequest): readonly string[] {
  const line = ([name, value]: readonly [string, string]): string => `${name}: ${value}`;
  const lines = one.headers.map((header) => line(header));
  const others = other.headers.map((header) => line(header));
  const names = [
    ...one.headers.filter((header) => !others.includes(line(header))),
    ...other.headers.filter((header) => !lines.includes(line(header))),
  ].map(([name]) => `header ${name}`);
  const reordered = names.length === 0 && lines.join('\n') !== others.join('\n');
  return [
    ...(one.method === other.method ? [] : ['its method']),
    ...(one.path === other.path ? [] : ['its path']),
    ...new Set(names),
    ...(reordered ? ['the order of its headers'] : []),
    ...(one.body === other.body ? [] : ['its body']),
  ];
}

/** True when the key is in the request, in the spelling of whichever place it travels in. */
function carries({ path, headers, body }: PreparedRequest, key: string): boolean {
  const texts = [path, ...headers.map(([, value]) => value), body ?? ''];
  const spellings = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)];
  return texts.some((text) => spellings.some((spelled) => text.includes(spelled)));
}
