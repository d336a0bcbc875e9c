import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../../src/harness/model/exchange.js';
import type { Control } from '../../../src/harness/model/step.js';
import { actionOf, answered, createOf, file, noon, reading } from './support.js';

describe('a key and its carriage', () => {
  const keyed = (section: string) => reading(file({ key: `key: ${section}` }));
  const headerKeys = (section: string, keys: readonly string[]) =>
    createOf(keyed(section), keys)
      .headers.filter(([name]) => name === 'X-Key')
      .map(([, value]) => value);

  test('a raw header carries the key as it is, and UTF-8 as bytes', () => {
    expect(headerKeys('{ in: header, name: X-Key }', ['Grüße, "x"'])).toEqual(['GrÃ¼Ã\u009fe, "x"']);
    expect(headerKeys('{ in: header, name: X-Key }', [''])).toEqual(['']);
  });

  test('two keys are two header lines, none is no header', () => {
    expect(headerKeys('{ in: header, name: X-Key }', ['a', 'b'])).toEqual(['a', 'b']);
    expect(headerKeys('{ in: header, name: X-Key }', [])).toEqual([]);
  });

  test('a structured-field string is quoted, its quotes and backslashes escaped', () => {
    expect(headerKeys('{ in: header, name: X-Key, encode: sf-string }', ['a"b\\c'])).toEqual([
      '"a\\"b\\\\c"',
    ]);
  });

  test('a header can carry the key percent-encoded', () => {
    expect(headerKeys('{ in: header, name: X-Key, encode: percent }', ['a b/é'])).toEqual(['a%20b%2F%C3%A9']);
  });

  test('a query carries it percent-encoded unless raw is said', () => {
    expect(createOf(keyed('{ in: query, name: rid }'), ["a'b+c"]).path).toBe("/tasks?rid=a'b%2Bc");
    expect(createOf(keyed('{ in: query, name: rid, encode: raw }'), ['a+b']).path).toBe('/tasks?rid=a+b');
    expect(createOf(keyed('{ in: query, name: rid, encode: odata }'), ["a'b"]).path).toBe("/tasks?rid=a''b");
  });

  test('a body carries it at any depth', () => {
    expect(JSON.parse(createOf(keyed('{ in: body, pointer: /meta/request/id }')).body ?? '')).toEqual({
      title: 'm-1',
      amount: 1,
      meta: { request: { id: 'k-1' } },
    });
  });

  test('a template member with the key follows another key and goes without one', () => {
    const read = reading(
      file({
        create:
          'create: { path: /tasks, body: { ref: "{{key}}", text: "see {{key}}", title: "{{marker}}" } }',
      }),
    );
    expect(JSON.parse(createOf(read, ['z']).body ?? '')).toEqual({ ref: 'z', text: 'see z', title: 'm-1' });
    expect(JSON.parse(createOf(read, []).body ?? '')).toEqual({ text: 'see ', title: 'm-1' });
  });

  test('companions travel in header, query and body', () => {
    const read = keyed(
      '{ in: header, name: X-Key, with: [{ in: query, name: v, value: "{{marker}}" }, { in: body, pointer: /sent, value: "{{now_iso}}" }] }',
    );
    const request = createOf(read);
    expect(request.path).toBe('/tasks?v=m-1');
    expect(JSON.parse(request.body ?? '')).toMatchObject({ sent: '2026-01-02T03:04:05.000Z' });
  });
});

