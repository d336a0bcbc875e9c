import { describe, expect, test } from 'vitest';
import { answered, actionOf, createOf, file, reading, worked } from './support.js';

describe('a key in a header', () => {
  const invoices = worked('key-in-header');
  const { adapter } = invoices;

  test('a create carries the quoted key, and the credential only once it is addressed', () => {
    const prepared = createOf(invoices);
    expect(prepared).toEqual({
      method: 'POST',
      path: '/invoices',
      headers: [
        ['Content-Type', 'application/json'],
        ['Idempotency-Key', '"k-1"'],
      ],
      body: '{"customer":"conformance","reference":"m-1","amount":1000,"currency":"EUR"}',
    });
    const addressed = adapter.address(prepared, 'main');
    expect(addressed.url).toBe('http://127.0.0.1:8080/invoices');
    expect(addressed.headers[0]).toEqual(['Authorization', 'Bearer secret-of-INVOICE_API_TOKEN']);
  });

  test('answers are read by the first rule that matches', () => {
    const outcome = (status: number, body = {}, headers: [string, string][] = []) =>
      adapter.create.outcome(answered(status, body, headers));
    expect(outcome(409, { resource_id: 'in_9', id: 'problem' })).toMatchObject({
      kind: 'exists',
      id: 'in_9',
    });
    expect(outcome(409, { id: 'problem' })).toMatchObject({
      kind: 'in-flight',
      id: null,
      rule: 'outcomes/1',
    });
    expect(outcome(422).kind).toBe('mismatch');
    expect(outcome(400, { title: 'Idempotency-Key is missing' }).kind).toBe('key-refused');
    expect(outcome(400, { title: 'no amount' }).kind).toBe('rejected');
    expect(outcome(201, { id: 4 }, [['idempotent-replayed', 'true']])).toMatchObject({
      kind: 'replayed',
      id: '4',
    });
    expect(outcome(201, {}, [['location', 'https://x.test/invoices/in_1?x=1']])).toMatchObject({
      kind: 'created',
      id: 'in_1',
    });
    expect(outcome(202)).toMatchObject({
      kind: 'unknown',
      rule: 'no recogniser matches: status 202',
    });
    expect(outcome(500).kind).toBe('unknown');
  });

  test('another credential is a stranger where the scope counts credentials', () => {
    expect(adapter.offers).toContain('other-tenant');
    expect(adapter.address(createOf(invoices), 'other_tenant').headers[0]?.[1]).toBe(
      'Bearer secret-of-INVOICE_API_TOKEN_B',
    );
  });

  test('claims, limits and guard are as stated', () => {
    expect(invoices.guard).toEqual({
      allowHosts: ['127.0.0.1', 'sandbox.example.test'],
      requireEnv: ['CONFORMANCE_ALLOW_WRITES'],
    });
    expect(adapter.contract).toMatchObject({
      mode: 'key',
      key: { in: 'header', name: 'Idempotency-Key', make: 'uuid4', max: 255 },
      retention: { kind: 'floor', ms: 86_400_000 },
      scope: ['credential', 'path'],
      claims: { replay: 'same_response', failures: 'undocumented', after_expiry: 'undocumented' },
      limits: { creates: 40, perSecond: 5, parallel: 8, timeoutMs: 20_000, load: null },
      vary: { pointer: '/amount', value: 1001 },
    });
  });

  test('clean-up deletes by id, and what is gone already is gone', () => {
    expect(adapter.remove?.request('a/b')).toMatchObject({
      method: 'DELETE',
      path: '/invoices/a%2Fb',
      body: null,
    });
    expect([204, 404, 410, 500].map((status) => adapter.remove?.gone(answered(status)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('a key in the body', () => {
  const orders = worked('key-in-body');

  test('the key stands in the body beside the payload', () => {
    expect(JSON.parse(createOf(orders).body ?? '')).toMatchObject({
      idempotency_key: 'k-1',
      order: { reference_id: 'm-1', line_items: [{ quantity: '1', base_price_money: { amount: 100 } }] },
    });
    expect(actionOf(orders).payload).not.toHaveProperty('idempotency_key');
    expect(createOf(orders, []).body).not.toContain('idempotency_key');
  });

  test('an error in a body is read before the status', () => {
    const outcome = (status: number, code: string) =>
      orders.adapter.create.outcome(answered(status, { errors: [{ code }] })).kind;
    expect(outcome(400, 'IDEMPOTENCY_KEY_REUSED')).toBe('mismatch');
    expect(outcome(400, 'RATE_LIMITED')).toBe('throttled');
    expect(outcome(429, 'OTHER')).toBe('throttled');
    expect(orders.adapter.create.outcome(answered(200, '<html>all is well</html>')).kind).toBe('unknown');
  });

  test('records are filtered by marker where the search cannot', () => {
    const { observe, contract } = orders.adapter;
    expect(observe?.request('m-1', null).body).toBe('{"location_ids":["conformance-location"],"limit":500}');
    const found = [
      { id: 'o1', reference_id: 'm-1' },
      { id: 'o2', reference_id: 'm-10' },
    ];
    expect(observe?.read(answered(200, { orders: found }), 'm-1')).toEqual({
      kind: 'page',
      records: [{ id: 'o1', fields: found[0] }],
      next: null,
    });
    expect(contract.consistency).toEqual({ kind: 'eventual', settleMs: 10_000, pollMs: 2000 });
  });
});

describe('an upsert by a key in the path', () => {
  const accounts = worked('upsert-in-path');
  const { create, lookUp, observe } = accounts.adapter;

  test('the key is percent-encoded into the path', () => {
    expect(create.request(actionOf(accounts, "a/b 'c"), ["a/b 'c"]).path).toBe(
      "/services/data/v60.0/sobjects/Account/Conformance_Id__c/a%2Fb%20'c",
    );
  });

  test('created and updated are told apart', () => {
    expect(create.outcome(answered(201, { id: '001' }))).toMatchObject({ kind: 'created', id: '001' });
    expect(create.outcome(answered(200, { id: '001', created: true })).kind).toBe('created');
    expect(create.outcome(answered(200, { id: '001', created: false })).kind).toBe('updated');
    expect(create.outcome(answered(204, ''))).toMatchObject({ kind: 'updated', id: null });
    expect(create.outcome(answered(400, [{ errorCode: 'UNABLE_TO_LOCK_ROW' }])).kind).toBe('in-flight');
    expect(create.outcome(answered(300, [])).kind).toBe('ambiguous');
  });

  test('a look-up is absent, several or found, and all else is trouble', () => {
    expect(lookUp?.read(answered(404))).toEqual({ kind: 'absent' });
    expect(lookUp?.read(answered(300, []))).toEqual({ kind: 'several', ids: [] });
    expect(lookUp?.read(answered(200, { Id: '001', Name: 'x' }))).toEqual({
      kind: 'found',
      id: '001',
      fields: { Id: '001', Name: 'x' },
    });
    expect(lookUp?.read(answered(200, {}))?.kind).toBe('trouble');
    expect(lookUp?.read(answered(503))).toEqual({ kind: 'trouble', why: 'status 503' });
    expect(lookUp?.read({ kind: 'lost', how: 'reset', detail: '' })?.kind).toBe('trouble');
  });

  test('a page that shows fewer records than the receiver counts is no count', () => {
    expect(observe?.request('m', null).path).toContain(
      "q=SELECT%20Id%20FROM%20Account%20WHERE%20Name%20%3D%20'probe%20m'",
    );
    expect(observe?.read(answered(200, { totalSize: 1, records: [{ Id: '1' }] }), 'm')).toMatchObject({
      kind: 'page',
    });
    expect(observe?.read(answered(200, { totalSize: 9, records: [{ Id: '1' }] }), 'm')).toMatchObject({
      kind: 'trouble',
    });
  });
});

describe('a create without any guard', () => {
  const deals = worked('unguarded');
  const { adapter } = deals;

  test('no key travels, and no key mode is offered', () => {
    expect(createOf(deals)).toEqual(createOf(deals, []));
    expect(adapter.offers).not.toContain('key-mode');
    expect(adapter.offers).toContain('refused-credential');
  });

  test('the id of an existing record is taken out of a message', () => {
    const outcome = adapter.create.outcome(answered(409, { message: 'Duplicate. Existing ID: D77.' }));
    expect(outcome).toMatchObject({ kind: 'exists', id: 'D77' });
  });

  test('a look-up counts by the marker', () => {
    const by = { key: 'k', marker: 'm' };
    const items = (...ids: number[]) =>
      answered(200, { data: { items: ids.map((id) => ({ item: { id } })) } });
    expect(adapter.lookUp?.request(by)).toEqual(adapter.observe?.request('m', null));
    expect(adapter.lookUp?.read(items(), by)).toEqual({ kind: 'absent' });
    expect(adapter.lookUp?.read(items(5), by)).toMatchObject({ kind: 'found', id: '5' });
    expect(adapter.lookUp?.read(items(5, 6), by)).toEqual({ kind: 'several', ids: ['5', '6'] });
    expect(adapter.lookUp?.read(answered(500), by)?.kind).toBe('trouble');
  });

  test('all that it says is acted upon', () => {
    expect(deals.notes).toEqual([]);
    expect(deals.adapter.contract.retryActions).toEqual({ unknown: 'lookup-first', throttled: 'same-key' });
  });
});

describe('the remaining shapes', () => {
  test('a key as a query parameter', () => {
    const read = reading(file({ key: 'key: { in: query, name: requestid, make: uuid4, max: 50 }' }));
    expect(createOf(read, ['a&b é']).path).toBe('/tasks?requestid=a%26b%20%C3%A9');
    expect(createOf(read, []).path).toBe('/tasks');
  });

  test('two headers that go together, the second the same on every attempt', () => {
    let time = Date.UTC(2026, 0, 1);
    const read = reading(
      file({
        key: 'key: { in: header, name: Repeatability-Request-ID, with: [{ in: header, name: Repeatability-First-Sent, value: "{{first_sent_imf}}", stable: true }] }',
        outcomes: [
          'outcomes:',
          '  - { is: expired, when: { status: 412, header: { Repeatability-Result: { regex: "^[Rr]ejected$" } } } }',
          '  - { is: ignored, when: { status: 2xx, header: { Repeatability-Result: { exists: false } } } }',
          '  - { is: created, when: { status: 2xx } }',
        ].join('\n'),
      }),
      { now: () => time },
    );
    const first = createOf(read);
    time += 3_600_000;
    expect(first.headers.at(-1)).toEqual(['Repeatability-First-Sent', 'Thu, 01 Jan 2026 00:00:00 GMT']);
    expect(createOf(read)).toEqual(first);
    expect(createOf(read, ['other']).headers.at(-1)?.[1]).toBe('Thu, 01 Jan 2026 01:00:00 GMT');
    expect(createOf(read, []).headers).toEqual([['Content-Type', 'application/json']]);
    const outcome = (status: number, result?: string) =>
      read.adapter.create.outcome(
        answered(status, {}, result === undefined ? [] : [['repeatability-result', result]]),
      ).kind;
    expect([outcome(412, 'rejected'), outcome(201), outcome(201, 'accepted')]).toEqual([
      'expired',
      'ignored',
      'created',
    ]);
  });

  test('an error that carries the id', () => {
    const read = reading(
      file({
        outcomes:
          'outcomes: [{ is: exists, when: { status: 409, json: { /error/errors/0/reason: { equals: idempotent_creation_conflict } } }, id: { json: /error/errors/0/links/conflicting_resource_id } }]',
      }),
    );
    const error = {
      errors: [{ reason: 'idempotent_creation_conflict', links: { conflicting_resource_id: 'PM1' } }],
    };
    expect(read.adapter.create.outcome(answered(409, { error }))).toMatchObject({
      kind: 'exists',
      id: 'PM1',
    });
  });

  test('a job that is accepted, and a header that says whether to try again', () => {
    const read = reading(
      file(
        {
          key: 'key: { in: header, name: X-NetSuite-Idempotency-Key, with: [{ in: header, name: Prefer, value: respond-async }] }',
          outcomes:
            'outcomes: [{ is: exists, when: { status: 400, json: { "/o:errorDetails/0/o:errorCode": { equals: IDEMPOTENCY_ERROR } } }, id: { header: Location, regex: "/job/([^/]+)" } }]',
        },
        'async: { when: { status: 202 }, poll_from: { header: Location }, done: { json: { /completed: { equals: true } } } }',
        'retry: { signal: { header: transient-error, "true": same_key, "false": stop } }',
      ),
    );
    const accepting = answered(202, '', [['Location', '/job/j7']]);
    expect(read.adapter.create.outcome(accepting)).toMatchObject({ kind: 'accepted', rule: 'async/when' });
    expect(read.adapter.poll?.request(accepting)).toMatchObject({ method: 'GET', path: '/job/j7' });
    expect(read.notes).toEqual([]);
    expect(read.adapter.contract.retrySignal).toEqual({
      header: 'transient-error',
      true: 'same-key',
      false: 'stop',
    });
    const refusing = (value: string) =>
      read.adapter.create.outcome(answered(503, '', [['Transient-Error', value]]));
    expect([refusing('true').advice, refusing('False').advice, refusing('maybe').advice]).toEqual([
      'same-key',
      'stop',
      undefined,
    ]);
    const refused = answered(400, { 'o:errorDetails': [{ 'o:errorCode': 'IDEMPOTENCY_ERROR' }] }, [
      ['Location', 'https://x.test/job/j7'],
    ]);
    expect(read.adapter.create.outcome(refused)).toMatchObject({ kind: 'exists', id: 'j7' });
  });

  test('a key that lives in the text of a query', () => {
    const query =
      'mutation M($i: I!) { refundCreate(input: $i) @idempotent(key: \\"{{key}}\\") { refund { id } } }';
    const read = reading(
      file({
        create: `create: { path: /graphql, body: { query: "${query}", variables: { i: { note: "{{marker}}" } } } }`,
        key: 'key: { in: none, template_only: true }',
      }),
    );
    expect(createOf(read).body).toContain('@idempotent(key: \\"k-1\\")');
    expect(createOf(read, ['other']).body).toContain('@idempotent(key: \\"other\\")');
    expect(createOf(read, []).body).toContain('@idempotent(key: \\"\\")');
    expect(read.adapter.offers).toContain('key-mode');
    expect(read.adapter.offers).not.toContain('header-key');
  });

  test('an insert by an alternate key, quoted as OData wants it', () => {
    const read = reading(
      file({
        create: `create: { mode: insert_only, method: PATCH, path: "/accounts(contoso_key='{{key}}')", headers: { If-None-Match: "*", Prefer: return=representation }, body: { name: "{{marker}}" } }`,
        key: 'key: { in: path, encode: odata }',
        outcomes:
          'outcomes: [{ is: exists, when: { status: 412 } }, { is: created, when: { status: [201, 204] } }]',
      }),
    );
    const request = createOf(read, ["o'brien/1"]);
    expect(request.path).toBe("/accounts(contoso_key='o''brien%2F1')");
    expect(request.headers.slice(1)).toEqual([
      ['If-None-Match', '*'],
      ['Prefer', 'return=representation'],
    ]);
  });

  test('a flag in the body that tells created from updated', () => {
    const read = reading(
      file({
        outcomes:
          'outcomes: [{ is: created, when: { status: 200, json: { /results/0/new: { equals: true } } } }, { is: updated, when: { status: 200, json: { /results/0/new: { equals: false } } } }]',
      }),
    );
    const outcome = (isNew: boolean) =>
      read.adapter.create.outcome(answered(200, { results: [{ new: isNew }] })).kind;
    expect([outcome(true), outcome(false)]).toEqual(['created', 'updated']);
  });
});
