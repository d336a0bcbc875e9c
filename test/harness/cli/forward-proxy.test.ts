import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReceiver, systemClock, type Receiver } from '../../../reference-receiver/index.js';
import { freePort } from '../../../src/harness/control/free-port.js';
import type { Report } from '../../../src/harness/model/report.js';
import { connectProxy } from '../../support/connect-proxy.js';
import { say } from '../../support/kit.js';
import { hasOpenssl, selfSigned } from '../../support/self-signed.js';
import { serving, type Serving } from '../../support/serving.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { forwardTo } from '../wire/loopback-server.js';

const mayWrite = ['--i-may-write-to', 'receiver.test'];
let receiver: Serving;

beforeAll(async () => {
  receiver = await serving(['serve', '--port', '0']);
});

afterAll(async () => {
  await receiver.end();
});

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** An adapter file for a name that only a proxy can resolve. */
function adapter(baseUrl: string, authority?: string): string {
  const folder = temporaryFolder();
  const file = join(folder, 'adapter.yaml');
  if (authority !== undefined) writeFileSync(join(folder, 'authority.pem'), authority);
  const trust = authority === undefined ? '' : ', ca_file: authority.pem';
  const lines = [
    'adapter: 1',
    'name: Behind a proxy',
    `target: { base_url: '${baseUrl}', headers: { Authorization: 'Bearer harbor-token' }${trust} }`,
    'guard: { allow_hosts: [receiver.test] }',
    "create: { path: /v1/tasks, body: { title: task, reference: '{{marker}}', details: { city: Hamburg } } }",
    'key: { in: header, name: Idempotency-Key }',
    'outcomes: [{ is: created, when: { status: 201 } }, { is: throttled, when: { status: 429 } }, { is: rejected, when: { status: 4xx } }]',
    'id: { json: /id }',
    "observe: { path: /v1/tasks, query: { reference: '{{marker}}' }, items: /data, item_id: /id }",
    "lookup: { path: /v1/tasks, query: { key: '{{key}}' }, items: /data, item_id: /id }",
    'limits: { creates: 500, rps: 1000, timeout: 2s, parallel: 25 }',
  ];
  writeFileSync(file, lines.join('\n'));
  return file;
}

async function tried(file: string, environment: Record<string, string>, words: readonly string[]) {
  const out = join(temporaryFolder(), 'report');
  const said = await say(['run', file, '--effort', 'quick', '--out', out, ...words], { environment });
  const report = (): Report => JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
  return { ...said, out, report };
}

const only = (...ids: readonly string[]): readonly string[] => ids.flatMap((id) => ['--only', id]);
const overSockets = [
  'acceptance/creates-and-names-record',
  'replay/same-record',
  'lost-reply/timeout',
  'lost-reply/reset-after-request',
  'lost-reply/half-request',
  'lost-reply/late-original',
  'concurrency/one-effect',
];

