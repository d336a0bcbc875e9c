import { afterEach, describe, expect, it } from 'vitest';
import { readAdapter } from '../../../src/adapters/yaml/read-adapter.js';
import type { Adapter } from '../../../src/harness/model/adapter.js';
import type { Answer, HttpRequest } from '../../../src/harness/model/exchange.js';
import { acknowledges } from '../../../src/harness/model/outcome.js';
import { systemClock } from '../../../src/harness/run/system-clock.js';
import { askOnce } from '../../../src/harness/wire/ask-once.js';
import { openBurst } from '../../../src/harness/wire/burst/open-burst.js';
import { openDirectPlane } from '../../../src/harness/wire/direct-plane.js';
import { openMswPlane } from '../../../src/harness/wire/msw-plane.js';
import { openProxyPlane } from '../../../src/harness/wire/proxy-plane.js';
import { hostileAnswers } from './hostile-answers.js';
import { openHostileTarget } from './hostile-target.js';

/** What is to pass its time limit gets a short one; all else has time enough on a machine that is busy. */
const shortMs = 400;
const longMs = 15_000;
/** Far more than the limit of an exchange, for a machine that is busy, and far less than for ever. */
const longestMs = 30_000;
/** A body of 4 MiB is held in some copies at once; what is bounded is not a gibibyte. */
const mostHeldBytes = 300 * 1024 * 1024;

interface Reader {
  readonly name: string;
  /** Makes one exchange with a target, and leaves nothing behind. */
  readonly read: (this: void, request: HttpRequest, origin: string, timeoutMs: number) => Promise<Answer>;
}

const options = { id: 'hostile-1', connection: 'warm' } as const;

const readers: readonly Reader[] = [
  { name: 'the direct plane', read: over(() => openDirectPlane({ clock: systemClock })) },
  {
    name: 'the msw plane',
    read: over((origin) => openMswPlane({ clock: systemClock, origin, local: null })),
  },
  { name: 'the proxy plane', read: over(() => openProxyPlane({ clock: systemClock })) },
  {
    name: 'a request that is doubled on the msw plane',
    read: over((origin) => openMswPlane({ clock: systemClock, origin, local: null }), ['double']),
  },
  {
    name: 'a request that is doubled by the proxy',
    read: over(() => openProxyPlane({ clock: systemClock }), ['double']),
  },
  { name: 'a burst', read: burstOf },
  {
    name: 'a look beside the exchanges',
    read: async (request, _origin, timeoutMs) => (await askOnce(request, timeoutMs)).answer,
  },
];

type Plane = ReturnType<typeof openDirectPlane>;

function over(open: (origin: string) => Plane, effects: readonly 'double'[] = []): Reader['read'] {
  return async (request, origin, timeoutMs) => {
    const wire = open(origin);
    try {
      const planned = { ...options, timeoutMs, effects: effects.map((kind) => ({ kind })) };
      return (await wire.exchange(request, planned)).answer;
    } finally {
      await wire.close();
    }
  };
}

async function burstOf(request: HttpRequest, _origin: string, timeoutMs: number): Promise<Answer> {
  const burst = openBurst({ clock: systemClock });
  try {
    const requests = ['hostile-1', 'hostile-2'].map((id) => ({ id, request }));
    const [first] = await burst.exchange(requests, { timeoutMs, strategy: 'connections' });
    if (first === undefined) throw new Error('A burst gives an answer for each of its requests.');
    return first.answer;
  } finally {
    await burst.close();
  }
}

/** Recognisers as careful as their writer has to be: a record is one that is named. */
function adapterOf(origin: string): Adapter {
  const text = `adapter: 1
name: Hostile
target: { base_url: '${origin}' }
create: { path: /tasks, body: { title: '{{marker}}' } }
key: { in: header, name: Idempotency-Key }
outcomes:
  - { is: created, when: { status: [200, 201], json: { /id: { exists: true, regex: '^[^,]+$' } } } }
  - { is: created, when: { status: 201, header: { Location: { exists: true } } }, id: [{ header: Location, regex: '/tasks/([^/?]+)' }] }
id: [{ json: /id }]
lookup: { path: /tasks, query: { key: '{{key}}' }, items: /data, item_id: /id }
observe: { path: /tasks, query: { q: '{{marker}}' }, items: /data, item_id: /id }
fetch: { path: '/tasks/{{id}}' }
`;
  return readAdapter(text, { file: 'hostile.yaml', environment: {}, now: () => 0 }).adapter;
}

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

describe.each(readers)('$name comes to a definite end, and takes for no success', ({ read }) => {
  it.each(hostileAnswers)(
    '$name',
    async (hostile) => {
      const target = await openHostileTarget(hostile);
      closings.push(() => target.close());
      const { origin } = target;
      const adapter = adapterOf(origin);
      const request = adapter.address(
        adapter.create.request({ name: 'a', key: 'k-1', marker: 'tw-1', payload: { title: 'tw-1' } }, [
          'k-1',
        ]),
        'main',
      );
      const begun = performance.now();
      const before = process.memoryUsage.rss();
      const answer = await read(request, origin, hostile.ends.includes('timeout') ? shortMs : longMs);
      expect(performance.now() - begun).toBeLessThan(longestMs);
      expect(process.memoryUsage.rss() - before).toBeLessThan(mostHeldBytes);
      expect(hostile.ends, JSON.stringify(answer).slice(0, 300)).toContain(
        answer.kind === 'lost' ? answer.how : 'answered',
      );
      expectNoSuccess(adapter, answer);
      // Twice where it was doubled or burst: never once more, whatever a redirect says.
      expect(target.requests()).toBeLessThanOrEqual(2);
    },
    60_000,
  );
});

const redirects = [301, 302, 303, 307, 308];

describe.each(readers)('$name follows no redirect', ({ read }) => {
  it.each(redirects)('%i to another host, in any spelling', async (status) => {
    let strays = 0;
    const elsewhere = await openHostileTarget({
      speak: (socket) => {
        strays += 1;
        socket.end('HTTP/1.1 201 Created\r\nContent-Length: 15\r\n\r\n{"id":"task-1"}');
      },
    });
    closings.push(() => elsewhere.close());
    const other = new URL(elsewhere.origin).host;
    for (const address of [
      `http://${other}/tasks`,
      `//${other}/tasks`,
      `http:\\\\${other}`,
      `HTTP://u:p@${other}/`,
    ]) {
      const target = await openHostileTarget({
        speak: (socket) =>
          void socket.end(
            `HTTP/1.1 ${status} Moved\r\nLocation: ${address}\r\nRefresh: 0; url=${address}\r\nContent-Location: ${address}\r\nContent-Length: 0\r\n\r\n`,
          ),
      });
      closings.push(() => target.close());
      const request = { method: 'POST', url: `${target.origin}/tasks`, headers: [], body: '{}' };
      const answer = await read(request, target.origin, longMs);
      expect(answer).toMatchObject({ kind: 'answered', status });
      expectNoSuccess(adapterOf(target.origin), answer);
      expect(strays).toBe(0);
    }
  });
});

function expectNoSuccess(adapter: Adapter, answer: Answer): void {
  const outcome = adapter.create.outcome(answer);
  expect({ success: acknowledges(outcome) && outcome.id !== null, outcome }).toMatchObject({
    success: false,
  });
  expect(adapter.lookUp?.read(answer).kind).not.toBe('found');
  expect(adapter.fetch?.read(answer).kind).not.toBe('found');
  const page = adapter.observe?.read(answer, 'tw-1');
  expect(page?.kind === 'page' ? page.records : []).toEqual([]);
}
