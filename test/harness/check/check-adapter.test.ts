import { describe, expect, it } from 'vitest';
import { checkAdapter } from '../../../src/harness/check/check-adapter.js';
import type { Adapter } from '../../../src/harness/model/adapter.js';
import { file, reading, worked } from '../../adapters/yaml/support.js';
import { testKit } from '../../support/kit.js';

const sound = reading(file({}, 'lookup: { from: observe }', "fetch: { path: '/tasks/{{id}}' }")).adapter;
const { create } = sound;
const acknowledged = { kind: 'created', id: 'r', retryAfterMs: null, rule: 'check' } as const;

describe('an adapter that is sound', () => {
  it.each(['key-in-header', 'key-in-body', 'upsert-in-path', 'unguarded'])('has no mistakes: %s', (name) => {
    expect(checkAdapter(worked(name).adapter)).toEqual([]);
  });

  it('has no mistakes: the bundled one', () => {
    const kit = testKit();
    expect(checkAdapter(kit.readAdapter(kit.bundled.text(), kit.bundled.file).adapter)).toEqual([]);
  });

  it('has no mistakes: one that signs in and asks after what it was accepted', () => {
    const { adapter } = reading(
      file(
        {},
        'async: { when: { status: 202 }, poll_from: { header: Location } }',
        'sign_in: { request: { path: /session }, token: { json: /token } }',
        "second: { path: /notes, body: { text: '{{marker}}' } }",
        "update: { path: '/tasks/{{id}}', field: /title }",
        "delete: { path: '/tasks/{{id}}' }",
      ),
    );
    expect(checkAdapter(adapter)).toEqual([]);
  });
});

describe('an adapter that is not', () => {
  const flawed: readonly (readonly [sentence: string, adapter: Adapter])[] = [
    ['fetch is missing; write null', { ...sound, fetch: undefined as never }],
    ['contract.claims is missing', { ...sound, contract: { ...sound.contract, claims: undefined as never } }],
    ['create.outcome is no function', { ...sound, create: { ...create, outcome: 1 as never } }],
    ['offers is no list', { ...sound, offers: undefined as never }],
    [
      'two requests of create for one action differ',
      {
        ...sound,
        create: {
          ...create,
          request: (
            (made = 0) =>
            (action, keys) => ({ ...create.request(action, keys), path: `/tasks/${String((made += 1))}` })
          )(),
        },
      },
    ],
    [
      'the marker is nowhere',
      {
        ...sound,
        create: { ...create, request: () => ({ method: 'POST', path: '/', headers: [], body: '{}' }) },
      },
    ],
    [
      'the same under another key',
      { ...sound, create: { ...create, request: (action) => create.request(action, ['always']) } },
    ],
    [
      'the request of create holds a secret',
      {
        ...sound,
        secrets: ['hush-hush'],
        create: {
          ...create,
          request: (action, keys) => ({
            ...create.request(action, keys),
            headers: [['Authorization', 'hush-hush']],
          }),
        },
      },
    ],
    [
      'takes a lost answer (timeout) for a refusal (rejected)',
      { ...sound, create: { ...create, outcome: () => ({ ...acknowledged, kind: 'rejected' }) } },
    ],
    [
      'takes status 500 with the body {"error":"check"} for an acknowledgement',
      { ...sound, create: { ...create, outcome: () => acknowledged } },
    ],
    [
      'create.outcome of status 200 with no body throws: Unexpected end of JSON input',
      {
        ...sound,
        create: {
          ...create,
          outcome: (answer) =>
            answer.kind === 'lost'
              ? create.outcome(answer)
              : (JSON.parse(answer.body), create.outcome(answer)),
        },
      },
    ],
    [
      'lookUp.read takes a lost answer (reset) for knowledge ("absent")',
      {
        ...sound,
        lookUp: {
          request: () => create.request({ name: '', key: '', marker: '', payload: null }, []),
          read: () => ({ kind: 'absent' }),
        },
      },
    ],
    ['secrets holds an empty text', { ...sound, secrets: [''] }],
    ['"fetch" is offered and there is nothing for it', { ...sound, fetch: null }],
    [
      '"fetch" is there and not offered',
      { ...sound, offers: sound.offers.filter((need) => need !== 'fetch') },
    ],
    [
      'address gives no address of the web',
      { ...sound, address: (request) => ({ ...request, url: 'file:///etc' }) },
    ],
    [
      'address loses headers',
      {
        ...sound,
        address: (request, credential) => ({ ...sound.address(request, credential), headers: [] }),
      },
    ],
  ];

  it.each(flawed)('is told: %s', (sentence, adapter) => {
    expect(checkAdapter(adapter).filter((mistake) => mistake.includes(sentence))).not.toEqual([]);
  });
});
