import { Pool } from 'undici';

const headers = { authorization: 'Bearer harbor-token', 'content-type': 'application/json' };

/** Asks a command API over connections that stay open; throws where no answer comes in time. */
export function openClient(url, { connections = 64, timeoutMs = 30_000 } = {}) {
  const pool = new Pool(url, { connections });
  const ask = async (path, { method = 'GET', key, body, headers: more, limitMs = timeoutMs } = {}) => {
    const response = await pool.request({
      path,
      method,
      headers: { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }), ...more },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(limitMs),
    });
    const text = await response.body.text();
    return { status: response.statusCode, body: text === '' ? null : JSON.parse(text) };
  };
  return {
    ask,
    place: (key, body, more = {}) => ask('/v1/orders', { method: 'POST', key, body, ...more }),
    change: (id, version, body) =>
      ask(`/v1/orders/${id}`, { method: 'PATCH', headers: { 'if-match': `"${version}"` }, body }),
    control: (name, body) => ask(`/__test/${name}`, { method: 'POST', body }),
    orders: (reference) => everyPage(ask, `/v1/orders?reference=${reference}`),
    records: (reference) => everyPage(ask, `/erp/orders?reference=${reference}`),
    backlog: async () => (await ask('/v1/backlog')).body,
    close: () => pool.destroy(),
  };
}

async function everyPage(ask, path) {
  const found = [];
  for (let after = 0; after !== undefined;) {
    const { status, body } = await ask(`${path}&limit=100&after=${after}`);
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
    found.push(...body.data);
    after = body.next;
  }
  return found;
}

/** The content of an order that carries this intent. */
export function orderOf(intent, reference, more = {}) {
  return {
    business_intent_id: intent,
    reference,
    account: 'quay side',
    lines: [{ sku: 'BOOT-42', quantity: 10 }],
    amount: 1250.5,
    ...more,
  };
}
