import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/harness/model/report.js';
import { say } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** What a receiver makes of one create: the key and the marker, wherever they travel, and what goes along. */
interface Told {
  readonly key: string;
  readonly marker: string;
  readonly along: string;
}

let server: Server;
let url: string;
let read: (request: IncomingMessage, body: string) => Told;
let creates: Told[];

beforeEach(async () => {
  creates = [];
  const records = new Map<string, { id: string; marker: string }>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET') {
      const marker = new URL(request.url ?? '', url).searchParams.get('q');
      const data = [...records.values()].filter((record) => record.marker === marker);
      response.end(JSON.stringify({ data }));
      return;
    }
    const told = read(request, Buffer.concat(parts).toString('utf8'));
    creates.push(told);
    if (told.key === '' || told.marker === '') {
      response.writeHead(400).end('{"error":"no key"}');
      return;
    }
    const record = records.get(told.key) ?? { id: `record-${records.size}`, marker: told.marker };
    records.set(told.key, record);
    response.writeHead(201).end(JSON.stringify({ data: { record: { id: record.id } } }));
  };
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const requirements = ['acceptance/creates-and-names-record', 'replay/same-record', 'lost-reply/timeout'];

async function verdictsOf(
  lines: readonly string[],
  more: readonly string[] = [],
): Promise<readonly string[]> {
  const folder = temporaryFolder();
  const file = join(folder, 'carriage.yaml');
  const common = [
    'adapter: 1',
    'name: Carriage',
    `target: { base_url: '${url}' }`,
    'outcomes: [{ is: created, when: { status: 201 } }, { is: rejected, when: { status: 4xx } }]',
    'id: { json: /data/record/id }',
    "observe: { path: /tasks, query: { q: '{{marker}}' }, items: /data, item_id: /id }",
    'limits: { creates: 90, rps: 1000, timeout: 500ms }',
  ];
  writeFileSync(file, [...common, ...lines].join('\n'));
  const out = join(folder, 'report');
  const words = requirements.flatMap((id) => ['--only', id]);
  await say(['run', file, '--effort', 'quick', '--out', out, ...words, ...more]);
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
  const variant = more.join(' ');
  expect(report.entries.every(({ replay }) => replay.includes(variant))).toBe(true);
  return report.entries.map(({ verdict }) => verdict);
}

const allPass = ['pass', 'pass', 'pass'];

/** How often each key was told, and with how many different companions. */
function tellings(): readonly { readonly times: number; readonly along: number }[] {
  const keys = [...new Set(creates.map(({ key }) => key))];
  return keys.map((key) => {
    const own = creates.filter((create) => create.key === key);
    return { times: own.length, along: new Set(own.map(({ along }) => along)).size };
  });
}

describe('a key that travels', () => {
  it('in the body of a form, with what is nested in brackets', async () => {
    read = (request, body) => {
      const form = new URLSearchParams(body);
      expect(request.headers['content-type']).toBe('application/x-www-form-urlencoded');
      return {
        key: form.get('idempotency_key') ?? '',
        marker: form.get('metadata[reference]') ?? '',
        along: form.get('lines[0][amount]') ?? '',
      };
    };
    const verdicts = await verdictsOf([
      "create: { path: /tasks, content_type: application/x-www-form-urlencoded, body: { metadata: { reference: '{{marker}}' }, lines: [{ amount: 12 }] } }",
      'key: { in: body, pointer: /idempotency_key }',
    ]);
    expect(verdicts).toEqual(allPass);
    expect(creates.every(({ along }) => along === '12')).toBe(true);
  });

  it('in the text of a GraphQL query', async () => {
    read = (_, body) => {
      const { query, variables } = JSON.parse(body) as { query: string; variables: { note: string } };
      return {
        key: /@idempotent\(key: "([^"]*)"\)/.exec(query)?.[1] ?? '',
        marker: variables.note,
        along: '',
      };
    };
    const query = 'mutation M($note: String!) @idempotent(key: \\"{{key}}\\") { create(note: $note) { id } }';
    const verdicts = await verdictsOf([
      `create: { path: /graphql, body: { query: "${query}", variables: { note: '{{marker}}' } } }`,
      'key: { in: template }',
    ]);
    expect(verdicts).toEqual(allPass);
  });

  it('in the query, with companions that are the same on every attempt', async () => {
    read = (request, body) => {
      const { searchParams } = new URL(request.url ?? '', url);
      const told = JSON.parse(body) as { title: string; meta: { first: string } };
      const along = [request.headers['repeatability-first-sent'], searchParams.get('at'), told.meta.first];
      return { key: searchParams.get('requestid') ?? '', marker: told.title, along: along.join(' ') };
    };
    const verdicts = await verdictsOf([
      "create: { path: /tasks, body: { title: '{{marker}}' } }",
      'key:',
      '  in: query',
      '  name: requestid',
      '  with:',
      "    - { in: header, name: Repeatability-First-Sent, value: '{{first_sent_imf}}' }",
      "    - { in: query, name: at, value: '{{now_iso}}' }",
      "    - { in: body, pointer: /meta/first, value: '{{now_iso}}' }",
    ]);
    expect(verdicts).toEqual(allPass);
    expect(creates[0]?.along).toMatch(/^\w{3}, .* GMT \d{4}-.*Z \d{4}-.*Z$/);
    const told = tellings();
    expect(told.some(({ times }) => times > 1)).toBe(true);
    expect(told.filter(({ along }) => along > 1)).toEqual([]);
  });

  it('in the item of a batch', async () => {
    read = (_, body) => {
      const [item] = JSON.parse(body) as { ref: string; external: string }[];
      return { key: item?.external ?? '', marker: item?.ref ?? '', along: '' };
    };
    const verdicts = await verdictsOf([
      "create: { path: /tasks/batch, body: [{ ref: '{{marker}}' }] }",
      'key: { in: body, pointer: /0/external }',
    ]);
    expect(verdicts).toEqual(allPass);
  });

  it('by another route, where the line asks for the variant', async () => {
    const routes: string[] = [];
    read = (request, body) => {
      routes.push(request.url ?? '');
      const { title } = JSON.parse(body) as { title: string };
      return { key: String(request.headers['idempotency-key']), marker: title, along: '' };
    };
    const lines = [
      "create: { path: /tasks, body: { title: '{{marker}}' } }",
      'key: { in: header, name: Idempotency-Key }',
      "variants: { later: { create: { path: /tasks/scheduled, body: { title: '{{marker}}', at: noon } } } }",
    ];
    expect(await verdictsOf(lines, ['--variant', 'later'])).toEqual(allPass);
    expect(new Set(routes)).toEqual(new Set(['/tasks/scheduled']));
  });
});
