import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readAdapter } from '../../../src/adapters/yaml/read-adapter.js';
import { guarded, refusalOf, refuseUnnamedTarget } from '../../../src/harness/cli/guard.js';
import type { AdapterFile } from '../../../src/harness/model/adapter-file.js';
import { say } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

interface Named {
  readonly baseUrl: string;
  readonly inFile?: readonly string[];
  readonly onLine?: readonly string[];
  readonly more?: string;
  readonly target?: string;
}

function text({ baseUrl, inFile = [], more = '', target = '' }: Named): string {
  return `adapter: 1
name: Tasks
target:
  base_url: '${baseUrl}'
  headers: { Authorization: 'Bearer of-the-test' }
${target}
create: { path: /tasks, body: { reference: '{{marker}}' } }
key: { in: header, name: Idempotency-Key }
outcomes: [{ is: created, when: { status: 201 } }]
id: [{ json: /id }]
observe: { path: /tasks, query: { reference: '{{marker}}' }, items: /data, item_id: /id }
guard: { allow_hosts: ${JSON.stringify(inFile)} }
${more}`;
}

function read(named: Named): AdapterFile {
  return readAdapter(text(named), { file: 'crm.yaml', environment: {}, now: () => 0 });
}

function refused(named: Named): string | null {
  return refusalOf(read(named), { mayWriteTo: named.onLine ?? [], environment: {} })?.expected ?? null;
}

describe('a target on this machine needs no name', () => {
  it.each([
    'http://localhost:8080',
    'http://LocalHost',
    'http://127.0.0.1',
    'http://127.0.0.2:9/api',
    'http://127.255.255.254',
    'http://[::1]:8080',
    'http://[0:0:0:0:0:0:0:1]',
    'http://2130706433',
    'http://0x7f000001',
    'http://0177.0.0.1',
    'http://127.1',
    'http://%31%32%37.0.0.1',
    'http://１２７.0.0.1',
  ])('%s', (baseUrl) => {
    expect(refused({ baseUrl })).toBeNull();
    expect(() => refuseUnnamedTarget(new URL(baseUrl), [])).not.toThrow();
  });
});