describe('payload and body', () => {
  test('values keep their type, and variables are text', () => {
    const read = reading(
      file({
        create:
          'create: { path: /tasks, body: { n: "{{n}}", one: 1, yes: true, none: null, list: [1.50, "2"] } }',
      }),
    );
    expect(actionOf(read).payload).toEqual({ n: '7', one: 1, yes: true, none: null, list: [1.5, '2'] });
  });

  test('the run and the time can be told', () => {
    const text = file({ create: 'create: { path: "/{{run_id}}/tasks", body: { at: "{{now_iso}}" } }' });
    expect(createOf(reading(text, { runId: 'run-9' })).path).toBe('/run-9/tasks');
    expect(createOf(reading(text)).path).toBe(`/r${noon.toString(36)}/tasks`);
    expect(actionOf(reading(text)).payload).toEqual({ at: '2026-01-02T03:04:05.000Z' });
  });

  test('a form is encoded with bracketed names', () => {
    const read = reading(
      file({
        create:
          'create: { path: /v1/charges, content_type: application/x-www-form-urlencoded, body: { amount: 5, metadata: { ref: "{{marker}}" }, items: [{ a: "x y" }] } }',
      }),
    );
    expect(createOf(read).body).toBe('amount=5&metadata%5Bref%5D=m-1&items%5B0%5D%5Ba%5D=x%20y');
    expect(read.adapter.offers).not.toContain('json-body');
  });

  test('a text goes out as it stands', () => {
    const read = reading(
      file({ create: 'create: { path: /soap, content_type: text/xml, body: "<a>{{marker}}</a>" }' }),
    );
    expect(createOf(read)).toMatchObject({
      headers: [['Content-Type', 'text/xml'], expect.anything()],
      body: '<a>m-1</a>',
    });
  });

  test('an edited payload is what is sent', () => {
    const read = reading(file());
    const action = { ...actionOf(read), payload: { title: 'changed {{x}}' } };
    expect(read.adapter.create.request(action, ['k']).body).toBe('{"title":"changed {{x}}"}');
  });

  test('a second operation has a body of its own, and the same key', () => {
    const read = reading(file({}, 'second: { path: /notes, body: { text: "for {{marker}}" } }'));
    expect(read.adapter.second?.request(actionOf(read), ['k'])).toMatchObject({
      path: '/notes',
      headers: [
        ['Content-Type', 'application/json'],
        ['Idempotency-Key', 'k'],
      ],
      body: '{"text":"for m-1"}',
    });
    expect(read.adapter.second?.outcome(answered(201, { id: 3 }))).toMatchObject({
      kind: 'created',
      id: '3',
    });
    expect(reading(file()).adapter.second).toBeNull();
  });
});

describe('recognisers', () => {
  const outcomesOf = (...rules: string[]) =>
    reading(
      file({
        outcomes: [
          'outcomes:',
          '  - { is: created, when: { status: 299 } }',
          ...rules.map((rule) => `  - ${rule}`),
        ].join('\n'),
      }),
    ).adapter.create;

  test('a lost answer is read by transport rules alone, else unknown', () => {
    const create = outcomesOf('{ is: rejected, when: { transport: refused } }');
    expect(create.outcome({ kind: 'lost', how: 'refused', detail: '' })).toMatchObject({
      kind: 'rejected',
      rule: 'outcomes/1',
    });
    expect(create.outcome({ kind: 'lost', how: 'timeout', detail: '' })).toEqual({
      kind: 'unknown',
      id: null,
      retryAfterMs: null,
      rule: 'no recogniser matches: no answer came (timeout)',
    });
  });

  test('all conditions of a map hold, or one map of a list', () => {
    const create = outcomesOf(
      '{ is: mismatch, when: [{ status: 409, body_regex: "other content" }, { status: 4xx, header: { X-Why: { in: [reused, clash] } } }] }',
    );
    expect(create.outcome(answered(409, 'other content')).kind).toBe('mismatch');
    expect(create.outcome(answered(409, 'busy')).kind).toBe('unknown');
    expect(create.outcome(answered(418, '', [['x-why', 'clash']])).kind).toBe('mismatch');
    expect(create.outcome(answered(500, '', [['x-why', 'clash']])).kind).toBe('unknown');
  });

  test('a page that is no JSON holds for no JSON condition, not even an absent member', () => {
    const create = outcomesOf('{ is: replayed, when: { status: 200, json: { /error: { exists: false } } } }');
    expect(create.outcome(answered(200, {})).kind).toBe('replayed');
    expect(create.outcome(answered(200, '<html></html>')).kind).toBe('unknown');
  });

  test('text beyond the limit is not searched', () => {
    const create = outcomesOf('{ is: mismatch, when: { body_regex: needle } }');
    expect(create.outcome(answered(200, `${'x'.repeat(65_530)}needle`)).kind).toBe('mismatch');
    expect(create.outcome(answered(200, `${'x'.repeat(65_536)}needle`)).kind).toBe('unknown');
  });

  test('a header is text, whatever the file writes', () => {
    const create = outcomesOf('{ is: replayed, when: { header: { X-Replayed: { equals: true } } } }');
    expect(create.outcome(answered(200, '', [['x-replayed', 'true']])).kind).toBe('replayed');
  });

  test('an id that JavaScript would round keeps all its digits', () => {
    const create = outcomesOf('{ is: created, when: { status: 201 } }');
    const outcome = create.outcome(
      answered(201, '{"note":"12345678901234567890 \\"9","id":12345678901234567891}'),
    );
    expect(outcome.id).toBe('12345678901234567891');
    expect(create.outcome(answered(201, '{"id":9007199254740991}')).id).toBe('9007199254740991');
  });

  test('every name of an outcome is understood, old or new', () => {
    const names = [
      'in_flight',
      'in-flight',
      'key_missing',
      'key_invalid',
      'key-refused',
      'rate_limited',
      'throttled',
      'accepted_async',
      'accepted',
    ];
    const create = outcomesOf(
      ...names.map((name, index) => `{ is: ${name}, when: { status: ${410 + index} } }`),
    );
    expect(names.map((_, index) => create.outcome(answered(410 + index)).kind)).toEqual([
      'in-flight',
      'in-flight',
      'key-refused',
      'key-refused',
      'key-refused',
      'throttled',
      'throttled',
      'accepted',
      'accepted',
    ]);
  });
});

