import { storedAnswer } from '../create/stored-answer.js';
import type { Parts } from '../parts.js';
import type { KeyRow } from '../store/keys.js';
import type { Flaw } from './flaw.js';

/** Looks for a stored answer before it looks at the credential. */
export const replayBeforeAuthorisation: Flaw = {
  name: 'replay-before-authorisation',
  requirement: 'scope/refused-credential-gets-nothing',
  summary: 'Looks for a stored answer before it looks at the credential.',
  apply: (parts) => ({
    ...parts,
    unauthorised: (whole, asking) => {
      const { pathname } = new URL(asking.request.url);
      const reading = whole.keyOf(asking.request.headers.get('idempotency-key'));
      const row =
        asking.request.method === 'POST' && 'key' in reading
          ? anyTenants(whole, pathname, reading.key)
          : undefined;
      return row === undefined ? parts.unauthorised(whole, asking) : storedAnswer(row);
    },
  }),
};

function anyTenants(parts: Parts, route: string, key: string): KeyRow | undefined {
  return parts.store.database
    .prepare<[string, string], KeyRow>(
      `SELECT status, content_type AS contentType, location, body FROM keys WHERE route = ? AND key = ? AND state = 'done'`,
    )
    .get(route, parts.identityOf(key));
}
