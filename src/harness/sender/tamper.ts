import type { PreparedRequest } from '../model/exchange.js';
import type { SenderParts } from './parts.js';

/** Changes the stored bytes of an action behind the sender's back, as a faulty migration would; its approval stays. */
export async function tamper({ store }: SenderParts, action: string): Promise<void> {
  const done = await store.rewriteRequest(action, tampered);
  if (!done) throw new Error(`No action named ${action} to tamper with.`);
}

function tampered(text: string): string {
  const request = JSON.parse(text) as PreparedRequest;
  const changed: PreparedRequest =
    request.body === null
      ? { ...request, headers: [...request.headers, ['X-Tampered', '1']] }
      : { ...request, body: `${request.body} ` };
  return JSON.stringify(changed);
}
