import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Report } from '../../../src/harness/model/report.js';
import { say } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** An adapter that YAML cannot say: JSON-RPC, where every request is a POST and errors are in a 200. */
const module = `
const call = (method, params) => ({
  method: 'POST',
  path: '/jsonrpc',
  headers: [['Content-Type', 'application/json']],
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
});
const resultOf = (answer) => {
  if (answer.kind === 'lost' || answer.status !== 200) return undefined;
  try {
    return JSON.parse(answer.body)?.result;
  } catch {
    return undefined;
  }
};
const outcome = (answer) => {
  const id = resultOf(answer)?.id ?? null;
  return { kind: id === null ? 'unknown' : 'created', id, retryAfterMs: null, rule: id === null ? 'no result' : 'result' };
};
const found = (answer) => {
  const records = resultOf(answer)?.records;
  return Array.isArray(records) ? records : null;
};

export default ({ environment, baseUrl }) => {
  const token = environment.RPC_TOKEN ?? '';
  const base = baseUrl ?? environment.RPC_URL;
  return {
    adapter: {
      contract: {
        name: 'JSON-RPC', mode: 'key',
        key: { in: 'body', name: '/params/key', make: 'uuid4', max: null, chars: null },
        retention: { kind: 'undocumented', ms: null }, scope: 'undocumented',
        claims: { replay: 'same_id', mismatch: 'undocumented', in_flight: 'undocumented', failures: 'undocumented', missing_key: 'undocumented', after_expiry: 'undocumented' },
        consistency: { kind: 'immediate', settleMs: 0, pollMs: 200 },
        fields: {}, kept: [], vary: null, invalid: null, promises: [], sources: [],
        limits: { creates: 60, perSecond: 1000, parallel: 4, timeoutMs: 500, load: null },
      },
      offers: ['observe', 'lookup', 'key-mode'],
      origin: base,
      secrets: [token],
      payload: ({ marker }) => ({ title: marker }),
      address: (request) => ({ ...request, url: base + request.path, headers: [['Authorization', 'Bearer ' + token], ...request.headers] }),
      create: { request: (action, keys) => call('create', { key: keys[0] ?? null, ...action.payload }), outcome },
      lookUp: {
        request: ({ key }) => call('search', { key }),
        read: (answer) => {
          const records = found(answer);
          if (records === null) return { kind: 'trouble', why: 'no result' };
          return records.length === 0 ? { kind: 'absent' } : { kind: 'found', id: records[0].id, fields: records[0] };
        },
      },
      observe: {
        request: (marker) => call('search', { title: marker }),
        read: (answer) => {
          const records = found(answer);
          return records === null
            ? { kind: 'trouble', why: 'no result' }
            : { kind: 'page', records: records.map((fields) => ({ id: fields.id, fields })), next: null };
        },
      },
      signIn: null, second: null, poll: null, fetch: null, update: null, remove: null,
    },
    guard: { allowHosts: [], requireEnv: [] },
    control: null,
    notes: [],
  };
};
`;

interface Call {
  readonly method: string;
  readonly params: { readonly key?: string | null; readonly title?: string };
}

let server: Server;
let url: string;
let folder: string;

beforeEach(async () => {
  folder = temporaryFolder();
  const records: { id: string; key: string | null; title: string }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method, params } = JSON.parse(Buffer.concat(parts).toString('utf8')) as Call;
    const { key = null, title = '' } = params;
    const known = records.find((record) => record.key === key);
    if (method === 'create' && known === undefined) records.push({ id: `r${records.length}`, key, title });
    const result =
      method === 'create'
        ? { id: records.find((record) => record.key === key)?.id }
        : {
            records: records.filter((record) => (key === null ? record.title === title : record.key === key)),
          };
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
  };
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function running(text: string, name = 'adapter.mjs', base = url) {
  const path = join(folder, name);
  writeFileSync(path, text);
  const out = join(folder, 'report');
  const words = [
    '--effort',
    'quick',
    '--out',
    out,
    '--only',
    'replay/same-record',
    '--only',
    'lost-reply/timeout',
  ];
  const environment = { RPC_URL: base, RPC_TOKEN: 'rpc-token-that-is-secret' };
  return { ...(await say(['run', path, ...words], { environment })), out };
}

describe('an adapter that is a module', () => {
  it('is put on trial like any other, and its secrets stay out of the report', async () => {
    const { code, out } = await running(module);
    const text = readFileSync(join(out, 'report.json'), 'utf8');
    const report = JSON.parse(text) as Report;
    expect(report.entries.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      'replay/same-record pass',
      'lost-reply/timeout pass',
    ]);
    expect(code).toBe(0);
    expect(text).not.toContain('rpc-token-that-is-secret');
  });

  it('gets the contract as observed by itself, as there is no file to write it into', async () => {
    const path = join(folder, 'adapter.mjs');
    writeFileSync(path, module);
    const only = ['--only', 'replay/*', '--only', 'lookup/fresh'];
    const words = ['infer', path, '--effort', 'quick', ...only, '--out', join(folder, 'report')];
    const environment = { RPC_URL: url, RPC_TOKEN: 'rpc-token-that-is-secret' };
    const { code, out } = await say(words, { environment });
    expect(code).toBe(0);
    expect(parse(out)).toEqual({ claims: { replay: 'same_response' } });
    expect(out).toContain('# consistency (in observe): immediate');
    expect(out).toContain('# retention: not observed');
  });

  it('is planned without anything being sent', async () => {
    const path = join(folder, 'adapter.mjs');
    writeFileSync(path, module);
    const { code, out } = await say(['plan', path], {
      environment: { RPC_URL: 'http://127.0.0.1:9', RPC_TOKEN: 'a-token' },
    });
    expect(code).toBe(0);
    expect(out).toContain('JSON-RPC at http://127.0.0.1:9');
  });

  it('is guarded like any other', async () => {
    const { code, err } = await running(module, 'guarded.mjs', 'https://crm.example.test');
    expect(code).toBe(64);
    expect(err).toContain('The target is crm.example.test');
  });

  it.each([
    ['text that is no module', 'export default {', 'cannot be loaded'],
    ['no default export', 'export const adapter = 1;', 'has no default export that is a function'],
    [
      'one that throws',
      "export default () => { throw new Error('no such tenant'); };",
      'makes no adapter: no such tenant',
    ],
    ['one that returns nothing', 'export default () => undefined;', 'it returns no object'],
    ['one without lists', 'export default () => ({ adapter: {} });', 'guard lacks its lists'],
    [
      'one that is not sound',
      module.replace('secrets: [token],', 'secrets: undefined,'),
      'secrets is no list',
    ],
    [
      'one that takes errors for records',
      module
        .replace("answer.kind === 'lost' || answer.status !== 200", "answer.kind === 'lost'")
        .replace('?.result;', ' && { id: 1 };'),
      'for an acknowledgement',
    ],
  ])('is refused: %s', async (name, text, happened) => {
    const { code, err } = await running(text, `${name.replaceAll(' ', '-')}.mjs`);
    expect(code).toBe(64);
    expect(err).toContain(happened);
    expect(err).toContain('expected:');
    expect(err).toContain('to do:');
  });

  it('that is not there is told like a file', async () => {
    const { code, err } = await say(['run', join(folder, 'nowhere.mjs')]);
    expect(code).toBe(64);
    expect(err).toContain('cannot be read (ENOENT)');
  });
});