describe('a target that may be another machine must be named', () => {
  it.each([
    ['http://crm.example.test', 'crm.example.test'],
    ['http://0.0.0.0:8080', '0.0.0.0'],
    ['http://[::]', '[::]'],
    ['http://[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
    ['http://[::127.0.0.1]', '[::7f00:1]'],
    ['http://localhost.', 'localhost.'],
    ['http://localhost.localdomain', 'localhost.localdomain'],
    ['http://app.localhost', 'app.localhost'],
    ['http://localhost.example.test', 'localhost.example.test'],
    ['http://127.0.0.1.example.test', '127.0.0.1.example.test'],
    ['http://127.0.0.1.nip.io', '127.0.0.1.nip.io'],
    ['http://xn--lcalhost-k5a.test', 'xn--lcalhost-k5a.test'],
    ['http://128.0.0.1', '128.0.0.1'],
    ['http://3232235777', '192.168.1.1'],
    ['http://0xa9fea9fe', '169.254.169.254'],
    ['http://126.255.255.255', '126.255.255.255'],
    ['http://10.127.0.1', '10.127.0.1'],
    ['http://bücher.example.test', 'xn--bcher-kva.example.test'],
    ['http://crm.example.test.', 'crm.example.test.'],
  ])('%s', (baseUrl, host) => {
    expect(refused({ baseUrl })).toBe(`guard.allow_hosts in the file to contain ${host}`);
    expect(refused({ baseUrl, inFile: [host] })).toBe(`--i-may-write-to ${host}`);
    expect(refused({ baseUrl, inFile: ['other.example.test'], onLine: [host] })).toContain('allow_hosts');
    expect(refused({ baseUrl, inFile: [host], onLine: [host] })).toBeNull();
    expect(() => refuseUnnamedTarget(new URL(baseUrl), [])).toThrow(`--i-may-write-to ${host}`);
  });

  it.each([
    ['another case', 'http://crm.example.test', 'CRM.Example.Test'],
    ['a host in upper case', 'http://CRM.EXAMPLE.TEST', 'crm.example.test'],
    ['a port that is the same', 'https://crm.example.test:8443', 'crm.example.test:8443'],
    ['the port that the scheme means', 'https://crm.example.test', 'crm.example.test:443'],
    ['the letters of a name that is not ASCII', 'http://xn--bcher-kva.example.test', 'bücher.example.test'],
  ])('by %s', (_what, baseUrl, name) => {
    expect(() => refuseUnnamedTarget(new URL(baseUrl), [name])).not.toThrow();
  });

  it.each([
    ['a domain above it', 'example.test'],
    ['a name that ends like it', 'rm.example.test'],
    ['a name that begins like it', 'crm.example.test.evil.test'],
    ['a pattern', '*'],
    ['a pattern of names', '*.example.test'],
    ['another port', 'crm.example.test:444'],
    ['the same name without its last dot', 'crm.example.test.'],
    ['a user at it', 'crm.example.test@evil.test'],
    ['it as a user', 'evil.test@crm.example.test'],
    ['a path on it', 'crm.example.test/x'],
    ['a whole address', 'https://crm.example.test'],
    ['a query', 'crm.example.test?x'],
    ['nothing', ''],
  ])('and not by %s', (_what, name) => {
    expect(() => refuseUnnamedTarget(new URL('https://crm.example.test'), [name])).toThrow(
      'not this machine',
    );
  });
});

describe('every address of a file is looked at', () => {
  const scope = 'scope: [tenant]';

  it.each(['other_tenant', 'renewed', 'refused'])('that of target/alt/%s', (alternative) => {
    const target = `  alt: { ${alternative}: { base_url: 'http://elsewhere.example.test', headers: { Authorization: other } } }`;
    const named = { baseUrl: 'http://127.0.0.1:9', target, more: scope };
    expect(refused(named)).toContain('elsewhere.example.test');
  });

  it('a user in an address is refused before anything else', () => {
    expect(() => read({ baseUrl: 'http://127.0.0.1@crm.example.test' })).toThrow('a user');
    expect(() => read({ baseUrl: 'http://crm.example.test\\@127.0.0.1' })).toThrow('a user');
  });

  it('consent by an environment variable is asked for on this machine too', () => {
    const file = read({ baseUrl: 'http://127.0.0.1:9' });
    const asking = { ...file, guard: { ...file.guard, requireEnv: ['MAY_WRITE'] } };
    expect(refusalOf(asking, { mayWriteTo: [], environment: {} })?.happened).toContain('MAY_WRITE');
    expect(refusalOf(asking, { mayWriteTo: [], environment: { MAY_WRITE: 'yes' } })).toBeNull();
  });
});

describe('no request leaves for another address than those that were looked at', () => {
  const elsewhere = { method: 'POST', url: 'http://elsewhere.example.test/tasks', headers: [], body: null };
  const consent = { mayWriteTo: [], environment: {} };

  it('whatever an adapter makes of an exchange', () => {
    const file = read({ baseUrl: 'http://127.0.0.1:9' });
    const straying = {
      ...file,
      adapter: {
        ...file.adapter,
        address: (request: Parameters<typeof file.adapter.address>[0]) =>
          request.path === '/stray' ? elsewhere : file.adapter.address(request, 'main'),
      },
    };
    const { adapter } = guarded(straying, consent);
    const request = { method: 'POST', path: '/tasks', headers: [], body: null };
    expect(adapter.address(request, 'main').url).toBe('http://127.0.0.1:9/tasks');
    expect(() => adapter.address({ ...request, path: '/stray' }, 'main')).toThrow('elsewhere.example.test');
  });

  it('whatever it makes of a control', () => {
    const file = read({ baseUrl: 'http://127.0.0.1:9' });
    const straying: AdapterFile = {
      ...file,
      control: { process: null, hook: () => ({ by: 'request', request: elsewhere }) },
    };
    expect(() => guarded(straying, consent).control?.hook({ control: 'restart' })).toThrow(
      'elsewhere.example.test',
    );
  });

  it.each([
    'http://elsewhere.example.test/tasks?page=2',
    '//elsewhere.example.test/tasks',
    '\\\\elsewhere.example.test\\tasks',
    '@elsewhere.example.test/',
    '.elsewhere.example.test/',
    ':80@elsewhere.example.test/',
    'http://127.0.0.1:9@elsewhere.example.test/',
    'http:127.0.0.1:9//elsewhere.example.test/',
    '\tjavascript:elsewhere',
  ])('whatever a receiver names as the next page of a list: %s', (next) => {
    const observe = 'items: /data, item_id: /id, next: { json: /next }';
    const plain = text({ baseUrl: 'http://127.0.0.1:9' }).replace('items: /data, item_id: /id', observe);
    const file = readAdapter(plain, { file: 'crm.yaml', environment: {}, now: () => 0 });
    const { adapter } = guarded(file, consent);
    const body = JSON.stringify({ data: [], next });
    const page = adapter.observe?.read({ kind: 'answered', status: 200, headers: [], body }, 'tw-1');
    if (page?.kind === 'trouble') return expect(page.why).toContain('outside target/base_url');
    const request = adapter.observe?.request('tw-1', page?.next ?? null);
    if (request === undefined) throw new Error('The file observes.');
    expect(new URL(adapter.address(request, 'main').url).host).toBe('127.0.0.1:9');
  });
});

describe('a plan says that a run would be refused', () => {
  function written(named: Named): string {
    const path = join(temporaryFolder(), 'crm.yaml');
    writeFileSync(path, text(named));
    return path;
  }

  it('because the file, or the line, does not name the host', async () => {
    const unnamed = await say(['plan', written({ baseUrl: 'http://crm.example.test' })]);
    expect(unnamed.code).toBe(0);
    expect(unnamed.err).toContain('A run would be refused: The target is crm.example.test');
    expect(unnamed.err).toContain('guard.allow_hosts');
    const path = written({ baseUrl: 'http://crm.example.test', inFile: ['crm.example.test'] });
    expect((await say(['plan', path])).err).toContain('--i-may-write-to crm.example.test');
    expect((await say(['plan', path, '--i-may-write-to', 'crm.example.test'])).err).toBe('');
    expect((await say(['plan', written({ baseUrl: 'http://127.0.0.1:9' })])).err).toBe('');
  });
});

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

describe('a receiver that the kit starts', () => {
  it('is asked at no address of its file, whichever credential is used', async () => {
    const elsewhere = createServer((_request, response) => {
      strays += 1;
      response.end('{}');
    });
    let strays = 0;
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    closings.push(() => elsewhere.close());
    const { port } = elsewhere.address() as AddressInfo;
    const folder = temporaryFolder();
    const path = join(folder, 'crm.yaml');
    writeFileSync(
      path,
      text({
        baseUrl: 'http://crm.example.test',
        target: `  alt: { other_tenant: { base_url: 'http://127.0.0.1:${port}', headers: { Authorization: other } } }`,
        more: `limits: { rps: 1000, creates: 100 }\ncontrol: { process: { command: [node, -e, "require('http').createServer((q, a) => { a.statusCode = 404; a.end() }).listen(process.env.PORT, '127.0.0.1')"], ready: { path: / } } }`,
      }),
    );
    const said = await say([
      'run',
      path,
      '--only',
      'scope/tenants-apart',
      '--effort',
      'quick',
      '--out',
      join(folder, 'report'),
    ]);
    expect(said.code).not.toBe(64);
    expect(said.err).not.toContain('not this machine');
    expect(strays).toBe(0);
  });
});
