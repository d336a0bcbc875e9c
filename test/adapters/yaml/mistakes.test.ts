import { describe, expect, test } from 'vitest';
import { file, mistakeOf, reading, soundLines } from './support.js';

interface Told {
  /** `line:column path`, as it stands behind the file's name. */
  readonly at: string;
  readonly found: string;
  readonly expected: string;
  readonly next?: string;
}

/** Asserts the one problem of a file: where, what was found, what was expected, what to do. */
function told(text: string, { at, found, expected, next }: Told): void {
  const error = mistakeOf(text);
  expect(error.code).toBe('BAD_FILE');
  expect(error.happened).toBe(`crm.yaml:${at}: found ${found}`);
  expect(error.expected).toContain(expected);
  if (next !== undefined) expect(error.next).toContain(next);
}

describe('YAML itself', () => {
  test('a field that stands twice', () => {
    told(`${file()}\nname: again`, {
      at: '9:1',
      found: 'a field that stands twice in the same mapping',
      expected: 'each field once',
    });
  });

  test('a tab as indentation', () => {
    told(file({ target: 'target:\n\tbase_url: "http://x.test"' }), {
      at: '4:1',
      found: 'a tab as indentation',
      expected: 'blanks',
    });
  });

  test('a bracket that stands open', () => {
    const error = mistakeOf(file({ id: 'id: [{ json: /id }' }));
    expect(error.happened).toMatch(/^crm\.yaml:8:1: found text that is not YAML/);
  });

  test('a second document', () => {
    told(`${file()}\n---\nadapter: 1`, {
      at: '9:1',
      found: 'a second document ("---")',
      expected: 'one document',
    });
  });

  test('an alias and a tag', () => {
    expect(mistakeOf(file({ name: 'name: &x Tasks' }, 'sources: [*x]')).message).toContain(
      'crm.yaml:9:11: found the alias "*x"',
    );
    told(file({ name: 'name: !secret Tasks' }), {
      at: '2:7',
      found: 'a tag ("!name")',
      expected: 'plain YAML values',
    });
  });

  test('an empty file, and one that is a list', () => {
    told('', { at: '1:1', found: 'nothing', expected: 'a mapping (an adapter file)' });
    told('- adapter: 1', { at: '1:1', found: 'a list', expected: 'a mapping (an adapter file)' });
  });

  test('a file that is too long or nested without end', () => {
    expect(mistakeOf(`# ${'x'.repeat(300_000)}`).expected).toBe('a file of at most 262144 characters');
    for (const nested of [
      '['.repeat(50_000),
      `a: ${'{a: '.repeat(100)}`,
      '- '.repeat(50_000),
      `${' '.repeat(5000)}a: 1`,
    ]) {
      expect(mistakeOf(nested).expected).toBe('at most 64 levels');
    }
  });
});