describe('the wait that an answer asks for', () => {
  const wait = (section: string, headers: [string, string][], body = {}) =>
    reading(file({}, section)).adapter.create.outcome(answered(429, body, headers)).retryAfterMs;

  test("seconds, or a date against the answer's own clock, or against ours", () => {
    expect(wait('', [['retry-after', '3']])).toBe(3000);
    expect(wait('', [['Retry-After', 'Fri, 02 Jan 2026 03:04:15 GMT']])).toBe(10_000);
    expect(
      wait('', [
        ['Retry-After', 'Fri, 02 Jan 2026 03:04:15 GMT'],
        ['Date', 'Fri, 02 Jan 2026 03:04:13 GMT'],
      ]),
    ).toBe(2000);
    expect(wait('', [['Retry-After', 'Thu, 01 Jan 2026 00:00:00 GMT']])).toBe(0);
    expect(wait('', [['Retry-After', 'soon']])).toBeNull();
    expect(wait('', [])).toBeNull();
  });

  test('the first place that names one counts, in its own unit', () => {
    const section =
      'retry: { after: [{ header: retry-after-ms, unit: ms }, { json: /wait_s, unit: s }, { header: Retry-After }] }';
    expect(
      wait(section, [
        ['Retry-After', '9'],
        ['Retry-After-Ms', '250'],
      ]),
    ).toBe(250);
    expect(wait(section, [['Retry-After', '9']], { wait_s: 1.5 })).toBe(1500);
    expect(wait(section, [['Retry-After', '9']])).toBe(9000);
  });
});

