import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { say } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const environment = { KIT_ID: 'kit-client-4711', KIT_SECRET: 'Zu7/secret of+the kit' };

let server: Server;
let url: string;
let tokens: string[];
let uses: Map<string, number>;
let refusals: number;
/** How many requests a token is good for. */
let goodFor: number;
const records = new Map<string, { id: string; title: string }>();

beforeEach(async () => {
  [tokens, uses, refusals, goodFor] = [[], new Map(), 0, Infinity];
  records.clear();
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Gives tokens for the client's credentials, and takes each for a number of requests; it echoes what it was told. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString('utf8');
  const tell = (status: number, told: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...told, echo: JSON.stringify(request.headers), body }));
  };
  const { pathname, searchParams } = new URL(request.url ?? '', url);
  if (pathname === '/oauth/token') {
    const { KIT_ID, KIT_SECRET } = environment;
    const wanted = Buffer.from(`${KIT_ID}:${encodeURIComponent(KIT_SECRET)}`).toString('base64');
    if (request.headers.authorization !== `Basic ${wanted}`) return tell(401, {});
    const token = `token-${tokens.length}-Qw8~longEnough+toBeFound`;
    tokens.push(token);
    return tell(200, { access_token: token, token_type: 'Bearer', expires_in: 3600 });
  }
  const token = String(request.headers.authorization).replace('Bearer ', '');
  const used = (uses.get(token) ?? 0) + 1;
  uses.set(token, used);
  if (!tokens.includes(token) || used > goodFor) {
    refusals += 1;
    return tell(401, { error: 'token' });
  }
  if (request.method === 'POST') {
    const key = String(request.headers['idempotency-key']);
    const { title } = JSON.parse(body) as { title: string };
    const known = records.get(key) ?? { id: `record-${records.size}`, title };
    records.set(key, known);
    return tell(201, known);
  }
  const by = (one: { title: string }): boolean => one.title === searchParams.get('q');
  return tell(200, { data: [...records.values()].filter(by) });
}

function adapterText(): string {
  return [
    'adapter: 1',
    'name: Behind a token',
    `target: { base_url: '${url}' }`,
    'sign_in:',
    '  oauth2:',
    `    token_url: '${url}/oauth/token'`,
    "    client_id: '${env:KIT_ID}'",
    "    client_secret: '${env:KIT_SECRET}'",
    "create: { path: /tasks, body: { title: '{{marker}}' } }",
    'key: { in: header, name: Idempotency-Key }',
    'outcomes: [{ is: created, when: { status: 201 } }, { is: rejected, when: { status: 4xx } }]',
    'id: { json: /id }',
    "observe: { path: /tasks, query: { q: '{{marker}}' }, items: /data, item_id: /id }",
    'limits: { creates: 90, rps: 1000, timeout: 2s }',
  ].join('\n');
}

async function tried(words: readonly string[], variables: Record<string, string> = environment) {
  const folder = temporaryFolder();
  const file = join(folder, 'token.yaml');
  const out = join(folder, 'report');
  writeFileSync(file, adapterText());
  const said = await say(['run', file, '--effort', 'quick', '--out', out, ...words], {
    environment: variables,
  });
  return { ...said, out, printed: `${said.out}${said.err}` };
}

const requirements = [
  'acceptance/creates-and-names-record',
  'replay/same-record',
  'lost-reply/reset-after-request',
];
const only = requirements.flatMap((id) => ['--only', id]);

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

function verdictsIn(out: string): readonly string[] {
  const { entries } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as {
    entries: { id: string; verdict: string }[];
  };
  return entries.map(({ id, verdict }) => `${id} ${verdict}`);
}

describe('a target behind a token', () => {
  it.each(['proxy', 'msw'])('is signed in to once, and the run passes (%s)', async (plane) => {
    const words = plane === 'msw' ? only.slice(0, 4) : only;
    const { code, out } = await tried([...words, '--plane', plane]);
    expect(verdictsIn(out)).toEqual(requirements.slice(0, words.length / 2).map((id) => `${id} pass`));
    expect(code).toBe(0);
    expect(tokens).toHaveLength(1);
    expect(refusals).toBeLessThanOrEqual(1);
  });

  it('is signed in to again whenever it takes a token no longer, and no verdict suffers', async () => {
    goodFor = 2;
    const { out } = await tried(only);
    expect(verdictsIn(out)).toEqual(requirements.map((id) => `${id} pass`));
    expect(tokens.length).toBeGreaterThan(2);
    expect(refusals).toBeGreaterThan(2);
  });

  it('gets its token from the environment, and nothing of it stays anywhere', async () => {
    goodFor = 3;
    const { out, printed } = await tried(only);
    const files = filesBelow(out);
    const secrets = [...tokens, ...Object.values(environment)].flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64').replaceAll('=', ''),
    ]);
    const texts = [printed, ...files.map((path) => readFileSync(path, 'utf8'))];
    expect(texts.join('')).toContain('[redacted]');
    expect(texts.join('')).toContain('"signed-in"');
    for (const secret of secrets) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
  });

  it('that gives no token is not written to', async () => {
    const { code, printed } = await tried(only, { ...environment, KIT_SECRET: 'wrong-one' });
    expect(code).toBe(64);
    expect(printed).toContain('gave no token: status 401');
    expect(printed).not.toContain('wrong-one');
    expect(records.size).toBe(0);
  });

  it('whose sign-in is on a host that nobody named is not asked', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'token.yaml');
    const away = 'https://login.example.test/token';
    writeFileSync(file, adapterText().replace(`'${url}/oauth/token'`, `'${away}'`));
    const said = await say(['run', file, '--out', join(folder, 'report')], { environment });
    expect(said.code).toBe(64);
    expect(said.err).toContain('The target is login.example.test');
  });
});