describe('fields', () => {
  test('an unknown field, with the nearest known one', () => {
    told(file({ create: 'create:\n  metod: POST\n  path: /tasks' }), {
      at: '5:3 create/metod',
      found: 'the unknown field "metod"',
      expected: 'one of the fields of create: mode, method, path',
      next: 'did you mean "method"?',
    });
    told(file({}, 'outcome: []'), {
      at: '9:1 outcome',
      found: 'the unknown field "outcome"',
      expected: 'adapter, name',
      next: 'did you mean "outcomes"?',
    });
    told(file({}, 'zebra: 1'), {
      at: '9:1 zebra',
      found: 'the unknown field "zebra"',
      expected: 'adapter, name',
      next: 'remove it',
    });
  });

  test('a required field that is missing', () => {
    told(file({ outcomes: '' }), {
      at: '1:1',
      found: 'no "outcomes" in an adapter file',
      expected: 'outcomes: a list of',
      next: 'add "outcomes"',
    });
    told(file({ create: 'create: { body: { title: x } }' }), {
      at: '4:9 create',
      found: 'no "path" in create',
      expected: 'path: a path that begins with a slash',
    });
  });

  test('a wrong type', () => {
    told(file({ create: 'create: [POST, /tasks]' }), {
      at: '4:9 create',
      found: 'a list',
      expected: 'a mapping (create)',
    });
    told(file({ name: 'name: 12' }), {
      at: '2:7 name',
      found: 'the number 12',
      expected: 'a name for the report',
      next: 'put it in quotes: "12"',
    });
    told(file({ name: 'name:' }), { at: '2:6 name', found: 'nothing', expected: 'a name for the report' });
    told(file({}, 'promises: replay/after-update'), {
      at: '9:11 promises',
      found: 'the text "replay/after-update"',
      expected: 'a list of',
    });
    told(file({ key: 'key: { in: header, name: K, max: many }' }), {
      at: '5:34 key/max',
      found: 'the text "many"',
      expected: 'a whole number from 1',
    });
    told(file({ key: 'key: { in: header, name: K, template_only: "yes" }' }), {
      at: '5:44 key/template_only',
      found: 'the text "yes"',
      expected: 'true or false',
    });
  });

  test('another version of the grammar', () => {
    told(file({ adapter: 'adapter: 2' }), {
      at: '1:10 adapter',
      found: 'the number 2',
      expected: '1, the version of this grammar',
    });
  });

  test('a method in small letters', () => {
    told(file({ create: 'create: { method: post, path: /tasks }' }), {
      at: '4:19 create/method',
      found: 'the text "post"',
      expected: 'one of GET, POST',
      next: 'did you mean "POST"?',
    });
  });

  test('a path that is an address, or begins without a slash', () => {
    told(file({ create: 'create: { path: "https://x.test/tasks" }' }), {
      at: '4:17 create/path',
      found: 'the text "https://x.test/tasks"',
      expected: 'a path that begins with a slash',
      next: 'target/base_url',
    });
    told(file({ create: 'create: { path: tasks }' }), {
      at: '4:17 create/path',
      found: 'the text "tasks"',
      expected: 'a path',
      next: '"/tasks"',
    });
  });

  test('a header name and a header value that no request can carry', () => {
    told(file({ create: 'create: { path: /t, headers: { "X Org": one } }' }), {
      at: '4:32 create/headers/X Org',
      found: 'the name "X Org"',
      expected: 'header names',
    });
    told(file({ create: 'create: { path: /t, headers: { X-Org: "a\\nb" } }' }), {
      at: '4:39 create/headers/X-Org',
      found: 'a text of several lines',
      expected: 'one line',
    });
  });

  test('a number that loses digits, and one that JSON does not have', () => {
    told(file({ create: 'create: { path: /t, body: { n: 12345678901234567890 } }' }), {
      at: '4:32 create/body/n',
      found: 'the number 12345678901234567890',
      expected: 'keeps all its digits',
      next: 'quotes',
    });
    told(file({ create: 'create: { path: /t, body: { n: .nan } }' }), {
      at: '4:32 create/body/n',
      found: 'the number .nan',
      expected: 'a value that JSON has',
    });
  });
});