describe('an observation, page by page', () => {
  const paged = (section: string) => {
    const { observe } = reading(file({ observe: `observe: ${section}` }), { environment: {} }).adapter;
    if (observe === null) throw new Error('An observation was described.');
    return observe;
  };

  test('a cursor goes into a parameter', () => {
    const observe = paged(
      '{ path: /tasks, query: { q: "{{marker}}", limit: "{{limit}}", after: "0" }, limit: 2, items: /data, item_id: /id, next: { json: /next, param: after } }',
    );
    expect(observe.request('m', null).path).toBe('/tasks?q=m&limit=2&after=0');
    expect(observe.request('m', '7 8').path).toBe('/tasks?q=m&limit=2&after=7%208');
    expect(observe.read(answered(200, { data: [{ id: 1 }], next: 20 }), 'm')).toMatchObject({ next: '20' });
    for (const next of [null, '', false]) {
      expect(observe.read(answered(200, { data: [], next }), 'm')).toEqual({
        kind: 'page',
        records: [],
        next: null,
      });
    }
  });

  test('a cursor goes where its variable stands, and the first page goes without', () => {
    const observe = paged(
      '{ method: POST, path: /search, body: { q: "{{marker}}", limit: "{{limit}}", after: "{{cursor}}" }, items: "", item_id: /id, next: { header: X-Next } }',
    );
    expect(observe.request('m', null).body).toBe('{"q":"m","limit":100}');
    expect(observe.request('m', 'c1').body).toBe('{"q":"m","limit":100,"after":"c1"}');
    expect(observe.read(answered(200, [{ id: 'x' }], [['x-next', 'c2']]), 'm')).toMatchObject({ next: 'c2' });
  });

  test('an address of the next page is followed within the target only', () => {
    const observe = paged(
      '{ path: /tasks, items: /value, item_id: /id, next: { json: "/@odata.nextLink" } }',
    );
    const next = (link: string) => observe.read(answered(200, { value: [], '@odata.nextLink': link }), 'm');
    expect(next('http://127.0.0.1:8080/tasks?$skiptoken=5')).toMatchObject({ next: '/tasks?$skiptoken=5' });
    expect(observe.request('m', '/tasks?$skiptoken=5').path).toBe('/tasks?$skiptoken=5');
    expect(next('/tasks?page=2')).toMatchObject({ next: '/tasks?page=2' });
    expect(next('https://elsewhere.test/tasks')).toMatchObject({ kind: 'trouble' });
  });

  test('the address of a next page keeps below a base address with a path', () => {
    const text = file({
      target: 'target: { base_url: "http://127.0.0.1:8080/api" }',
      observe: `observe: { path: /tasks, items: /data, item_id: /id, next: { header: Link, regex: '<([^>]+)>; rel="next"' } }`,
    });
    const { observe } = reading(text).adapter;
    const next = (link: string) =>
      observe?.read(answered(200, { data: [] }, [['Link', `<${link}>; rel="next"`]]), 'm');
    expect(next('http://127.0.0.1:8080/api/tasks?page=2')).toMatchObject({ next: '/tasks?page=2' });
    expect(next('http://127.0.0.1:8080/other')).toMatchObject({ kind: 'trouble' });
  });

  test('a full page without a way to the next one is no count', () => {
    const observe = paged(
      '{ path: /tasks, query: { limit: "{{limit}}" }, limit: 2, items: /data, item_id: /id }',
    );
    expect(observe.read(answered(200, { data: [{ id: 1 }] }), 'm').kind).toBe('page');
    expect(observe.read(answered(200, { data: [{ id: 1 }, { id: 2 }] }), 'm').kind).toBe('trouble');
  });

  test('what is no readable page is trouble, never an empty one', () => {
    const observe = paged('{ path: /tasks, items: /data, item_id: /id }');
    expect(observe.read(answered(404, {}), 'm')).toEqual({ kind: 'trouble', why: 'status 404' });
    expect(observe.read(answered(200, 'gateway'), 'm').kind).toBe('trouble');
    expect(observe.read(answered(200, { data: [{ name: 'x' }] }), 'm').kind).toBe('trouble');
    expect(observe.read({ kind: 'lost', how: 'cut', detail: '' }, 'm').kind).toBe('trouble');
  });

  test('a status can stand for nothing found, where the file says so', () => {
    const observe = paged('{ path: /tasks, items: /data, item_id: /id, absent: { status: 404 } }');
    expect(observe.read(answered(404, {}), 'm')).toEqual({ kind: 'page', records: [], next: null });
  });

  test('nothing to observe is said with none', () => {
    const { adapter } = reading(file({ observe: 'observe: none' }));
    expect(adapter.observe).toBeNull();
    expect(adapter.offers).not.toContain('observe');
  });
});