describe('a target that is reached through the proxy of the environment', () => {
  it.each([
    ['proxy', overSockets],
    ['msw', ['replay/same-record', 'replay/any-connection', 'lost-reply/timeout']],
  ] as const)('is tried as any other, all of it through there, on the plane %s', async (plane, ids) => {
    const proxy = await connectProxy({ targets: { 'receiver.test:80': portOf(receiver.url) } });
    const words = [...only(...ids), '--plane', plane, ...mayWrite];
    const { report, err } = await tried(adapter('http://receiver.test'), { HTTP_PROXY: proxy.url }, words);
    const verdicts = report().entries.map(({ id, verdict }) => `${id} ${verdict}`);
    expect(verdicts, err).toEqual(ids.map((id) => `${id} pass`));
    expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set(['receiver.test:80']));
    expect(proxy.asked.length).toBeGreaterThan(2);
    expect(report().target.address).toBe('http://receiver.test');
    expect(report().target.plane).toContain(`through 127.0.0.1:${portOf(proxy.url)}`);
  });

  it('is guarded by its own name: that of the proxy opens nothing', async () => {
    const proxy = await connectProxy({ targets: { 'receiver.test:80': portOf(receiver.url) } });
    const environment = { HTTP_PROXY: proxy.url };
    const file = adapter('http://receiver.test');
    for (const words of [[], ['--i-may-write-to', '127.0.0.1']]) {
      const { code, err } = await tried(file, environment, [...only('replay/same-record'), ...words]);
      expect(code).toBe(64);
      expect(err).toContain('--i-may-write-to receiver.test');
    }
    expect(proxy.asked).toEqual([]);
  });

  it('is not reached through it where it is on this machine', async () => {
    const proxy = await connectProxy({ targets: {} });
    const words = only('acceptance/creates-and-names-record');
    const { code } = await tried(adapter(receiver.url), { HTTP_PROXY: proxy.url }, words);
    expect(code).toBe(0);
    expect(proxy.asked).toEqual([]);
  });

  it('is reached with the credential of the proxy, which is told to nobody', async () => {
    const credential = 'ada:open-sesame-27';
    const proxy = await connectProxy({ targets: { 'receiver.test:80': portOf(receiver.url) }, credential });
    const environment = { HTTP_PROXY: proxy.url.replace('//', `//${credential}@`) };
    const words = [...only('replay/same-record', 'lost-reply/timeout'), ...mayWrite];
    const { code, out, err } = await tried(adapter('http://receiver.test'), environment, words);
    expect(code, err).toBe(0);
    const secrets = ['open-sesame-27', Buffer.from(credential).toString('base64')];
    for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
      if (statSync(join(out, name)).isDirectory()) continue;
      const text = readFileSync(join(out, name), 'utf8');
      for (const secret of secrets) expect(text, name).not.toContain(secret);
    }
  });

  it.each([
    ['asks for a credential', 'ada:right', 'ada:wrong-one', 'answered 407', 'USER:PASSWORD@ is right'],
    ['asks for one and none is given', 'ada:right', null, 'answered 407', 'it may ask for USER:PASSWORD@'],
    ['lets nobody through', undefined, null, 'answered 403', 'lets this host through'],
  ])('is unreachable where the proxy %s', async (_, wanted, given, happened, advice) => {
    const proxy = await connectProxy({
      targets: {},
      ...(wanted === undefined ? {} : { credential: wanted }),
    });
    const named = given === null ? proxy.url : proxy.url.replace('//', `//${given}@`);
    const words = [...only('replay/same-record'), ...mayWrite];
    const { code, err } = await tried(adapter('http://receiver.test'), { HTTP_PROXY: named }, words);
    expect(code).toBe(69);
    expect(err).toContain(`the proxy 127.0.0.1:${portOf(proxy.url)} did not connect to receiver.test:80`);
    expect(err).toContain(happened);
    expect(err).toContain('expected: any HTTP answer to one read');
    expect(err).toContain(`to do:    check that the proxy of HTTP_PROXY runs`);
    expect(err).toContain(advice);
    expect(err).not.toContain('wrong-one');
  });

  it('is unreachable where the proxy is not there', async () => {
    const environment = { HTTP_PROXY: `http://127.0.0.1:${await freePort()}` };
    const words = [...only('replay/same-record'), ...mayWrite];
    const { code, err } = await tried(adapter('http://receiver.test'), environment, words);
    expect(code).toBe(69);
    expect(err).toMatch(/the proxy 127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED/);
  });

  it('is not asked for where the proxy is of a kind that the kit cannot use', async () => {
    const environment = { HTTP_PROXY: 'socks5://127.0.0.1:1080' };
    const words = [...only('replay/same-record'), ...mayWrite];
    const { code, err } = await tried(adapter('http://receiver.test'), environment, words);
    expect(code).toBe(64);
    expect(err).toContain('HTTP_PROXY names no proxy that the kit can use');
  });
});

describe.skipIf(!hasOpenssl)('a target over TLS behind the proxy', () => {
  let sound: Receiver;
  let server: Server;
  let identity: { readonly key: string; readonly cert: string };

  beforeAll(async () => {
    identity = selfSigned('receiver.test');
    sound = openReceiver({
      file: ':memory:',
      clock: systemClock,
      chance: () => 0.5,
      controls: false,
    });
    server = createServer(identity, (asked, answer) => {
      forwardTo(async (request) => sound.handle(request), asked, answer).catch(() => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    sound.close();
  });

  it.each([
    ['proxy', ['replay/same-record', 'lost-reply/timeout', 'lost-reply/cut-reply', 'concurrency/one-effect']],
    ['msw', ['replay/same-record']],
  ] as const)('is spoken to end to end, on the plane %s', async (plane, ids) => {
    const { port } = server.address() as AddressInfo;
    const proxy = await connectProxy({ targets: { 'receiver.test:443': port } });
    const words = [...only(...ids), '--plane', plane, ...mayWrite];
    const file = adapter('https://receiver.test', identity.cert);
    const { report, err } = await tried(
      file,
      { HTTPS_PROXY: proxy.url, HTTP_PROXY: 'http://other.test' },
      words,
    );
    const verdicts = report().entries.map(({ id, verdict }) => `${id} ${verdict}`);
    expect(verdicts, err).toEqual(ids.map((id) => `${id} pass`));
    expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set(['receiver.test:443']));
  });

  it('is not trusted without its authority, whatever stands between', async () => {
    const { port } = server.address() as AddressInfo;
    const proxy = await connectProxy({ targets: { 'receiver.test:443': port } });
    const words = [...only('replay/same-record'), ...mayWrite];
    const { code, err } = await tried(adapter('https://receiver.test'), { HTTPS_PROXY: proxy.url }, words);
    expect(code).toBe(69);
    expect(err).toMatch(/self.signed certificate/i);
  });
});
