import type { PreparedRequest } from '../model/exchange.js';
import type { SenderParts } from './parts.js';

/** Changes the stored bytes of an action behind the sender's back, as a faulty migration would; its approval stays. */
export function tamper({ store }: SenderParts, action: string): void {
  const row = store.rowOf(action);
  if (row === undefined) throw new Error(`No action named ${action} to tamper with.`);
  const request = JSON.parse(row.request) as PreparedRequest;
  const changed: PreparedRequest =
    request.body === null
      ? { ...request, headers: [...request.headers, ['X-Tampered', '1']] }
      : { ...request, body: `${request.body} ` };
  store.rewriteRequest(row.key, JSON.stringify(changed));
}