describe('look-up, fetch and update', () => {
  test('a list is absent, found or several by what it holds', () => {
    const { lookUp } = reading(
      file({}, 'lookup: { path: /tasks, query: { key: "{{key}}" }, items: /data, item_id: /id }'),
    ).adapter;
    expect(lookUp?.request({ key: 'a b', marker: 'm' }).path).toBe('/tasks?key=a%20b');
    const list = (...ids: string[]) => answered(200, { data: ids.map((id) => ({ id, title: 'x' })) });
    expect(lookUp?.read(list())).toEqual({ kind: 'absent' });
    expect(lookUp?.read(list('1'))).toEqual({ kind: 'found', id: '1', fields: { id: '1', title: 'x' } });
    expect(lookUp?.read(list('1', '2'))).toEqual({ kind: 'several', ids: ['1', '2'] });
    expect(lookUp?.read(answered(200, {}))?.kind).toBe('trouble');
    expect(lookUp?.read(answered(404, { data: [] }))?.kind).toBe('trouble');
  });

  test('a look-up from an observation that filters is read with its action', () => {
    const { lookUp } = reading(
      file(
        {
          observe:
            'observe: { path: /tasks, items: /data, item_id: /id, where: { pointer: /ref, equals: "{{marker}}" } }',
        },
        'lookup: { from: observe }',
      ),
    ).adapter;
    const answer = answered(200, {
      data: [
        { id: 1, ref: 'm' },
        { id: 2, ref: 'n' },
      ],
    });
    expect(lookUp?.read(answer, { key: 'k', marker: 'm' })).toMatchObject({ kind: 'found', id: '1' });
    expect(lookUp?.read(answer)).toMatchObject({ kind: 'trouble' });
  });

  test('a fetched record is what stands at its pointer', () => {
    const { fetch } = reading(
      file({ id: 'id: { json: /data/id }' }, 'fetch: { path: "/tasks/{{id}}", record: /data }'),
    ).adapter;
    expect(fetch?.request('a b').path).toBe('/tasks/a%20b');
    expect(fetch?.read(answered(200, { data: { id: 1, v: 2 } }))).toEqual({
      kind: 'found',
      id: '1',
      fields: { id: 1, v: 2 },
    });
    expect([404, 410].map((status) => fetch?.read(answered(status))?.kind)).toEqual(['absent', 'absent']);
    expect(fetch?.read(answered(401))?.kind).toBe('trouble');
  });

  test('an update sends one member and the version that it expects', () => {
    const { update } = reading(
      file(
        {},
        `update: { path: "/tasks/{{id}}", headers: { If-Match: '"{{version}}"' }, field: { sent: /title, read: /fields/title }, version: /version }`,
      ),
    ).adapter;
    expect(update?.request({ id: '5', version: '3', value: 'new {{n}}' })).toEqual({
      method: 'PATCH',
      path: '/tasks/5',
      headers: [
        ['Content-Type', 'application/json'],
        ['If-Match', '"3"'],
      ],
      body: '{"title":"new {{n}}"}',
    });
    expect(update?.version({ version: 3 })).toBe('3');
    expect(update?.version({})).toBeNull();
    expect(update?.field).toEqual({ sent: '/title', read: '/fields/title' });
    const kinds = [200, 204, 412, 404, 429, 408, 500].map((status) => update?.outcome(answered(status)).kind);
    expect(kinds).toEqual(['updated', 'updated', 'rejected', 'rejected', 'throttled', 'unknown', 'unknown']);
  });

  test('an update can have a body of its own, in which the value keeps its type', () => {
    const { update } = reading(
      file(
        {},
        'update: { method: PUT, path: "/tasks/{{id}}", body: { data: { n: "{{value}}", says: "now {{value}}", v: "{{version}}" } }, field: /data/n, version: /v }',
      ),
    ).adapter;
    expect(JSON.parse(update?.request({ id: '5', version: '3', value: 4 }).body ?? '')).toEqual({
      data: { n: 4, says: 'now 4', v: '3' },
    });
    expect(JSON.parse(update?.request({ id: '5', version: '3', value: null }).body ?? '')).toMatchObject({
      data: { n: null },
    });
  });
});

