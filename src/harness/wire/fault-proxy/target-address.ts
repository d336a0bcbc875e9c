import type { Route } from '../route.js';
import type { TargetAddress } from './target-line.js';

/** Where the target of that URL listens, and how it is reached. */
export function targetAddress(url: string, { ca, proxies }: Route): TargetAddress {
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === 'https:';
  return {
    // A URL puts the address of IPv6 into brackets, a socket does not.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 443 : 80) : Number(port),
    tls: secure ? { ca } : null,
    via: proxies?.of(url) ?? null,
  };
}
