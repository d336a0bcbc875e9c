import { beforeEach, describe, expect, it } from 'vitest';
import type { Adapter } from '../../../src/harness/model/adapter.js';
import type { Answer, HttpRequest } from '../../../src/harness/model/exchange.js';
import { KitError } from '../../../src/harness/model/kit-error.js';
import { openSignIns } from '../../../src/harness/run/sign-ins.js';
import { virtualClock } from '../../../src/harness/run/virtual-clock.js';
import { answered, file, reading } from '../../adapters/yaml/support.js';

const section =
  'sign_in: { request: { path: /session, body: { user: kit } }, token: { json: /token }, expires_in: /seconds }';
const read = { method: 'GET', path: '/tasks', headers: [], body: null };
const { signal } = new AbortController();

let told: Answer[];
let asked: HttpRequest[];
let secrets: string[];

/** Sign-ins whose answers are the next of `told`, in virtual time. */
function opened() {
  const clock = virtualClock(0);
  const adapter: Adapter = reading(file({}, section)).adapter;
  const exchange = (request: HttpRequest) => {
    asked.push(request);
    const answer = told.shift() ?? answered(500);
    return Promise.resolve({ answer, delivered: 'whole' as const, applied: [], hidden: [], ms: 1 });
  };
  const signIns = openSignIns({ adapter, clock, wire: { exchange }, secrets });
  const tokenOf = (exchangeId: string, credential: 'main' | 'renewed' | 'refused' = 'main') =>
    signIns.address(read, credential, exchangeId).headers.find(([name]) => name === 'Authorization')?.[1];
  return { signIns, clock, tokenOf };
}

const token = (text: string, seconds = 100): Answer => answered(200, { token: text, seconds });

beforeEach(() => {
  told = [];
  asked = [];
  secrets = [];
});

describe('a token', () => {
  it('is got once, before it is needed, and is a secret from then on', async () => {
    const { signIns, tokenOf } = opened();
    told = [token('first-token')];
    expect(await signIns.ready('main', signal)).toEqual({ why: 'first', lastsMs: 100_000 });
    expect(await signIns.ready('main', signal)).toBeNull();
    expect(tokenOf('x-1')).toBe('Bearer first-token');
    expect(secrets).toEqual(['first-token']);
    expect(asked).toHaveLength(1);
  });

  it('is got once where several wait for it', async () => {
    const { signIns } = opened();
    told = [token('first-token')];
    await Promise.all([signIns.ready('main', signal), signIns.ready('main', signal)]);
    expect(asked).toHaveLength(1);
  });

  it('is renewed before its end', async () => {
    const { signIns, clock, tokenOf } = opened();
    told = [token('first-token'), token('second-token')];
    await signIns.ready('main', signal);
    await clock.sleep(89_999);
    expect(await signIns.ready('main', signal)).toBeNull();
    await clock.sleep(1);
    expect(await signIns.ready('main', signal)).toMatchObject({ why: 'expiring' });
    expect(tokenOf('x-1')).toBe('Bearer second-token');
  });

  it('is renewed when it was taken before and is refused now, and the request is to be made again', async () => {
    const { signIns, tokenOf } = opened();
    told = [token('first-token'), token('second-token')];
    await signIns.ready('main', signal);
    tokenOf('x-1');
    expect(signIns.learn('x-1', answered(200))).toBeNull();
    tokenOf('x-2');
    expect(signIns.learn('x-2', answered(401))).toMatchObject({ kind: 'throttled', id: null });
    expect(await signIns.ready('main', signal)).toMatchObject({ why: 'refused' });
    expect(tokenOf('x-3')).toBe('Bearer second-token');
  });

  it('that was never taken is refused for good reason, once and for all', async () => {
    const { signIns, tokenOf } = opened();
    told = [token('first-token')];
    await signIns.ready('main', signal);
    tokenOf('x-1');
    expect(signIns.learn('x-1', answered(401))).toBeNull();
    expect(await signIns.ready('main', signal)).toBeNull();
  });

  it('is renewed once when several requests were refused with it', async () => {
    const { signIns, tokenOf } = opened();
    told = [token('first-token'), token('second-token')];
    await signIns.ready('main', signal);
    for (const id of ['x-1', 'x-2', 'x-3']) tokenOf(id);
    signIns.learn('x-1', answered(200));
    expect(signIns.learn('x-2', answered(401))?.kind).toBe('throttled');
    await signIns.ready('main', signal);
    expect(signIns.learn('x-3', answered(401))?.kind).toBe('throttled');
    expect(await signIns.ready('main', signal)).toBeNull();
    expect(asked).toHaveLength(2);
  });

  it('is another one for each credential, and none where the credential is fixed', async () => {
    const { signIns, tokenOf } = opened();
    told = [token('first-token'), token('second-token')];
    await signIns.ready('main', signal);
    await signIns.ready('renewed', signal);
    expect(await signIns.ready('refused', signal)).toBeNull();
    expect([tokenOf('1'), tokenOf('2', 'renewed'), tokenOf('3', 'refused')]).toEqual([
      'Bearer first-token',
      'Bearer second-token',
      'Bearer twiceshy-refused',
    ]);
  });
});

describe('a sign-in that fails', () => {
  it('is tried again while that may pass', async () => {
    const { signIns, clock } = opened();
    told = [answered(503), { kind: 'lost', how: 'reset', detail: '' }, token('first-token')];
    await signIns.ready('main', signal);
    expect(clock.now()).toBe(2_000);
  });

  it('ends with what is wrong, and never with what was sent or answered', async () => {
    const { signIns } = opened();
    told = [answered(403, { error: 'kit is unknown here' })];
    const error = await signIns.ready('main', signal).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(KitError);
    expect(error).toMatchObject({
      code: 'NOT_ALLOWED',
      happened: 'The sign-in at 127.0.0.1:8080 gave no token: status 403.',
    });
    expect(String(error)).not.toContain('unknown here');
    expect(asked).toHaveLength(1);
  });

  it('ends where nobody answers', async () => {
    const { signIns } = opened();
    told = Array.from({ length: 3 }, (): Answer => ({ kind: 'lost', how: 'refused', detail: 'no' }));
    await expect(signIns.ready('main', signal)).rejects.toMatchObject({ code: 'TARGET_UNREACHABLE' });
  });
});
