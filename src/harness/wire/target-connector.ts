import type { Socket } from 'node:net';
import { connect as connectSecurely, rootCertificates } from 'node:tls';
import { buildConnector } from 'undici';
import type { ForwardProxy } from './forward-proxies.js';
import type { Route } from './route.js';
import { nameOf, Tunnel } from './tunnel.js';

const longestConnectMs = 10_000;

/** Connects as that route says; undefined where it says nothing. */
export function targetConnector({ ca, proxies }: Route): buildConnector.connector | undefined {
  if (ca === undefined && proxies === undefined) return undefined;
  const authorities = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
  const straight = buildConnector(authorities);
  return (options, callback) => {
    const { protocol, host } = options;
    const via = proxies?.of(`${protocol}//${host}`) ?? null;
    if (via === null) straight(options, callback);
    else through(via, { ...options, ...authorities }, callback);
  };
}

function through(
  via: ForwardProxy,
  { protocol, hostname, port, servername, ca }: buildConnector.Options & { readonly ca?: string[] },
  callback: buildConnector.Callback,
): void {
  const secure = protocol === 'https:';
  // A URL puts the address of IPv6 into brackets, a socket does not.
  const host = hostname.replace(/^\[|\]$/g, '');
  const tunnel = new Tunnel(via, { host, port: port === '' ? (secure ? 443 : 80) : Number(port) });
  // undici asks of a socket what every stream can do.
  const socket = secure
    ? connectSecurely({
        socket: tunnel,
        ALPNProtocols: ['http/1.1'],
        ...(servername ? { servername } : nameOf(host)),
        ...(ca === undefined ? {} : { ca }),
        host,
      })
    : (tunnel as unknown as Socket);
  let told = false;
  const tell = (...outcome: Parameters<typeof callback>): void => {
    tunnel.setTimeout(0);
    if (!told) callback(...outcome);
    told = true;
  };
  tunnel.setTimeout(longestConnectMs, () => {
    tunnel.destroy(
      Object.assign(new Error(`no connection within ${longestConnectMs} ms`), {
        code: 'UND_ERR_CONNECT_TIMEOUT',
      }),
    );
  });
  socket.once(secure ? 'secureConnect' : 'connect', () => tell(null, socket));
  socket.once('error', (error) => tell(error, null));
  if (secure) tunnel.once('error', (error) => socket.destroy(error));
}