describe('words of the grammar', () => {
  test('an outcome', () => {
    told(
      file({
        outcomes:
          'outcomes:\n  - { is: created, when: { status: 201 } }\n  - { is: replayd, when: { status: 200 } }',
      }),
      {
        at: '8:11 outcomes/1/is',
        found: 'the text "replayd"',
        expected: 'one of created, replayed',
        next: 'did you mean "replayed"?',
      },
    );
  });

  test('a claim and its value', () => {
    told(file({}, 'claims: { replay: same_reply }'), {
      at: '9:19 claims/replay',
      found: 'the text "same_reply"',
      expected: 'one of same_response, same_id',
    });
    told(file({}, 'claims: { retry: same_id }'), {
      at: '9:11 claims/retry',
      found: 'the unknown field "retry"',
      expected: 'replay, mismatch',
    });
  });

  test('a scope, a retention, a time, a promise', () => {
    told(file({}, 'scope: [tenant, account]'), {
      at: '9:17 scope/1',
      found: 'the text "account"',
      expected: 'one of credential, tenant',
    });
    told(file({}, 'retention: { kind: floor }'), {
      at: '9:20 retention/kind',
      found: 'kind: floor without "value"',
      expected: 'the window',
    });
    told(file({}, 'retention: { kind: none, value: 24h }'), {
      at: '9:33 retention/value',
      found: '"value" beside kind: none',
      expected: 'no window',
    });
    told(file({}, 'limits: { timeout: 30 }'), {
      at: '9:20 limits/timeout',
      found: 'the number 30',
      expected: 'a time with its unit',
      next: '30s',
    });
    told(file({}, 'promises: [After Update]'), {
      at: '9:12 promises/0',
      found: 'the text "After Update"',
      expected: 'the id of a requirement',
    });
    told(file({}, 'unconfirmed: [claims.repaly]'), {
      at: '9:15 unconfirmed/0',
      found: 'the text "claims.repaly"',
      expected: 'claims.replay',
      next: 'did you mean "claims.replay"?',
    });
  });

  test('a load that is more than the other limits allow, or takes too long', () => {
    told(file({}, 'limits: { rps: 10, creates: 100, load: { rate: 20, actions: 50, replays: 10 } }'), {
      at: '9:48 limits/load/rate',
      found: 'a load of 20 requests a second where rps allows 10',
      expected: 'a rate of at most 10',
      next: 'limits.rps',
    });
    told(file({}, 'limits: { rps: 10, creates: 100, load: { rate: 10, actions: 91, replays: 10 } }'), {
      at: '9:40 limits/load',
      found: 'a load of 101 creates (actions and replays) where creates allows 100',
      expected: 'at most 100 together',
      next: 'limits.creates',
    });
    told(file({}, 'limits: { creates: 600, load: { rate: 2, actions: 400, replays: 81 } }'), {
      at: '9:31 limits/load',
      found: 'a load of 241 s (actions and replays by the rate)',
      expected: 'at most 240 s',
      next: 'raise the rate',
    });
    told(file({}, 'limits: { load: { rate: 2, actions: 40 } }'), {
      at: '9:17 limits/load',
      found: 'no "replays" in limits/load',
      expected: 'replays: a whole number',
    });
  });

  test('a key that every action would share', () => {
    told(file({ key: 'key: { in: header, name: K, make: uuid7 }' }), {
      at: '5:35 key/make',
      found: 'the text "uuid7"',
      expected: 'one of uuid4, uuid4-hex',
      next: '{{n}}',
    });
  });

  test('a guard with an address in place of a host', () => {
    told(file({}, 'guard: { allow_hosts: ["https://x.test/"] }'), {
      at: '9:24 guard/allow_hosts/0',
      found: 'the text "https://x.test/"',
      expected: 'a host name',
      next: 'without scheme',
    });
  });
});

