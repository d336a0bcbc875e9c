import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../../src/harness/model/exchange.js';
import { answered, file, mistakeOf, reading } from './support.js';

const environment = { ID: 'kit:1', SECRET: 'p w/d', TENANT: 'acme' };

function signing(section: string, changes: Parameters<typeof file>[0] = {}) {
  const { adapter } = reading(file(changes, `sign_in: ${section}`), { environment });
  if (adapter.signIn === null) throw new Error('The file signs in.');
  return { adapter, signIn: adapter.signIn };
}

const clientCredentials =
  'oauth2: { token_url: "https://login.test/token", client_id: "${env:ID}", client_secret: "${env:SECRET}", scope: "crm.write crm.read"';

describe('client credentials of OAuth 2.0', () => {
  test('are sent as RFC 6749 wants them', () => {
    const { signIn } = signing(`{ ${clientCredentials} } }`);
    expect(signIn.request()).toEqual({
      method: 'POST',
      url: 'https://login.test/token',
      headers: [
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Accept', 'application/json'],
        ['Authorization', `Basic ${Buffer.from('kit%3A1:p%20w%2Fd').toString('base64')}`],
      ],
      body: 'grant_type=client_credentials&scope=crm.write%20crm.read',
    });
  });

  test('go into the body where the file says so, with what else the server wants', () => {
    const { signIn } = signing(
      `{ ${clientCredentials}, client_in: body, more: { audience: "\${env:TENANT}" } } }`,
    );
    const { headers, body } = signIn.request();
    expect(headers.map(([name]) => name)).not.toContain('Authorization');
    expect(Object.fromEntries(new URLSearchParams(body ?? ''))).toEqual({
      grant_type: 'client_credentials',
      scope: 'crm.write crm.read',
      audience: 'acme',
      client_id: 'kit:1',
      client_secret: 'p w/d',
    });
  });

  test('give a token and how long it lasts', () => {
    const { signIn } = signing(`{ ${clientCredentials} } }`);
    expect(signIn.read(answered(200, { access_token: 't-1', expires_in: 3600 }))).toEqual({
      kind: 'token',
      token: 't-1',
      lastsMs: 3_600_000,
    });
    expect(signIn.read(answered(200, { access_token: 't-1' }))).toMatchObject({ lastsMs: null });
    expect(signIn.read(answered(401, { access_token: 't-1' }))).toEqual({
      kind: 'refused',
      why: 'status 401',
    });
    expect(signIn.read(answered(302, '', [['Location', 'https://evil.test']])).kind).toBe('refused');
    expect(signIn.read(answered(200, { error: 'no' })).kind).toBe('refused');
    expect(signIn.read(answered(200, { access_token: 'a\r\nX-Evil: 1' })).kind).toBe('refused');
    expect(signIn.read({ kind: 'lost', how: 'reset', detail: '' }).kind).toBe('refused');
  });

  test('are secrets, and the host that they go to must be allowed like any other', () => {
    const { adapter } = signing(`{ ${clientCredentials} } }`);
    expect(adapter.secrets).toEqual(expect.arrayContaining(['kit:1', 'p w/d', 'p%20w%2Fd']));
  });
});

describe('a request that signs in', () => {
  const session =
    '{ request: { path: /session, headers: { X-Tenant: "${env:TENANT}" }, body: { user: kit, password: "${env:SECRET}" } }, token: { header: Set-Cookie, regex: "^([^;]+)" }, lasts: 10m, header: Cookie, value: "{{token}}" }';

  test('goes below the base address, with what is secret in it', () => {
    const { signIn } = signing(session);
    expect(signIn.request()).toEqual({
      method: 'POST',
      url: 'http://127.0.0.1:8080/session',
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Tenant', 'acme'],
      ],
      body: '{"user":"kit","password":"p w/d"}',
    });
    expect(signIn.read(answered(204, '', [['Set-Cookie', 'sid=42; Path=/; HttpOnly']]))).toEqual({
      kind: 'token',
      token: 'sid=42',
      lastsMs: 600_000,
    });
  });

  test('gives a token that goes where the file says, in place of what stands there', () => {
    const { signIn } = signing(session);
    const request: HttpRequest = {
      method: 'GET',
      url: 'http://x.test/',
      headers: [['cookie', 'old']],
      body: null,
    };
    expect(signIn.signed(request, 'sid=$&42').headers).toEqual([['Cookie', 'sid=$&42']]);
  });

  test('offers a renewed credential and one that must be refused', () => {
    const { adapter, signIn } = signing(session);
    expect(adapter.offers).toEqual(expect.arrayContaining(['renewed-credential', 'refused-credential']));
    expect(signIn.credentials).toEqual(['main', 'renewed']);
    const refused = adapter.address({ method: 'GET', path: '/', headers: [], body: null }, 'refused');
    expect(refused.headers).toEqual([['Cookie', 'twiceshy-refused']]);
  });

  test('goes to another address where the receiver was started by the kit', () => {
    const { adapter } = reading(file({}, `sign_in: ${session}`), {
      environment,
      baseUrl: 'http://127.0.0.1:9',
    });
    expect(adapter.signIn?.request().url).toBe('http://127.0.0.1:9/session');
  });
});

describe('mistakes in sign_in', () => {
  const told = (section: string, happened: string): void => {
    expect(mistakeOf(file({}, `sign_in: ${section}`), { environment }).happened).toBe(`crm.yaml:${happened}`);
  };

  test('are told with their lines', () => {
    told('{}', '9:10 sign_in: found not exactly one way to sign in');
    told('{ request: { path: /s } }', '9:10 sign_in: found no "token" beside "request"');
    told(
      '{ request: { path: /s, url: "https://x.test" }, token: { json: /t } }',
      '9:21 sign_in/request: found not exactly one address',
    );
    told(
      '{ request: { path: /s }, token: { json: /t }, value: Bearer }',
      '9:63 sign_in/value: found the text "Bearer"',
    );
  });

  test('a variable that is not set is named', () => {
    const error = mistakeOf(file({}, `sign_in: { ${clientCredentials} } }`));
    expect(error.code).toBe('SECRET_MISSING');
    expect(error.happened).toContain('${env:ID}, ${env:SECRET}');
  });
});
