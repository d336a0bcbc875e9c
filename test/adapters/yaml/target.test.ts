import { describe, expect, test } from 'vitest';
import type { CredentialName } from '../../../src/harness/model/action.js';
import { createOf, file, mistakeOf, reading } from './support.js';

const environment = {
  HOST: 'crm.example.test',
  TOKEN: 'Bearer t0ken-value',
  KEY: 'a+b/c=d',
  PART: 'tenant-secret',
  SHORT: 'abc',
};
const target = (section: string) => reading(file({ target: `target: ${section}` }), { environment });
const addressed = (section: string, credential: CredentialName = 'main') => {
  const read = target(section);
  return read.adapter.address(createOf(read), credential);
};

describe('an address', () => {
  test('base address, headers and parameters are added', () => {
    const request = addressed(
      '{ base_url: "https://${env:HOST}/api/", headers: { X-Token: "${env:KEY}" }, query: { k: "${env:KEY}" } }',
    );
    expect(request.url).toBe('https://crm.example.test/api/tasks?k=a%2Bb%2Fc%3Dd');
    expect(request.headers[0]).toEqual(['X-Token', 'a+b/c=d']);
  });

  test("a header of the request stands in place of the target's", () => {
    expect(addressed('{ base_url: "http://x.test", headers: { content-type: text/plain } }').headers).toEqual(
      [
        ['Content-Type', 'application/json'],
        ['Idempotency-Key', 'k-1'],
      ],
    );
  });

  test('body members are put in, and the rest of the body stays as it was', () => {
    const read = target('{ base_url: "http://x.test", body: { auth: "${env:KEY}" } }');
    const sent = (body: string | null) =>
      read.adapter.address(
        { method: 'POST', path: '/', headers: [['Content-Type', 'application/json']], body },
        'main',
      ).body;
    expect(sent('{ "a" : 1.0 }')).toBe('{"auth":"a+b/c=d", "a" : 1.0 }');
    expect(sent(' {}')).toBe('{"auth":"a+b/c=d"}');
    expect(sent('[1]')).toBe('[1]');
    expect(sent(null)).toBeNull();
    expect(
      read.adapter.address(
        {
          method: 'POST',
          path: '/',
          headers: [['Content-Type', 'application/x-www-form-urlencoded']],
          body: 'a=1',
        },
        'main',
      ).body,
    ).toBe('a=1&auth=a%2Bb%2Fc%3Dd');
  });

  test('another address can stand in for the whole target', () => {
    const text = file({
      target:
        'target: { base_url: "${env:NOT_SET}", alt: { renewed: { base_url: "${env:NOT_SET_EITHER}" } } }',
    });
    const read = reading(text, { baseUrl: 'http://127.0.0.1:9/x' });
    expect(read.adapter.address(createOf(read), 'main').url).toBe('http://127.0.0.1:9/x/tasks');
    expect(read.adapter.address(createOf(read), 'renewed').url).toBe('http://127.0.0.1:9/x/tasks');
    expect(read.adapter.origin).toBe('http://127.0.0.1:9/x');
  });

  test.each(['http://127.0.0.1:9', 'http://127.0.0.1:9/'])(
    'one that is a host alone (%s) keeps the path, variables and all',
    (baseUrl) => {
      const text = file({ target: 'target: { base_url: "http://${env:HOST}/api/${env:VERSION}" }' });
      const read = reading(text, { baseUrl, environment: { VERSION: 'v2' } });
      expect(read.adapter.address(createOf(read), 'main').url).toBe('http://127.0.0.1:9/api/v2/tasks');
    },
  );
});