describe('recognisers', () => {
  const when = (condition: string) =>
    file({ outcomes: `outcomes:\n  - { is: created, when: ${condition} }` });

  test('a status', () => {
    told(when('{ status: 2yy }'), {
      at: '7:36 outcomes/0/when/status',
      found: 'the text "2yy"',
      expected: 'a status such as 201',
    });
    told(when('{ status: [200, 2000] }'), {
      at: '7:42 outcomes/0/when/status/1',
      found: 'the number 2000',
      expected: 'a status',
    });
    told(when('{ status: "201" }'), {
      at: '7:36 outcomes/0/when/status',
      found: 'the text "201"',
      expected: 'a status',
      next: 'without quotes',
    });
  });

  test('no condition at all', () => {
    told(when('{}'), {
      at: '7:26 outcomes/0/when',
      found: 'a "when" without conditions, which would match every answer',
      expected: 'status, header',
    });
    told(when('{ json: { /id: {} } }'), {
      at: '7:41 outcomes/0/when/json/~1id',
      found: 'an empty condition',
      expected: 'equals, regex',
    });
  });

  test('a lost answer with a status', () => {
    told(when('{ status: 201, transport: timeout }'), {
      at: '7:52 outcomes/0/when/transport',
      found: '"transport" beside conditions on an answer',
      expected: 'alone',
    });
  });

  test('a pointer', () => {
    told(when('{ json: { $.data.id: { exists: true } } }'), {
      at: '7:36 outcomes/0/when/json/$.data.id',
      found: 'the name "$.data.id"',
      expected: 'JSON Pointers',
      next: '"/data/id"',
    });
    told(file({ id: 'id: { json: /a~b }' }), {
      at: '7:13 id/json',
      found: 'the text "/a~b"',
      expected: 'a JSON Pointer',
      next: '~0',
    });
  });

  test('regular expressions that are broken, not portable or without bound', () => {
    const regex = (source: string) => mistakeOf(when(`{ body_regex: '${source}' }`));
    expect(regex('a(b').happened).toBe(
      'crm.yaml:7:40 outcomes/0/when/body_regex: found the regular expression "a(b": Unterminated group',
    );
    expect(regex('(?=a)').expected).toContain('portable subset');
    expect(regex('(?<=a)b').expected).toContain('portable subset');
    expect(regex('(?i)a').expected).toContain('portable subset');
    expect(regex('(a)\\1').expected).toContain('no back-references');
    for (const slow of ['(a+)+$', '(?:a*)*', '(a|aa)+', '(a{1,5}){2,}', '(.+){9}']) {
      expect(regex(slow).expected).toContain('no repetition within a repetition');
    }
    for (const open of ['a.*b.*c', '^a.*b.*c.*d', '^a|b.*c.*d', 'a.{1,200}b.*c']) {
      expect(regex(open).expected).toContain('one open-ended repetition');
    }
    expect(regex('x'.repeat(501)).expected).toContain('1 to 500 characters');
  });

  test('nothing that can say the record is there', () => {
    told(file({ outcomes: 'outcomes: [{ is: rejected, when: { status: 4xx } }]' }), {
      at: '6:11 outcomes',
      found: 'no recogniser that can say the record is there',
      expected: 'at least one of created',
    });
  });

  test('an extractor without a source, or with two', () => {
    told(file({ id: 'id: { regex: "a" }' }), {
      at: '7:5 id',
      found: 'an extractor without a source',
      expected: 'one of json, header',
    });
    told(file({ id: 'id: { json: /id, header: Location }' }), {
      at: '7:5 id',
      found: 'an extractor with several sources',
      expected: 'one of json, header',
    });
  });
});

describe('the key', () => {
  test('a header or body key without its name', () => {
    told(file({ key: 'key: { in: header }' }), {
      at: '5:12 key/in',
      found: 'in: header without "name"',
      expected: '"name" beside in: header',
      next: 'Idempotency-Key',
    });
    told(file({ key: 'key: { in: body, name: key }' }).replace(', name: key', ''), {
      at: '5:12 key/in',
      found: 'in: body without "pointer"',
      expected: '"pointer"',
    });
    told(file({ key: 'key: { in: header, name: K, pointer: /k }' }), {
      at: '5:38 key/pointer',
      found: '"pointer" beside in: header',
      expected: '"name" alone',
    });
    told(file({ key: 'key: { in: header, name: "my key" }' }), {
      at: '5:26 key/name',
      found: 'the name "my key"',
      expected: 'a header name',
    });
  });

  test('a key that travels nowhere', () => {
    told(file({ key: 'key: { in: path }' }), {
      at: '4:17 create/path',
      found: 'a path without {{key}}',
      expected: '{{key}} in the path',
    });
    told(file({ key: 'key: { in: none }' }), {
      at: '5:12 key/in',
      found: 'in: none with create/mode: key',
      expected: 'a key that travels',
      next: 'unguarded',
    });
    told(file({ key: 'key: { in: none, template_only: true }' }), {
      at: '5:33 key/template_only',
      found: 'template_only, but no {{key}} in create',
      expected: '{{key}} in the path',
    });
    told(file({ key: 'key: { in: header, name: K, template_only: true }' }), {
      at: '5:44 key/template_only',
      found: 'template_only beside in: header',
      expected: 'in: template',
    });
  });
});

