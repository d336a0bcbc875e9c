import { describe, expect, it } from 'vitest';
import { serveReceiver, systemClock } from '../../reference-receiver/index.js';
import { dialectOf } from '../../src/adapters/dialect/dialect-of.js';
import { vendors } from '../../src/adapters/vendors/index.js';
import { speaking } from '../support/dialect-receiver.js';
import { anyEnvironment } from '../support/vendor-trial.js';

const invoice = { customer: 'conformance', reference: 'tw-1', amount: 1000, currency: 'EUR' };
const main = { authorization: 'Bearer value of INVOICES_TOKEN' };
const other = { authorization: 'Bearer value of INVOICES_TOKEN_OTHER' };

describe('the dialect of a contract with a key in a header', () => {
  it('creates once, marks the replay, and refuses other content as the file reads it', async () => {
    const ask = speaking('ietf-idempotency-key');
    const keyed = { ...main, 'idempotency-key': '"key-1"' };
    const created = await ask('POST', '/invoices', keyed, invoice);
    const replayed = await ask('POST', '/invoices', keyed, invoice);
    const clash = await ask('POST', '/invoices', keyed, { ...invoice, amount: 1 });
    expect([created.status, replayed.status, clash.status]).toEqual([201, 201, 422]);
    expect(created.headers.get('idempotent-replayed')).toBeNull();
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(replayed.body).toEqual(created.body);
    const listed = await ask('GET', '/invoices?reference=tw-1', main);
    expect(listed.body).toEqual({ data: [created.body] });
  });

  it.each([
    ['no key', {}],
    ['a key without its quotes', { 'idempotency-key': 'key-1' }],
    ['two keys', { 'idempotency-key': '"key-1", "key-2"' }],
  ])('refuses %s by name', async (_, keys) => {
    const ask = speaking('ietf-idempotency-key');
    const refused = await ask('POST', '/invoices', { ...main, ...keys }, invoice);
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({ title: 'Idempotency-Key' });
    expect((await ask('GET', '/invoices?reference=tw-1', main)).body).toEqual({ data: [] });
  });

  it('keeps the tenants of its credentials apart, and knows nobody else', async () => {
    const ask = speaking('ietf-idempotency-key');
    const key = { 'idempotency-key': '"key-1"' };
    const mine = await ask('POST', '/invoices', { ...main, ...key }, invoice);
    const theirs = await ask('POST', '/invoices', { ...other, ...key }, invoice);
    expect(theirs.status).toBe(201);
    expect(theirs.body).not.toEqual(mine.body);
    expect((await ask('GET', '/invoices?reference=tw-1', other)).body).toEqual({ data: [theirs.body] });
    expect((await ask('GET', '/invoices', { authorization: 'Bearer guessed' })).status).toBe(401);
  });
});

describe('the dialect of an upsert with a key in the path', () => {
  const path = "/api/data/v9.2/accounts(contoso_key='0a1b2c3d-0000-4000-8000-000000000001')";
  const headers = { authorization: 'Bearer value of DATAVERSE_TOKEN' };

  it('updates what is there, and gives the key back with the record', async () => {
    const ask = speaking('dataverse-upsert');
    const created = await ask('PATCH', path, headers, { name: 'probe tw-1', description: 'first' });
    const updated = await ask('PATCH', path, headers, { name: 'probe tw-1', description: 'second' });
    expect([created.status, updated.status]).toEqual([201, 200]);
    const found = await ask('GET', path, headers);
    expect(found.body).toMatchObject({ description: 'second' });
    const { accountid: id } = found.body as { accountid: string };
    expect((await ask('DELETE', `/api/data/v9.2/accounts(${id})`, headers)).status).toBe(204);
    expect((await ask('GET', path, headers)).status).toBe(404);
    expect((await ask('PATCH', path, headers, { name: 'probe tw-1', description: 'third' })).status).toBe(
      201,
    );
  });
});

describe('the dialect of a form', () => {
  it('reads brackets as members', async () => {
    const ask = speaking('stripe-customers');
    const headers = {
      authorization: 'Bearer value of STRIPE_TEST_KEY',
      'idempotency-key': 'key-1',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const created = await ask(
      'POST',
      '/v1/customers',
      headers,
      'name=A&description=B&metadata[reference]=tw-1',
    );
    expect(created.status).toBe(200);
    const query = encodeURIComponent("metadata['reference']:'tw-1'");
    const found = await ask('GET', `/v1/customers/search?limit=10&query=${query}`, headers);
    expect(found.body).toMatchObject({ data: [{ name: 'A', metadata: { reference: 'tw-1' } }] });
  });
});

describe('the dialect of an endpoint without protection', () => {
  it('makes a second record of a repeat', async () => {
    const ask = speaking('pipedrive-deals');
    const headers = { 'x-api-token': 'value of PIPEDRIVE_TOKEN' };
    const deal = { title: 'probe tw-1', value: 10, currency: 'EUR' };
    const answers = [
      await ask('POST', '/api/v1/deals', headers, deal),
      await ask('POST', '/api/v1/deals', headers, deal),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const term = encodeURIComponent('probe tw-1');
    const search = `/api/v2/deals/search?fields=title&exact_match=true&term=${term}`;
    const first = await ask('GET', `${search}&limit=1`, headers);
    const { data, additional_data: more } = first.body as {
      data: { items: readonly unknown[] };
      additional_data: { next_cursor: string };
    };
    const second = await ask('GET', `${search}&limit=1&cursor=${more.next_cursor}`, headers);
    const rest = (second.body as { data: { items: readonly unknown[] } }).data;
    expect([...data.items, ...rest.items]).toHaveLength(2);
  });
});

describe('a dialect over sockets', () => {
  it('removes a record by a request without a body', async () => {
    const text = vendors.find(({ name }) => name === 'dataverse-upsert')?.text() ?? '';
    const served = await serveReceiver({
      host: '127.0.0.1',
      port: 0,
      file: ':memory:',
      clock: systemClock,
      chance: () => 0.5,
      controls: false,
      dialect: dialectOf(text, { file: 'dataverse-upsert.yaml', environment: anyEnvironment }),
    });
    try {
      const account = `${served.url}/api/data/v9.2/accounts`;
      const natural = `${account}(contoso_key='0a1b2c3d-0000-4000-8000-000000000001')`;
      const headers = { authorization: 'Bearer value of DATAVERSE_TOKEN' };
      const body = JSON.stringify({ name: 'probe tw-1', description: 'first' });
      const type = { 'content-type': 'application/json' };
      await fetch(natural, { method: 'PATCH', headers: { ...headers, ...type }, body });
      const { accountid: id } = (await (await fetch(natural, { headers })).json()) as { accountid: string };
      expect((await fetch(`${account}(${id})`, { method: 'DELETE', headers })).status).toBe(204);
      expect((await fetch(natural, { headers })).status).toBe(404);
    } finally {
      await served.close();
    }
  });
});
