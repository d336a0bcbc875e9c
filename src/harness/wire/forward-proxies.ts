import { isLoopback } from '../model/is-loopback.js';
import { KitError } from '../model/kit-error.js';

/** A proxy that the environment names, through which targets are reached. */
export interface ForwardProxy {
  readonly host: string;
  readonly port: number;
  /** Whether the proxy itself is spoken to over TLS. */
  readonly secure: boolean;
  /** What `Proxy-Authorization` is to say, or null. */
  readonly authorization: string | null;
  /** The variable that names it, for error messages. */
  readonly variable: string;
}

/** The proxies of an environment. */
export interface ForwardProxies {
  /** The proxy on the way to that URL, or null where there is none. */
  of(this: void, url: string): ForwardProxy | null;
  /** Values that must never be written anywhere. */
  readonly secrets: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads HTTP_PROXY, HTTPS_PROXY and NO_PROXY, each in lower case first, as curl and others do. This machine is never
 * reached through a proxy. Undefined where the environment names none. What is no address of a proxy throws `BAD_USAGE`
 * when a target would need it, and is not told: it may hold a password.
 */
export function forwardProxies(environment: Environment): ForwardProxies | undefined {
  const named = {
    'http:': proxyNamed(environment, 'HTTP_PROXY'),
    'https:': proxyNamed(environment, 'HTTPS_PROXY'),
  };
  const all = Object.values(named).filter((each) => each !== null);
  if (all.length === 0) return undefined;
  const exempt = exemptions(valueOf(environment, 'NO_PROXY')?.value ?? '');
  return {
    of: (url) => {
      const target = new URL(url);
      if (isLoopback(target.hostname) || exempt(target)) return null;
      const via = named[target.protocol === 'https:' ? 'https:' : 'http:'];
      if (via instanceof KitError) throw via;
      return via;
    },
    secrets: [...new Set(all.flatMap((each) => (each instanceof KitError ? [] : each.secrets)))],
  };
}

function valueOf(environment: Environment, name: string): { variable: string; value: string } | null {
  for (const variable of [name.toLowerCase(), name]) {
    const value = environment[variable]?.trim() ?? '';
    if (value !== '') return { variable, value };
  }
  return null;
}

function proxyNamed(environment: Environment, name: string): (ForwardProxy & Secrets) | KitError | null {
  const found = valueOf(environment, name);
  if (found === null) return null;
  const { variable, value } = found;
  const written = /^[a-z][\w+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return noProxy(variable);
  const credential = credentialOf(url);
  if (credential === null) return noProxy(variable);
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (credential === 'none') return { host, port, secure, authorization: null, variable, secrets: [] };
  const encoded = Buffer.from(credential.join(':')).toString('base64');
  const secrets = [credential[1], url.password, encoded].filter((secret) => secret !== '');
  return { host, port, secure, authorization: `Basic ${encoded}`, variable, secrets };
}

interface Secrets {
  readonly secrets: readonly string[];
}

/** User and password as they are meant, or null where they cannot be read. */
function credentialOf({ username, password }: URL): readonly [string, string] | 'none' | null {
  if (username === '' && password === '') return 'none';
  try {
    return [decodeURIComponent(username), decodeURIComponent(password)];
  } catch {
    return null;
  }
}

/** Hosts that are reached without a proxy: a name stands for all names below it, with a port for that port alone. */
function exemptions(list: string): (target: URL) => boolean {
  const entries = list
    .split(/[\s,]+/)
    .map((entry) => entry.toLowerCase().replace(/^\*?\./, ''))
    .filter((entry) => entry !== '');
  return ({ hostname, protocol, port }) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const place = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
    return entries.some((entry) => {
      if (entry === '*') return true;
      const [, name = entry, own = place] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
      const plain = name.replace(/^\[|\]$/g, '');
      return own === place && (host === plain || host.endsWith(`.${plain}`));
    });
  };
}

function noProxy(variable: string): KitError {
  return new KitError('BAD_USAGE', {
    happened: `The environment variable ${variable} names no proxy that the kit can use.`,
    expected:
      'http://HOST:PORT or https://HOST:PORT, with USER:PASSWORD@ before the host where the proxy asks for it',
    next: `correct ${variable}, or name the target's host in NO_PROXY`,
  });
}