describe('a business intent', () => {
  const create = (more: string): string =>
    `create: { path: /t, ${more}body: { title: "{{marker}}", deal: none, amount: 1 } }`;
  const intent = 'intent: { field: /deal, repeat: same_record, differs: reject }';

  test('a word that is none, and a member that is missing', () => {
    told(file({}, 'intent: { field: /deal, repeat: replay }'), {
      at: '9:33 intent/repeat',
      found: 'the text "replay"',
      expected: 'one of same_record, reject, undocumented',
    });
    told(file({}, 'intent: { repeat: reject }'), {
      at: '9:9 intent',
      found: 'no "field" in intent',
      expected: 'field: a JSON Pointer',
    });
  });

  test('beside what is no key', () => {
    told(file({ create: create('mode: upsert, ') }, intent), {
      at: '9:9 intent',
      found: 'intent with create/mode: upsert',
      expected: 'mode: key',
      next: 'describe it as the key',
    });
  });

  test('a member without a place', () => {
    told(file({}, 'intent: { field: /deal/id }'), {
      at: '9:18 intent/field',
      found: 'the pointer "/deal/id", for which create/body has no place',
      expected: 'a member of a mapping in create/body',
    });
    told(file({ create: 'create: { path: "/t/{{marker}}" }' }, intent), {
      at: '9:18 intent/field',
      found: 'the pointer "/deal", for which create/body has no place',
      expected: 'a member of a mapping in create/body',
    });
  });

  test('a member that holds the marker or the key', () => {
    told(file({}, 'intent: { field: /title }'), {
      at: '9:18 intent/field',
      found: 'a member that holds {{marker}}',
      expected: 'a member of its own',
      next: 'another member that can be searched',
    });
    told(file({ create: create('').replace('none', '"{{key}}"') }, intent), {
      at: '9:18 intent/field',
      found: 'a member that holds {{key}}',
      expected: 'a member of its own',
    });
  });

  test('a member that something else writes', () => {
    const expected = 'another member: what is written here would make it another intent';
    const found = 'the member of intent/field, "/deal"';
    const varied = create('vary: { pointer: /deal, value: other }, ');
    told(file({ create: varied }, intent), { at: '4:38 create/vary/pointer', found, expected });
    const keyed = 'key: { in: body, pointer: /deal }';
    told(file({ create: create(''), key: keyed }, intent), { at: '5:27 key/pointer', found, expected });
    told(file({ create: create('') }, intent, 'fields: { text: { pointer: /deal, max: 9 } }'), {
      at: '10:28 fields/text/pointer',
      found,
      expected,
    });
  });

  test('a new record after the key has expired, while every action carries its intent', () => {
    const claims = 'claims: { after_expiry: new_record }';
    told(file({ create: create('') }, intent, claims), {
      at: '10:25 claims/after_expiry',
      found: 'new_record, while every action carries an intent (/deal)',
      expected: 'replay or refuse',
    });
    expect(reading(file({}, intent, claims)).adapter.contract.intent?.carried).toBe(false);
  });
});

