import { hasOpenssl } from '../../../support/self-signed.js';
import { describeBurst } from './burst-contract.js';

describeBurst('connections', 'HTTP');
describeBurst('streams', 'plain HTTP/2');
if (hasOpenssl) {
  describeBurst('connections', 'HTTPS');
  describeBurst('streams', 'HTTP/2 over TLS');
}
