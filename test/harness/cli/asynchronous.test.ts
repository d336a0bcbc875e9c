import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { HistoryEvent } from '../../../src/harness/model/event.js';
import type { Report } from '../../../src/harness/model/report.js';
import { say } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

interface Job {
  readonly title: string;
  polls: number;
}

/** A receiver that accepts creates, and does them when they have been asked after twice. */
interface Receiver {
  readonly url: string;
  readonly seen: string[];
}

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listening(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function receiver(
  options: { readonly jobsAt?: string; readonly fails?: boolean } = {},
): Promise<Receiver> {
  const jobs: Job[] = [];
  const byKey = new Map<string, number>();
  const seen: string[] = [];
  const accept = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { title } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { title: string };
    const key = String(request.headers['idempotency-key']);
    const job = byKey.get(key) ?? jobs.push({ title, polls: 0 }) - 1;
    byKey.set(key, job);
    response.writeHead(202, { Location: `${options.jobsAt ?? ''}/jobs/${job}` }).end();
  };
  const url = await listening((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://receiver');
    seen.push(`${request.method ?? ''} ${pathname}`);
    if (request.method === 'POST') return void accept(request, response);
    const job = jobs[Number(/^\/jobs\/(\d+)$/.exec(pathname)?.[1] ?? -1)];
    const isDone = (each: Job): boolean => each.polls >= 2 && options.fails !== true;
    const told =
      job === undefined
        ? {
            data: jobs.flatMap((each, id) =>
              isDone(each) && each.title === searchParams.get('q') ? [{ id: `record-${id}` }] : [],
            ),
          }
        : {
            completed: (job.polls += 1) >= 2,
            failed: options.fails === true,
            record: `record-${jobs.indexOf(job)}`,
          };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told));
  });
  return { url, seen };
}

function adapterText(url: string): string {
  return [
    'adapter: 1',
    'name: Jobs',
    `target: { base_url: '${url}' }`,
    "create: { path: /tasks, body: { title: '{{marker}}' } }",
    'key: { in: header, name: Idempotency-Key }',
    'outcomes: [{ is: created, when: { status: 201 } }, { is: rejected, when: { status: 4xx } }]',
    'id: { json: /record }',
    'async:',
    '  when: { status: 202 }',
    '  poll_from: { header: Location }',
    '  outcomes: [{ is: rejected, when: { json: { /failed: { equals: true } } } }]',
    '  done: { json: { /completed: { equals: true } } }',
    '  every: 10ms',
    '  within: 2s',
    "observe: { path: /tasks, query: { q: '{{marker}}' }, items: /data, item_id: /id }",
    'claims: { replay: same_id }',
    'limits: { creates: 50, rps: 1000, timeout: 2s }',
  ].join('\n');
}

async function tried(url: string, only: readonly string[]) {
  const folder = temporaryFolder();
  const file = join(folder, 'jobs.yaml');
  const out = join(folder, 'report');
  writeFileSync(file, adapterText(url));
  const words = only.flatMap((id) => ['--only', id]);
  const { code } = await say(['run', file, '--effort', 'quick', '--out', out, ...words]);
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
  const histories = readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ndjson'))
    .flatMap((name) => readFileSync(join(out, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as HistoryEvent);
  return { code, verdicts: report.entries.map(({ id, verdict }) => `${id} ${verdict}`), histories };
}

describe('a receiver that accepts creates and does them later', () => {
  it('passes where each job comes to one record, asked after by runner and sender', async () => {
    const { url } = await receiver();
    const { code, verdicts, histories } = await tried(url, [
      'acceptance/creates-and-names-record',
      'replay/same-record',
      'lost-reply/reset-after-request',
    ]);
    expect(verdicts).toEqual([
      'acceptance/creates-and-names-record pass',
      'replay/same-record pass',
      'lost-reply/reset-after-request pass',
    ]);
    expect(code).toBe(0);
    const settled = histories.filter((event) => event.type === 'acceptance-settled');
    expect(new Set(settled.map(({ by }) => by))).toEqual(new Set(['runner', 'sender']));
    expect(settled.every(({ outcome }) => outcome.kind === 'created' && outcome.id !== null)).toBe(true);
    const polls = histories.filter((event) => event.type === 'exchange-started' && event.purpose === 'poll');
    expect(polls.length).toBeGreaterThan(settled.length);
  });

  it('fails where its jobs fail: what was accepted is never done', async () => {
    const { url } = await receiver({ fails: true });
    const { verdicts } = await tried(url, ['acceptance/creates-and-names-record']);
    expect(verdicts).toEqual(['acceptance/creates-and-names-record fail']);
  });

  it('is not followed to another address', async () => {
    const elsewhere: string[] = [];
    const other = await listening((request, response) => {
      elsewhere.push(request.url ?? '');
      response.end('{}');
    });
    const { url, seen } = await receiver({ jobsAt: other });
    const { verdicts, histories } = await tried(url, ['acceptance/creates-and-names-record']);
    expect(verdicts).toEqual(['acceptance/creates-and-names-record fail']);
    expect(elsewhere).toEqual([]);
    expect(seen.filter((line) => line.includes('/jobs/'))).toEqual([]);
    const rules = histories.flatMap((event) =>
      event.type === 'exchange-ended' ? [event.outcome?.rule] : [],
    );
    expect(rules).toContain('async/poll_from: it leads outside target/base_url');
  });
});
