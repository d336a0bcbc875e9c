import { describe, expect, it } from 'vitest';
import { forwardProxies } from '../../../src/harness/wire/forward-proxies.js';

const both = { HTTP_PROXY: 'http://plain.test:3128', HTTPS_PROXY: 'http://secure.test' };

describe('the proxies of an environment', () => {
  it('are none where nothing names one', () => {
    expect(forwardProxies({})).toBeUndefined();
    expect(forwardProxies({ HTTP_PROXY: ' ', NO_PROXY: '*' })).toBeUndefined();
  });

  it('stand on the way to what each is named for', () => {
    const proxies = forwardProxies(both);
    expect(proxies?.of('http://crm.test/tasks')).toMatchObject({ host: 'plain.test', port: 3128 });
    expect(proxies?.of('https://crm.test')).toMatchObject({ host: 'secure.test', port: 80, secure: false });
    expect(forwardProxies({ HTTP_PROXY: 'plain.test:3128' })?.of('https://crm.test')).toBeNull();
  });

  it('are read in lower case first, with or without a scheme', () => {
    const { of } = forwardProxies({ ...both, http_proxy: 'lower.test:8080' }) ?? { of: () => null };
    expect(of('http://crm.test')).toMatchObject({ host: 'lower.test', port: 8080, variable: 'http_proxy' });
    const secure = forwardProxies({ HTTPS_PROXY: 'https://[::2]' })?.of('https://crm.test');
    expect(secure).toMatchObject({ host: '::2', port: 443, secure: true });
  });

  it.each(['http://127.0.0.1:8080', 'http://localhost', 'https://[::1]:9'])(
    'never stand before this machine: %s',
    (url) => {
      expect(forwardProxies(both)?.of(url)).toBeNull();
    },
  );

  it.each([
    ['crm.test', 'http://crm.test', true],
    ['crm.test', 'http://eu.crm.test', true],
    ['.crm.test', 'http://eu.crm.test', true],
    ['*.crm.test', 'http://eu.crm.test', true],
    ['crm.test', 'http://notcrm.test', false],
    ['other.test, crm.test', 'http://crm.test', true],
    ['other.test CRM.test', 'http://crm.test', true],
    ['crm.test:8080', 'http://crm.test:8080', true],
    ['crm.test:8080', 'http://crm.test', false],
    ['crm.test:443', 'https://crm.test', true],
    ['10.0.0.7', 'http://10.0.0.7', true],
    ['[fd00::7]:80', 'http://[fd00::7]', true],
    ['fd00::7', 'http://[fd00::7]', true],
    ['*', 'https://crm.test', true],
  ])('NO_PROXY %s and %s: exempt is %s', (list, url, exempt) => {
    const via = forwardProxies({ ...both, NO_PROXY: list })?.of(url);
    expect(via === null).toBe(exempt);
  });

  it('carry their credentials, and tell which texts are secret', () => {
    const proxies = forwardProxies({ HTTP_PROXY: 'http://ada:p%40ss@plain.test:3128' });
    const encoded = Buffer.from('ada:p@ss').toString('base64');
    expect(proxies?.of('http://crm.test')?.authorization).toBe(`Basic ${encoded}`);
    expect(proxies?.secrets).toEqual(['p@ss', 'p%40ss', encoded]);
  });

  it.each(['socks5://plain.test:1080', 'http://:secret@', 'http://ada:%zz@plain.test'])(
    'that are none are told when a target would need them, without what they hold: %s',
    (value) => {
      const proxies = forwardProxies({ HTTP_PROXY: value, NO_PROXY: 'free.test' });
      expect(proxies?.of('http://127.0.0.1')).toBeNull();
      expect(proxies?.of('http://free.test')).toBeNull();
      expect(() => proxies?.of('http://crm.test')).toThrow(/HTTP_PROXY names no proxy that the kit can use/);
      expect(() => proxies?.of('http://crm.test')).not.toThrow(value);
    },
  );
});
