import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../src/harness/model/clock.js';
import type { Report } from '../../src/harness/model/report.js';
import type { Mount } from '../../src/harness/run/in-process-source.js';
import { carryOut } from '../../src/harness/cli/program.js';
import { testKit } from '../support/kit.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const farAwayMs = 3_600_000;

/** What one record of the small receiver holds; `key` is what it was made under. */
export interface Row {
  readonly id: string;
  readonly key: string;
  readonly fields: Record<string, unknown>;
}

/** A request as the small receiver takes it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly key: string;
  readonly agent: string;
  readonly body: Record<string, unknown> | null;
}

/** An answer before it is one; `never` does not answer at all. */
export type Told =
  { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> } | 'never';

/** A receiver of a few lines: rows, and what each request does to them. A test replaces the parts that lie. */
export interface SmallReceiver {
  readonly rows: Row[];
  create(asked: Asked): Told | Promise<Told>;
  list(asked: Asked): Told | Promise<Told>;
  fetch(asked: Asked): Told | Promise<Told>;
}

/** A sound receiver of keys: one record a key, other content refused, replays told as the first. */
export function soundReceiver(): SmallReceiver {
  const rows: Row[] = [];
  return {
    rows,
    create: ({ key, body }) => {
      if (typeof body?.['title'] !== 'string') return { status: 400, body: { error: 'no task' } };
      if (!/^[^,]{1,200}$/u.test(key))
        return { status: 400, body: { error: 'one key, of 200 characters at most' } };
      const known = rows.find((row) => row.key === key);
      if (known === undefined) return { status: 201, body: { id: added(rows, key, body).id } };
      const same = JSON.stringify(sorted(known.fields)) === JSON.stringify(sorted(body));
      return same
        ? { status: 201, body: { id: known.id } }
        : { status: 422, body: { error: 'other content' } };
    },
    list: ({ query }) => ({ status: 200, body: { data: listed(rows, query) } }),
    fetch: ({ path }) => {
      const row = rows.find(({ id }) => path.endsWith(`/${id}`));
      return row === undefined ? { status: 404 } : { status: 200, body: shown(row) };
    },
  };
}

/** Puts a new row on the shelf. */
export function added(rows: Row[], key: string, fields: Record<string, unknown>): Row {
  const row = { id: `task-${1000 + rows.length}`, key, fields };
  rows.push(row);
  return row;
}

/** Rows by marker, or by key, as a list shows them. */
export function listed(rows: readonly Row[], query: URLSearchParams): readonly Record<string, unknown>[] {
  const [marker, key] = [query.get('q'), query.get('key')];
  const wanted = (row: Row): boolean => (key === null ? row.fields['title'] === marker : row.key === key);
  return rows.filter(wanted).map(shown);
}

function shown({ id, fields }: Row): Record<string, unknown> {
  return { id, ...fields };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

/** The adapter file for it, section by section, so that a test can say what it claims otherwise. */
export const sections = {
  head: 'adapter: 1\nname: Small receiver',
  target: "target: { base_url: 'http://small.invalid' }",
  create:
    "create: { path: /tasks, body: { title: '{{marker}}', amount: 1, note: plain }, vary: { pointer: /amount, value: 2 } }",
  key: 'key: { in: header, name: Idempotency-Key, max: 200 }',
  outcomes:
    'outcomes: [{ is: created, when: { status: 201 } }, { is: mismatch, when: { status: 422 } }, { is: throttled, when: { status: 429 } }, { is: rejected, when: { status: [400, 404, 409] } }]',
  id: 'id: { json: /id }',
  observe: "observe: { path: /tasks, query: { q: '{{marker}}' }, items: /data, item_id: /id }",
  lookup: "lookup: { path: /tasks, query: { key: '{{key}}' }, items: /data, item_id: /id }",
  fetch: "fetch: { path: '/tasks/{{id}}' }",
  claims: 'claims: { replay: same_id, mismatch: reject, failures: 2xx_only, missing_key: undocumented }',
  fields: 'fields: { kept: [/title, /amount], number: /amount }',
  limits: 'limits: { creates: 3000, rps: 1000, timeout: 2s }',
};

/** The text of the file with sections replaced; an empty text leaves one out. */
export function adapterText(changes: Partial<typeof sections> = {}): string {
  return Object.values({ ...sections, ...changes })
    .filter((section) => section !== '')
    .join('\n');
}

/** One trial of a receiver from the command line to the report, in process and in virtual time. */
export async function tried(
  receiver: () => SmallReceiver,
  options: { readonly adapter?: Partial<typeof sections>; readonly words?: readonly string[] } = {},
): Promise<Tried> {
  const kit = testKit();
  const folder = join(temporaryFolder(), 'report');
  const bundled = {
    ...kit.bundled,
    text: () => adapterText(options.adapter),
    mount: () => mounted(receiver),
    offers: [],
  };
  const code = await carryOut({ ...kit, bundled }, [
    'run',
    '--plane',
    'msw',
    '--effort',
    'quick',
    '--out',
    folder,
    ...(options.words ?? []),
  ]);
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
  return {
    code,
    report,
    verdict: (id) => report.entries.find((entry) => entry.id === id)?.verdict ?? 'not in the report',
    passed: report.entries.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id),
    failed: report.entries.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id),
    kitErrors: report.entries.filter(({ verdict }) => verdict === 'kit-error').map(({ why }) => why),
  };
}

/** What a trial came to. */
export interface Tried {
  readonly code: number;
  readonly report: Report;
  readonly verdict: (id: string) => string;
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly kitErrors: readonly string[];
}

function mounted(receiver: () => SmallReceiver): Mount {
  return ({ clock }) => {
    const small = receiver();
    return {
      offers: [],
      handle: (request) => answered(small, request, clock),
      carryOut: () => Promise.reject(new Error('This receiver has no controls.')),
      close: () => undefined,
    };
  };
}

async function answered(small: SmallReceiver, request: Request, clock: Clock): Promise<Response> {
  const asked = await read(request);
  const told = await dispatch(small, asked);
  if (told === 'never') {
    await clock.sleep(farAwayMs);
    return Response.error();
  }
  const { status, body, headers = {} } = told;
  const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status, headers });
}

function dispatch(small: SmallReceiver, asked: Asked): Told | Promise<Told> {
  if (asked.method !== 'GET') return small.create(asked);
  return asked.path === '/tasks' ? small.list(asked) : small.fetch(asked);
}

async function read(request: Request): Promise<Asked> {
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.text();
  let body: Record<string, unknown> | null;
  try {
    const isJson = request.headers.get('content-type')?.startsWith('application/json') === true;
    body = isJson ? (JSON.parse(text) as Record<string, unknown>) : null;
  } catch {
    body = null;
  }
  return {
    method: request.method,
    path: pathname,
    query: searchParams,
    key: request.headers.get('Idempotency-Key') ?? '',
    agent: request.headers.get('User-Agent') ?? '',
    body,
  };
}
