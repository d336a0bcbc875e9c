import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Report } from '../../src/harness/model/report.js';
import { say } from '../support/kit.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const mostCreates = 10;
const mostParallel = 5;
const perSecond = 20;
const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

interface Adversary {
  readonly origin: string;
  /** Creates that came, and the most requests of any kind that were open at once. */
  creates(): number;
  mostAtOnce(): number;
  /** The most requests of any kind that came within one second. */
  mostInASecond(): number;
}

type Told = (response: ServerResponse, create: number) => void;

/** A target that counts whole creates by itself and answers them as it likes; its lists are empty. */
async function adversary(tell: Told): Promise<Adversary> {
  let creates = 0;
  let open = 0;
  let mostAtOnce = 0;
  const cameAt: number[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    open += 1;
    cameAt.push(performance.now());
    mostAtOnce = Math.max(mostAtOnce, open);
    response.once('close', () => (open -= 1));
    request.resume().once('end', () => {
      if (request.method !== 'POST') return void response.end('{"data":[]}');
      creates += 1;
      tell(response, creates);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closings.push(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    creates: () => creates,
    mostAtOnce: () => mostAtOnce,
    mostInASecond: () =>
      Math.max(0, ...cameAt.map((from) => cameAt.filter((at) => at >= from && at < from + 1_000).length)),
  };
}

function answer(status: number, headers: Record<string, string> = {}, body = '{}'): Told {
  return (response) => void response.writeHead(status, headers).end(body);
}

const lost: Told = (response) => void response.destroy();
const never: Told = () => undefined;
const adversaries: readonly {
  readonly what: string;
  readonly tell: Told;
  /** The requirements that it is tried by; all of them where none are named. */
  readonly only?: readonly string[];
}[] = [
  { what: 'throttles for ever', only: ['sender'], tell: answer(429, { 'retry-after': '0' }) },
  { what: 'throttles without a hint', only: ['concurrency', 'lost-reply/timeout'], tell: answer(429) },
  { what: 'fails for ever', only: ['load'], tell: answer(500) },
  { what: 'is unavailable for ever', only: ['lost-reply'], tell: answer(503, { 'retry-after': '1' }) },
  { what: 'loses every reply', only: ['concurrency', 'lost-reply/timeout'], tell: lost },
  { what: 'never answers', only: ['lost-reply'], tell: never },
  { what: 'is at work on it for ever', only: ['concurrency', 'lost-reply/timeout'], tell: answer(409) },
  { what: 'redirects to itself', only: ['acceptance'], tell: answer(307, { location: '/tasks' }) },
  {
    what: 'creates each time, with another id',
    only: ['sender'],
    tell: (response, create) => answer(201, {}, `{"id":"t-${create}"}`)(response, create),
  },
  {
    what: 'does another of these each time',
    tell: (response, create) => {
      const ways = [
        answer(201, {}, `{"id":"t-${create}"}`),
        answer(429, { 'retry-after': '0' }),
        lost,
        answer(500),
        answer(409),
      ];
      ways[create % ways.length]?.(response, create);
    },
  },
];

function adapterFile(
  origin: string,
  folder: string,
  limits = `{ creates: ${mostCreates}, rps: 1000, parallel: ${mostParallel}, timeout: 300ms, load: { rate: 100, actions: 5, replays: 4 } }`,
): string {
  const path = join(folder, 'adversary.yaml');
  writeFileSync(
    path,
    `adapter: 1
name: Adversary
target: { base_url: '${origin}', headers: { Authorization: Bearer of-the-test } }
create: { path: /tasks, body: { title: '{{marker}}', amount: 1 }, vary: { pointer: /amount, value: 2 } }
key: { in: header, name: Idempotency-Key }
outcomes:
  - { is: created, when: { status: 201 } }
  - { is: in_flight, when: { status: 409 } }
  - { is: throttled, when: { status: 429 } }
  - { is: mismatch, when: { status: 422 } }
id: { json: /id }
claims: { replay: same_id, mismatch: reject, in_flight: reject }
observe: { path: /tasks, query: { q: '{{marker}}' }, items: /data, item_id: /id, settle: 10ms }
lookup: { path: /tasks, query: { key: '{{key}}' }, items: /data, item_id: /id }
fields: { kept: [/title], number: /amount }
limits: ${limits}
`,
  );
  return path;
}

async function tried(
  path: string,
  words: readonly string[],
): Promise<{ code: number; report: Report; err: string }> {
  const out = join(temporaryFolder(), 'report');
  const { code, err } = await say(['run', path, '--out', out, ...words]);
  return { code, err, report: JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report };
}

describe.each(['proxy', 'msw'])(
  'an adversary sees no more creates than the budget, over the %s plane',
  (plane) => {
    it.each(adversaries)(
      'one that $what',
      async ({ tell, only = [] }) => {
        const words = ['--plane', plane, ...only.flatMap((each) => ['--only', each])];
        const target = await adversary(tell);
        const { report, code, err } = await tried(adapterFile(target.origin, temporaryFolder()), words);
        expect(err).not.toContain('the kit itself failed');
        expect(target.creates()).toBeGreaterThan(0);
        expect(target.creates()).toBeLessThanOrEqual(mostCreates);
        // A request that is given up is open at the target until the target has heard of it.
        if (tell !== never) expect(target.mostAtOnce()).toBeLessThanOrEqual(mostParallel);
        expect(report.entries.filter(({ verdict }) => verdict === 'kit-error')).toEqual([]);
        expect(report.grade.reached).not.toBe('retry-safe');
        expect(code).not.toBe(0);
      },
      300_000,
    );
  },
);

describe('a target is asked no more often than its file allows', () => {
  it('by workers side by side, bursts and reads together', async () => {
    const target = await adversary((response, create) =>
      answer(201, {}, `{"id":"t-${create}"}`)(response, create),
    );
    const limits = `{ creates: 40, rps: ${perSecond}, parallel: ${mostParallel}, timeout: 2s }`;
    const words = [
      '--only',
      'sender/never-claimed-twice',
      '--only',
      'concurrency/one-effect',
      '--only',
      'replay/many-uses',
    ];
    await tried(adapterFile(target.origin, temporaryFolder(), limits), words);
    expect(target.creates()).toBeGreaterThan(5);
    expect(target.mostAtOnce()).toBeLessThanOrEqual(mostParallel);
    // Those that are to arrive together do, and are counted.
    expect(target.mostInASecond()).toBeLessThanOrEqual(perSecond + mostParallel + 1);
  }, 120_000);
});

describe('a redirect to another host', () => {
  it('is a finding of each requirement that met it, and is not followed', async () => {
    const elsewhere = await adversary(answer(201, {}, '{"id":"t-1"}'));
    const target = await adversary(answer(307, { location: `${elsewhere.origin}/tasks` }));
    const { report, code } = await tried(adapterFile(target.origin, temporaryFolder()), [
      '--only',
      'acceptance',
      '--only',
      'replay/same-record',
      '--effort',
      'quick',
    ]);
    expect(elsewhere.creates()).toBe(0);
    expect(elsewhere.mostAtOnce()).toBe(0);
    expect(code).toBe(1);
    const findings = report.entries.flatMap((entry) => entry.findings);
    const redirected = findings.filter(({ invariant }) => invariant === 'no-redirect-to-another-host');
    expect(redirected.length).toBeGreaterThan(0);
    expect(redirected[0]?.sentence).toContain(`to ${elsewhere.origin}; the kit has not followed`);
    expect(report.entries.filter(({ verdict }) => verdict === 'pass')).toEqual([]);
  }, 60_000);
});