describe('control', () => {
  const { adapter, control } = reading(
    file(
      {
        target:
          'target: { base_url: "http://127.0.0.1:8080/base", headers: { Authorization: "Bearer open-token" } }',
      },
      'control:',
      '  process: { command: [node, server.js, --port, "{{port}}"], ready: { path: /healthz }, env: { MODE: test } }',
      '  restart: { request: { path: /restart } }',
      '  move_clock: { request: { path: /clock, body: { advance_ms: "{{ms}}", note: "by {{ms}}" } } }',
      '  slow: { request: { method: PUT, path: "/slow/{{ms}}" } }',
      '  fail_next: { request: { path: /fail, query: { at: "{{at}}" } } }',
      '  throttle_next: { request: { path: /throttle, body: { s: "{{retry_after_s}}" } } }',
    ),
  );

  const requested = (what: Control): HttpRequest | undefined => {
    const hook = control?.hook(what);
    return hook?.by === 'request' ? hook.request : undefined;
  };

  test('requests go to the target without its credential, and numbers are numbers', () => {
    expect(requested({ control: 'move-clock', ms: 500 })).toEqual({
      method: 'POST',
      url: 'http://127.0.0.1:8080/base/clock',
      headers: [['Content-Type', 'application/json']],
      body: '{"advance_ms":500,"note":"by 500"}',
    });
    expect(requested({ control: 'slow', ms: 9 })).toMatchObject({
      method: 'PUT',
      url: 'http://127.0.0.1:8080/base/slow/9',
    });
    expect(requested({ control: 'fail-next', at: 'half-way' })?.url).toContain('?at=half-way');
    expect(requested({ control: 'throttle-next', retryAfterS: 2 })?.body).toBe('{"s":2}');
    expect(requested({ control: 'restart' })?.url).toBe('http://127.0.0.1:8080/base/restart');
    expect(control?.hook({ control: 'kill' })).toBeNull();
  });

  test('a process is started on a port, and unlocks restart and kill', () => {
    expect(control?.process?.command(4711)).toEqual(['node', 'server.js', '--port', '4711']);
    expect(control?.process).toMatchObject({ readyPath: '/healthz', stop: 'SIGTERM', env: { MODE: 'test' } });
    expect(
      adapter.offers.filter((need) =>
        ['restart', 'kill', 'move-clock', 'slow', 'fail-next', 'throttle-next'].includes(need),
      ),
    ).toHaveLength(6);
  });

  test('any control can be a command, whose words are filled', () => {
    const hooked = reading(
      file(
        {},
        'control:',
        '  restart: { command: [make, restart] }',
        '  kill: { command: [docker, kill, crm] }',
        '  move_clock: { command: [faketime, "+{{ms}}"] }',
        '  fail_next: { command: [make, "fail-{{at}}"] }',
      ),
    );
    const commandOf = (what: Control) => hooked.control?.hook(what);
    expect(commandOf({ control: 'restart' })).toEqual({ by: 'command', command: ['make', 'restart'] });
    expect(commandOf({ control: 'kill' })).toEqual({ by: 'command', command: ['docker', 'kill', 'crm'] });
    expect(commandOf({ control: 'move-clock', ms: 5 })).toEqual({
      by: 'command',
      command: ['faketime', '+5'],
    });
    expect(commandOf({ control: 'fail-next', at: 'before' })).toEqual({
      by: 'command',
      command: ['make', 'fail-before'],
    });
    expect(hooked.adapter.offers).toEqual(
      expect.arrayContaining(['restart', 'kill', 'move-clock', 'fail-next']),
    );
  });

  test('a restart hook alone unlocks no kill', () => {
    const hooked = reading(file({}, 'control: { restart: { command: [make, restart] } }'));
    expect(hooked.adapter.offers).toContain('restart');
    expect(hooked.adapter.offers).not.toContain('kill');
    expect(reading(file()).control).toBeNull();
  });
});

describe('what travels along with the key', () => {
  const stamped = (stable: boolean) => {
    let now = noon;
    const text = file({
      key: `key: { in: header, name: K, with: [{ in: header, name: X-At, value: "{{now_iso}}", stable: ${stable} }] }`,
    });
    const read = reading(text, { now: () => now });
    const at = () => createOf(read).headers.find(([name]) => name === 'X-At')?.[1];
    const first = at();
    now += 5_000;
    return { first, later: at() };
  };

  test('is the time of the first attempt where it is stable, and of this one where it is not', () => {
    expect(stamped(true)).toEqual({ first: '2026-01-02T03:04:05.000Z', later: '2026-01-02T03:04:05.000Z' });
    expect(stamped(false)).toEqual({ first: '2026-01-02T03:04:05.000Z', later: '2026-01-02T03:04:10.000Z' });
  });

  test('stays away where there is no key, and so does a header that is only the key’s', () => {
    const read = reading(
      file({
        create:
          'create: { path: /tasks, headers: { X-Ref: "ref {{key}}", X-Own: y }, query: { k: "{{key}}" }, body: { title: "{{marker}}" } }',
        key: 'key: { in: template }',
      }),
    );
    expect(createOf(read)).toMatchObject({
      path: '/tasks?k=k-1',
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Ref', 'ref k-1'],
        ['X-Own', 'y'],
      ],
    });
    expect(createOf(read, [])).toMatchObject({
      path: '/tasks',
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Own', 'y'],
      ],
    });
    expect(read.adapter.contract.key.in).toBe('none');
  });
});
