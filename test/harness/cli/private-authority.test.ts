import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { say } from '../../support/kit.js';
import { hasOpenssl, selfSigned } from '../../support/self-signed.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe.skipIf(!hasOpenssl)('a target over TLS whose certificate a private authority vouches for', () => {
  const records = new Map<string, { id: string; title: string }>();
  let server: Server;
  let identity: { readonly key: string; readonly cert: string };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const title = new URL(request.url ?? '', 'https://target').searchParams.get('q');
    if (request.method !== 'POST') {
      response.end(JSON.stringify({ data: [...records.values()].filter((one) => one.title === title) }));
      return;
    }
    const key = String(request.headers['idempotency-key']);
    const told = JSON.parse(Buffer.concat(parts).toString('utf8')) as { title: string };
    const record = records.get(key) ?? { id: `record-${records.size}`, title: told.title };
    records.set(key, record);
    response.writeHead(201).end(JSON.stringify(record));
  }

  beforeAll(async () => {
    identity = selfSigned();
    server = createServer(identity, (request, response) => void answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  async function tried(authority: string | null, words: readonly string[] = []) {
    const folder = temporaryFolder();
    const file = join(folder, 'tls.yaml');
    writeFileSync(join(folder, 'authority.pem'), identity.cert);
    writeFileSync(join(folder, 'key.pem'), identity.key);
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    const trust = authority === null ? '' : `, ca_file: ${authority}`;
    const lines = [
      'adapter: 1',
      'name: Behind TLS',
      `target: { base_url: '${url}'${trust} }`,
      "create: { path: /tasks, body: { title: '{{marker}}' } }",
      'key: { in: header, name: Idempotency-Key }',
      'outcomes: [{ is: created, when: { status: 201 } }]',
      'id: { json: /id }',
      "observe: { path: /tasks, query: { q: '{{marker}}' }, items: /data, item_id: /id }",
      'limits: { creates: 90, rps: 1000, timeout: 2s }',
    ];
    writeFileSync(file, lines.join('\n'));
    const out = join(folder, 'report');
    return { ...(await say(['run', file, '--effort', 'quick', '--out', out, ...words])), out };
  }

  const only = (...ids: readonly string[]): readonly string[] => ids.flatMap((id) => ['--only', id]);

  it.each([
    ['proxy', ['replay/same-record', 'lost-reply/reset-after-request', 'concurrency/one-effect']],
    ['msw', ['replay/same-record', 'replay/any-connection']],
  ] as const)('is trusted where the file names it, on the plane %s', async (plane, ids) => {
    const { code, out, err } = await tried('authority.pem', [...only(...ids), '--plane', plane]);
    expect(code, err).toBe(0);
    const { entries } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as {
      entries: { verdict: string }[];
    };
    expect(entries.map(({ verdict }) => verdict)).toEqual(ids.map(() => 'pass'));
  });

  it('is not trusted where the file names none, and nothing is written', async () => {
    const before = records.size;
    const { code, err } = await tried(null, only('replay/same-record'));
    expect(code).toBe(69);
    expect(err).toMatch(/self.signed certificate/i);
    expect(records.size).toBe(before);
  });

  it.each([
    ['nowhere.pem', 'cannot be read (ENOENT)'],
    ['key.pem', 'has no certificate in it'],
  ])('is a mistake in the file where it is no certificate: %s', async (authority, happened) => {
    const { code, err } = await tried(authority);
    expect(code).toBe(64);
    expect(err).toContain(happened);
    expect(err).toContain('target.ca_file');
  });
});
