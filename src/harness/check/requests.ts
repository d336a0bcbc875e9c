import type { ActionFacts, CredentialName } from '../model/action.js';
import type { Adapter } from '../model/adapter.js';
import type { PreparedRequest } from '../model/exchange.js';
import type { Need } from '../model/need.js';
import { attempted } from './attempted.js';

const key = 'k-7c1d9b52';
const otherKey = 'k-e05f3a68';
const marker = 'tw-check-4f81';

/** What is wrong with the requests of an adapter: they must be repeatable, tell actions apart, and hold no secret. */
export function requestMistakes(adapter: Adapter): readonly string[] {
  return [
    ...attempted('create.request', () => createMistakes(adapter)),
    ...attempted('the requests of reads and changes', () => otherMistakes(adapter)),
    ...attempted('address', () => addressMistakes(adapter)),
    ...offerMistakes(adapter),
    ...(adapter.secrets.includes('') ? ['secrets holds an empty text: leave out what is not set'] : []),
  ];
}

function factsOf(adapter: Adapter): ActionFacts {
  return { name: 'check', key, marker, payload: adapter.payload({ key, marker, n: 1 }) };
}

function createMistakes(adapter: Adapter): readonly (string | null)[] {
  const { create, contract } = adapter;
  const request = create.request(factsOf(adapter), [key]);
  const again = create.request(factsOf(adapter), [key]);
  const other = create.request(factsOf(adapter), [otherKey]);
  const keyed = contract.mode !== 'unguarded';
  return [
    ...requestTroubles('create', request, adapter),
    JSON.stringify(request) === JSON.stringify(again)
      ? null
      : 'two requests of create for one action differ: a retry would not be the same request',
    JSON.stringify(request).includes(marker)
      ? null
      : 'the marker is nowhere in the request of create, so that its records cannot be counted',
    keyed && JSON.stringify(request) === JSON.stringify(other)
      ? 'the request of create is the same under another key, although the mode is not unguarded'
      : null,
    ...attempted('create.request without a key', () => {
      create.request(factsOf(adapter), []);
      return [];
    }),
  ];
}

function otherMistakes(adapter: Adapter): readonly (string | null)[] {
  const { lookUp, observe, fetch, update, remove, second } = adapter;
  const requests: readonly (readonly [string, PreparedRequest | undefined])[] = [
    ['second', second?.request(factsOf(adapter), [key])],
    ['lookUp', lookUp?.request({ key, marker })],
    ['observe', observe?.request(marker, null)],
    ['fetch', fetch?.request('record-1')],
    ['update', update?.request({ id: 'record-1', version: '1', value: 'x' })],
    ['remove', remove?.request('record-1')],
  ];
  return requests.flatMap(([name, request]) =>
    request === undefined ? [] : requestTroubles(name, request, adapter),
  );
}

function requestTroubles(
  name: string,
  { method, path, headers, body }: PreparedRequest,
  { secrets }: Adapter,
): readonly (string | null)[] {
  const text = JSON.stringify([path, headers, body]);
  return [
    path.startsWith('/') ? null : `the path of ${name} does not begin with a slash: "${path}"`,
    /^(?:GET|HEAD)$/i.test(method) && body !== null
      ? `${name} is a ${method} with a body, which cannot be sent`
      : null,
    secrets.some((secret) => secret !== '' && text.includes(secret))
      ? `the request of ${name} holds a secret: only address may add one, since requests are recorded`
      : null,
  ];
}

const credentials: readonly (readonly [CredentialName, Need | null])[] = [
  ['main', null],
  ['other_tenant', 'other-tenant'],
  ['renewed', 'renewed-credential'],
  ['refused', 'refused-credential'],
];

function addressMistakes(adapter: Adapter): readonly (string | null)[] {
  const request: PreparedRequest = {
    method: 'GET',
    path: '/check?x=1',
    headers: [['X-Check', '1']],
    body: null,
  };
  return credentials
    .filter(([, need]) => need === null || adapter.offers.includes(need))
    .flatMap(([credential]) => {
      const { url, headers } = adapter.address(request, credential);
      const web = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
      return [
        web ? null : `address gives no address of the web for the credential ${credential}`,
        web && !url.includes('/check?x=1') ? `address loses the path and query for ${credential}` : null,
        headers.some(([name]) => name.toLowerCase() === 'x-check')
          ? null
          : `address loses headers of the request for ${credential}`,
      ];
    });
}

/** What is offered without a codec would be called, and fail. */
function offerMistakes(adapter: Adapter): readonly string[] {
  const wanted: readonly (readonly [Need, unknown])[] = [
    ['observe', adapter.observe],
    ['lookup', adapter.lookUp],
    ['fetch', adapter.fetch],
    ['update', adapter.update],
    ['delete', adapter.remove],
    ['second-operation', adapter.second],
    ['vary', adapter.contract.vary ?? null],
    ['invalid-sample', adapter.contract.invalid ?? null],
  ];
  return wanted.flatMap(([need, codec]) => {
    const offered = adapter.offers.includes(need);
    if (offered === (codec !== null)) return [];
    return offered
      ? [`"${need}" is offered and there is nothing for it`]
      : [`"${need}" is there and not offered`];
  });
}