describe('variables and the environment', () => {
  test('an unknown variable, with the nearest known one', () => {
    told(file({ create: 'create: { path: /t, body: { a: "{{markr}}" } }' }), {
      at: '4:32 create/body/a',
      found: 'the unknown variable "{{markr}}"',
      expected: 'one of the variables known here: {{key}}, {{marker}}',
      next: 'did you mean "{{marker}}"?',
    });
    told(file({ create: 'create: { path: "/t/{{id}}" }' }), {
      at: '4:17 create/path',
      found: 'the unknown variable "{{id}}"',
      expected: '{{key}}',
    });
    told(file({ create: 'create: { path: /t, body: { a: "{{marker" } }' }), {
      at: '4:32 create/body/a',
      found: '"{{" without "}}"',
      expected: 'variables known here',
    });
    told(file({}, 'control: { slow: { request: { path: /s, body: { ms: "{{n}}" } } } }'), {
      at: '9:53 control/slow/request/body/ms',
      found: 'the unknown variable "{{n}}"',
      expected: '{{ms}}',
    });
  });

  test('the environment outside the target', () => {
    told(file({ create: 'create: { path: /t, headers: { A: "${env:TOKEN}" } }' }), {
      at: '4:35 create/headers/A',
      found: '"${env:TOKEN}" outside target, sign_in and control/process/env',
      expected: 'environment variables within target, sign_in and control/process/env only',
      next: 'target/headers',
    });
  });

  test('another way to write the environment, or a variable, in the target', () => {
    told(file({ target: 'target: { base_url: "http://x.test", headers: { A: "Bearer ${TOKEN}" } }' }), {
      at: '3:52 target/headers/A',
      found: 'the reference "${TOKEN}"',
      expected: '${env:NAME}',
      next: 'write ${env:TOKEN}',
    });
    told(file({ target: 'target: { base_url: "http://x.test", headers: { A: "{{key}}" } }' }), {
      at: '3:52 target/headers/A',
      found: 'a template variable ("{{...}}")',
      expected: 'text and ${env:NAME} only',
    });
  });

  test('an address with a credential, a query or no scheme', () => {
    const target = (address: string) => file({ target: `target: { base_url: "${address}" }` });
    told(target('http://me:pw@x.test'), {
      at: '3:21 target/base_url',
      found: 'an address with a user in it',
      expected: 'without credentials',
    });
    told(target('http://x.test/?a=1'), {
      at: '3:21 target/base_url',
      found: 'an address with a query or fragment',
      expected: 'scheme, host and path',
    });
    told(target('x.test'), {
      at: '3:21 target/base_url',
      found: 'the text "x.test"',
      expected: 'an address such as',
      next: 'https://',
    });
  });
});

describe('sections that do not fit one another', () => {
  test('a pointer that names nothing in the payload', () => {
    told(file({}, 'fields: { kept: [/title, /titel] }'), {
      at: '9:26 fields/kept/1',
      found: 'the pointer "/titel", which names nothing in create/body',
      expected: 'a member of create/body',
      next: '/title, /amount',
    });
    told(file({ create: 'create: { path: /t, body: { a: 1 }, vary: { pointer: /b, value: 2 } }' }), {
      at: '4:54 create/vary/pointer',
      found: 'the pointer "/b", which names nothing in create/body',
      expected: 'a member',
    });
    told(file({ create: 'create: { path: /t, body: { a: 1 }, vary: { pointer: /a, value: 1 } }' }), {
      at: '4:65 create/vary/value',
      found: 'the value that create/body already has',
      expected: 'another value',
    });
  });

  test('a text as a JSON body', () => {
    told(file({ create: 'create: { path: /t, body: "a=1" }' }), {
      at: '4:27 create/body',
      found: 'a text as body',
      expected: 'a mapping or list',
    });
  });

  test('a look-up that cannot tell absence, or has nothing to go by', () => {
    told(file({}, 'lookup: { path: /t }'), {
      at: '9:9 lookup',
      found: 'no way to tell that there is no record',
      expected: '"items" for an answer that is a list, or "absent"',
    });
    told(file({}, 'lookup: { id: { json: /id } }'), {
      at: '9:9 lookup',
      found: 'neither "path" nor "from"',
      expected: 'a request, or from: observe',
    });
    told(file({ observe: 'observe: none' }, 'lookup: { from: observe }'), {
      at: '9:17 lookup/from',
      found: 'from: observe with observe: none',
      expected: 'an observation',
    });
  });

  test('delete beside cleanup, a version from nowhere, two ways to restart', () => {
    told(file({}, 'delete: { path: "/t/{{id}}" }', 'cleanup: { path: "/t/{{id}}" }'), {
      at: '10:10 cleanup',
      found: '"cleanup" beside "delete"',
      expected: 'one of them',
    });
    told(file({}, `update: { path: "/t/{{id}}", headers: { If-Match: "{{version}}" }, field: /title }`), {
      at: '9:9 update',
      found: '{{version}} without "version"',
      expected: 'version: the pointer',
    });
    told(file({}, 'control: { restart: { command: [make], request: { path: /r } } }'), {
      at: '9:21 control/restart',
      found: 'not exactly one way',
      expected: 'command or request',
    });
  });
});

