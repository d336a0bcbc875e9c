import { rootCertificates } from 'node:tls';
import { buildConnector } from 'undici';

/** Connects to targets whose certificate that authority vouches for, besides those that Node knows; undefined without one. */
export function trustedConnector(ca: string | undefined): buildConnector.connector | undefined {
  return ca === undefined ? undefined : buildConnector({ ca: [...rootCertificates, ca] });
}
