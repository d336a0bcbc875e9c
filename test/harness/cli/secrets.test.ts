import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { say } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** Values as they are found nowhere else, with characters that every encoding changes. */
const planted = {
  CRM_TOKEN: 'q7/Zk+9vWmT~header~&x4=Lr',
  CRM_QUERY: 'Jp3 w?Xn8"query"/Bd+5sVc',
  CRM_BODY: 'Ht6<yGf>2body%Ks9;Qe+1/uA',
  CRM_PATH: 'Mz4rDo7path8CiN5bW',
  CRM_USER: 'Ub5:user-of-the-desk:Pe8xy',
};
const unnamed = { UNRELATED_SECRET: 'Fg9never-named-by-the-file-7Lo' };

let server: Server;

beforeEach(async () => {
  server = createServer((request, response) => void echo(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Creates a record, and says all that it was told, in every spelling, in headers and in the body. */
async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString('utf8');
  const told = [
    request.url ?? '',
    decodeURIComponent(request.url ?? ''),
    JSON.stringify(request.headers),
    body,
  ];
  const raw = told.join('\n');
  const isCreate = request.method === 'POST';
  const values = [...Object.values(planted), `Basic ${planted.CRM_USER}`, raw];
  const seen = {
    id: 'record-1',
    data: [],
    error: `not for you: ${raw}`,
    base64: values.map((value) => Buffer.from(value).toString('base64')),
    base64url: values.map((value) => Buffer.from(`x:${value}`).toString('base64url')),
    percent: values.map((value) => encodeURIComponent(value)),
    hex: values.map((value) => Buffer.from(value).toString('hex')),
  };
  response.writeHead(isCreate ? 201 : 200, {
    'content-type': 'application/json',
    Location: `${request.url ?? ''}#${encodeURIComponent(planted.CRM_TOKEN)}`,
    'X-Echo': Buffer.from(raw).toString('base64'),
    'X-Auth': String(request.headers['x-token'] ?? ''),
  });
  response.end(JSON.stringify(seen));
}

function adapterFile(port: number): string {
  return [
    'adapter: 1',
    'name: Echo',
    'target:',
    `  base_url: 'http://127.0.0.1:${port}/\${env:CRM_PATH}/api'`,
    "  headers: { X-Token: 'Bearer ${env:CRM_TOKEN}', X-User: '${env:CRM_USER}' }",
    "  query: { api_key: '${env:CRM_QUERY}' }",
    "  body: { secret: '${env:CRM_BODY}' }",
    "create: { path: /tasks, body: { title: '{{marker}}' } }",
    'key: { in: header, name: Idempotency-Key }',
    'outcomes: [{ is: created, when: { status: 201 } }]',
    'id: { json: /id }',
    "observe: { path: /tasks, query: { q: '{{marker}}' }, items: /data, item_id: /id }",
    "lookup: { path: /tasks, query: { key: '{{key}}' }, items: /data, item_id: /id }",
    'limits: { creates: 50, rps: 1000, timeout: 2s }',
  ].join('\n');
}

function spellings(secret: string): readonly string[] {
  const octets = Buffer.from(secret);
  const base64 = octets.toString('base64').replaceAll('=', '');
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    base64,
    octets.toString('base64url'),
    octets.toString('hex'),
    // As it stands within the base64 of a longer text, without the characters that its neighbours share.
    ...[1, 2].map((place) => {
      const text = Buffer.concat([Buffer.alloc(place), octets]).toString('base64url');
      return text.slice(2, Math.floor(((place + octets.length) * 8) / 6));
    }),
  ];
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

/** Every spelling of every secret that a text holds. */
function leaksIn(text: string, secrets: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(secrets).flatMap(([name, secret]) =>
    spellings(secret).flatMap((spelling) => (text.includes(spelling) ? [`${name} as ${spelling}`] : [])),
  );
}

describe('secrets', () => {
  it('never reach a file or a screen, however the receiver echoes them', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'echo.yaml');
    writeFileSync(file, adapterFile((server.address() as AddressInfo).port));
    const out = join(folder, 'report');
    const words = ['run', file, '--effort', 'quick', '--only', 'acceptance/creates-and-names-record'];
    const said = await say([...words, '--only', 'lookup/absent-is-definite', '--out', out], {
      environment: { ...planted, ...unnamed },
    });
    expect([0, 1, 2]).toContain(said.code);
    const files = filesBelow(out);
    const histories = files
      .filter((path) => path.endsWith('.ndjson'))
      .map((path) => readFileSync(path, 'utf8'));
    expect(histories.join('')).toContain('[redacted]');
    expect(histories.join('')).toContain('not for you');
    const secrets = { ...planted, ...unnamed };
    for (const path of files) expect(leaksIn(readFileSync(path, 'utf8'), secrets), path).toEqual([]);
    expect(leaksIn(`${said.out}${said.err}`, secrets)).toEqual([]);
  });

  it('are in no message when the target is not there', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'echo.yaml');
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    writeFileSync(file, adapterFile(port));
    const said = await say(['run', file, '--out', join(folder, 'report')], {
      environment: { ...planted, ...unnamed },
    });
    expect(said.code).toBe(69);
    expect(leaksIn(`${said.out}${said.err}`, { ...planted, ...unnamed })).toEqual([]);
  });
});