describe('other credentials', () => {
  const section =
    '{ base_url: "http://x.test", headers: { Authorization: "${env:TOKEN}", X-Org: one }, alt: { other_tenant: { headers: { authorization: other-token, X-Org: two } }, renewed: { base_url: "http://y.test" } } }';

  test('they replace what they name, whatever its case, and keep the rest', () => {
    expect(addressed(section, 'other_tenant').headers.slice(0, 2)).toEqual([
      ['authorization', 'other-token'],
      ['X-Org', 'two'],
    ]);
    const renewed = addressed(section, 'renewed');
    expect(renewed.url).toBe('http://y.test/tasks');
    expect(renewed.headers.slice(0, 2)).toEqual([
      ['Authorization', 'Bearer t0ken-value'],
      ['X-Org', 'one'],
    ]);
  });

  test('one that must be refused is derived from the token', () => {
    expect(addressed(section, 'refused').headers[0]).toEqual(['Authorization', 'Bearer twiceshy-refused']);
    expect(
      addressed('{ base_url: "http://x.test", headers: { Authorization: Bearer open } }', 'refused')
        .headers[0]?.[1],
    ).toBe('Bearer twiceshy-refused');
    expect(
      addressed('{ base_url: "http://x.test", query: { api_key: "${env:KEY}" } }', 'refused').url,
    ).toContain('api_key=twiceshy-refused');
  });

  test('one that the file names is used as named', () => {
    expect(
      addressed(
        '{ base_url: "http://x.test", headers: { Authorization: Bearer a }, alt: { refused: { headers: { Authorization: Bearer b } } } }',
        'refused',
      ).headers[0]?.[1],
    ).toBe('Bearer b');
  });

  test('what is not there is not offered, and asking for it is our own mistake', () => {
    const read = target('{ base_url: "http://x.test", headers: { X-Org: one } }');
    for (const need of ['other-tenant', 'renewed-credential', 'refused-credential'] as const) {
      expect(read.adapter.offers).not.toContain(need);
    }
    expect(() => read.adapter.address(createOf(read), 'refused')).toThrow('no credential "refused"');
  });
});

describe('secrets', () => {
  test('all from the environment but hosts, with the bare token and the spelling of a query', () => {
    const { adapter } = target(
      '{ base_url: "https://${env:HOST}/t/${env:PART}", headers: { Authorization: "${env:TOKEN}", S: "${env:SHORT}" }, query: { k: "${env:KEY}" } }',
    );
    expect(adapter.secrets.toSorted()).toEqual(
      [
        'Bearer t0ken-value',
        'Bearer%20t0ken-value',
        't0ken-value',
        'a+b/c=d',
        'a%2Bb%2Fc%3Dd',
        'tenant-secret',
      ].toSorted(),
    );
    expect(adapter.origin).toBe('https://crm.example.test/t/[PART]');
  });

  test('a prepared request holds none', () => {
    const read = target(
      '{ base_url: "https://${env:HOST}", headers: { Authorization: "${env:TOKEN}" }, body: { k: "${env:KEY}" } }',
    );
    const prepared = JSON.stringify(createOf(read));
    for (const secret of read.adapter.secrets) expect(prepared).not.toContain(secret);
  });

  test('reach the process of a receiver by its own environment, with the password of a database apart', () => {
    const read = reading(
      `${file()}\ncontrol: { process: { command: [node, server.js], ready: { path: /healthz }, env: { DATABASE: "\${env:DB}", MODE: plain } } }`,
      { environment: { ...environment, DB: 'postgresql://crm:pass%2Fword@127.0.0.1:5432/crm' } },
    );
    expect(read.control?.process?.env).toEqual({
      DATABASE: 'postgresql://crm:pass%2Fword@127.0.0.1:5432/crm',
      MODE: 'plain',
    });
    expect(read.adapter.secrets).toEqual(
      expect.arrayContaining(['postgresql://crm:pass%2Fword@127.0.0.1:5432/crm', 'pass%2Fword', 'pass/word']),
    );
    expect(read.adapter.secrets).not.toContain('plain');
  });

  test('a missing variable is named, with every other that is missing', () => {
    const error = mistakeOf(
      file({
        target: 'target: { base_url: "${env:CRM_URL}", headers: { A: "${env:TOKEN} ${env:CRM_TOKEN}" } }',
      }),
      { environment: { TOKEN: 'x', CRM_TOKEN: '' } },
    );
    expect(error).toMatchObject({
      code: 'SECRET_MISSING',
      happened: 'crm.yaml uses ${env:CRM_URL}, ${env:CRM_TOKEN}, which are not set',
    });
    expect(error.next).toBe('export CRM_URL=... CRM_TOKEN=...');
  });

  test('a value that no header can carry is refused without being shown', () => {
    const error = mistakeOf(
      file({ target: 'target: { base_url: "http://x.test", headers: { A: "${env:TOKEN}" } }' }),
      { environment: { TOKEN: 'hush\nhush' } },
    );
    expect(error).toMatchObject({
      code: 'SECRET_MISSING',
      happened: '${env:TOKEN} of crm.yaml holds a line break',
    });
    expect(error.message).not.toContain('hush');
  });

  test('an address that turns out to be none is refused without being shown', () => {
    for (const value of ['ftp://hush.test', 'hush', 'http://hush:pw@x.test', 'http://x.test/?token=hush']) {
      const error = mistakeOf(file({ target: 'target: { base_url: "${env:URL}" }' }), {
        environment: { URL: value },
      });
      expect(error.code).toBe('BAD_FILE');
      expect(error.message).not.toContain('hush');
    }
  });
});