describe('a file with several mistakes', () => {
  const text = file(
    {
      create: 'create: { metod: POST, path: tasks }',
      key: 'key: { in: header }',
      outcomes: 'outcomes: [{ is: made, when: {} }]',
    },
    'claim: {}',
  );

  test('all are listed in the order of their lines, each with what to do', () => {
    const { happened } = mistakeOf(text);
    expect(happened.split('\n')[0]).toBe('crm.yaml has 6 problems');
    const places = [...happened.matchAll(/^ {2}crm\.yaml:(\d+:\d+ \S+): found/gm)].map(([, place]) => place);
    expect(places).toEqual([
      '4:11 create/metod',
      '4:30 create/path',
      '5:12 key/in',
      '6:18 outcomes/0/is',
      '6:30 outcomes/0/when',
      '9:1 claim',
    ]);
    expect(happened.match(/^ {4}expected: /gm)).toHaveLength(6);
    expect(happened.match(/^ {4}to do: {4}/gm)).toHaveLength(6);
  });

  test('twenty at most are listed, and the rest are counted', () => {
    const many = Array.from({ length: 25 }, (_, index) => `zebra${index}: 1`);
    const { happened } = mistakeOf(file({}, ...many));
    expect(happened).toContain('crm.yaml has 25 problems');
    expect(happened.match(/: found /g)).toHaveLength(20);
    expect(happened).toMatch(/and 5 more$/);
  });

  test('sections that are sound are checked against one another even then', () => {
    expect(mistakeOf(file({ name: 'name: 1', key: 'key: { in: none }' })).happened).toContain('5:12 key/in');
  });
});

test('the file that the mistakes are put into is sound', () => {
  expect(Object.keys(soundLines)).toHaveLength(8);
  expect(() => mistakeOf(file())).toThrow('without complaint');
});

describe('what is accepted to be done later', () => {
  const async = (section: string) => file({}, `async: ${section}`);

  test('an address to ask after that is not said', () => {
    told(async('{ when: { status: 202 }, done: { status: 200 } }'), {
      at: '9:39 async/done',
      found: '"done" without "poll_from"',
      expected: 'poll_from: where the accepting answer names the address',
      next: 'add "poll_from"',
    });
  });

  test('a wait that is longer than the time to ask in', () => {
    told(async('{ when: { status: 202 }, poll_from: { header: Location }, every: 1m, within: 10s }'), {
      at: '9:85 async/within',
      found: 'a time to ask in that is shorter than one wait, or no wait at all',
      expected: '"within" at least as long',
    });
  });

  test('a variable that the path of a job does not know', () => {
    told(async('{ when: { status: 202 }, poll_from: { json: /job }, path: "/jobs/{{key}}" }'), {
      at: '9:66 async/path',
      found: 'the unknown variable "{{key}}"',
      expected: '{{id}}',
    });
  });
});

describe('what to do after an outcome', () => {
  test('a clash that is to be tried again', () => {
    told(file({}, 'retry: { actions: { mismatch: same_key } }'), {
      at: '9:31 retry/actions/mismatch',
      found: 'same_key after mismatch',
      expected: 'stop, or nothing',
      next: 'say what to do after accepted, in-flight',
    });
  });

  test('a look-up that the file does not describe', () => {
    told(file({}, 'retry: { actions: { unknown: lookup_first } }'), {
      at: '9:30 retry/actions/unknown',
      found: 'lookup_first without "lookup"',
      expected: 'a section lookup',
      next: 'add lookup',
    });
    told(file({}, 'retry: { signal: { header: X-Again, "true": lookup_first, "false": stop } }'), {
      at: '9:45 retry/signal/true',
      found: 'lookup_first without "lookup"',
      expected: 'a section lookup',
    });
  });

  test('an outcome that nobody knows', () => {
    told(file({}, 'retry: { actions: { confused: stop } }'), {
      at: '9:21 retry/actions/confused',
      found: 'the name "confused"',
      expected: 'outcome names',
      next: 'use one of created',
    });
  });
});
