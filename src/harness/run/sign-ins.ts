import type { CredentialName } from '../model/action.js';
import type { Adapter, SignInCodec } from '../model/adapter.js';
import type { Clock } from '../model/clock.js';
import type { EventOf } from '../model/event.js';
import type { Answer, HttpRequest, PreparedRequest, Wire } from '../model/exchange.js';
import { KitError } from '../model/kit-error.js';
import type { Outcome } from '../model/outcome.js';

const longestSignInMs = 30_000;
/** A token is renewed when a tenth of its time is left, and half a minute before its end where that is later. */
const longestMarginMs = 30_000;
const mostTries = 3;
const pauseMs = 1_000;
const shortestSecret = 4;

interface Token {
  readonly text: string;
  /** Not to be used from this moment on, milliseconds since the epoch. */
  readonly until: number;
  /** Whether the target has taken it: one that it never took is refused for good reason. */
  taken: boolean;
}

type Why = EventOf<'signed-in'>['why'];

/** Tokens of a whole run, got before they are needed and renewed before they end, or once the target refuses them. */
export interface SignIns {
  /** Gets a token for the credential where it needs one; tells what was done, or null where nothing was. */
  ready(
    credential: CredentialName,
    signal: AbortSignal,
  ): Promise<{ why: Why; lastsMs: number | null } | null>;
  /** The request as it goes out, with the token that is ready. */
  address(request: PreparedRequest, credential: CredentialName, exchange: string): HttpRequest;
  /** What to make of the answer to an exchange: an outcome of its own where its token is no longer taken, else null. */
  learn(exchange: string, answer: Answer): Outcome | null;
}

/**
 * Signs in over `wire`. Tokens are added to `secrets`, which whoever writes anything takes out. Rejects with
 * `NOT_ALLOWED` where the sign-in is refused, and `TARGET_UNREACHABLE` where nobody answers.
 */
export function openSignIns(parts: {
  readonly adapter: Adapter;
  readonly clock: Clock;
  readonly wire: Pick<Wire, 'exchange'>;
  readonly secrets: string[];
}): SignIns {
  const { adapter, clock } = parts;
  const codec = adapter.signIn;
  const tokens = new Map<CredentialName, Token>();
  const refused = new Set<CredentialName>();
  const used = new Map<string, { readonly credential: CredentialName; readonly token: Token }>();
  /** One sign-in at a time for each credential, whoever waits for it. */
  const underWay = new Map<CredentialName, ReturnType<SignIns['ready']>>();
  const renew = async (signIn: SignInCodec, credential: CredentialName, signal: AbortSignal) => {
    const why = refused.has(credential) ? 'refused' : tokens.has(credential) ? 'expiring' : 'first';
    const { token, lastsMs } = await signedIn(parts, signIn, signal);
    if (token.length >= shortestSecret && !parts.secrets.includes(token)) parts.secrets.push(token);
    tokens.set(credential, { text: token, until: lastMoment(clock.now(), lastsMs), taken: false });
    refused.delete(credential);
    return { why, lastsMs } as const;
  };
  return {
    ready(credential, signal) {
      if (codec === null || !codec.credentials.includes(credential)) return Promise.resolve(null);
      const token = tokens.get(credential);
      if (token !== undefined && clock.now() < token.until) return Promise.resolve(null);
      const begun =
        underWay.get(credential) ??
        renew(codec, credential, signal).finally(() => underWay.delete(credential));
      underWay.set(credential, begun);
      return begun;
    },
    address(request, credential, exchange) {
      const addressed = adapter.address(request, credential);
      const token = tokens.get(credential);
      if (codec === null || token === undefined) return addressed;
      used.set(exchange, { credential, token });
      return codec.signed(addressed, token.text);
    },
    learn(exchange, answer) {
      const use = used.get(exchange);
      used.delete(exchange);
      if (use === undefined || answer.kind === 'lost') return null;
      const { credential, token } = use;
      if (answer.status !== 401) token.taken = true;
      if (answer.status !== 401 || !token.taken) return null;
      if (tokens.get(credential) === token) {
        tokens.set(credential, { ...token, until: 0 });
        refused.add(credential);
      }
      return tokenOver;
    },
  };
}

/** The target says for certain that it did nothing, and will do it with another token. */
const tokenOver: Outcome = {
  kind: 'throttled',
  id: null,
  retryAfterMs: 1,
  rule: 'sign_in: the token was taken before and is refused now; it is renewed',
};

function lastMoment(now: number, lastsMs: number | null): number {
  return lastsMs === null ? Infinity : now + lastsMs - Math.min(longestMarginMs, lastsMs / 10);
}

async function signedIn(
  { clock, wire, adapter }: Parameters<typeof openSignIns>[0],
  signIn: SignInCodec,
  signal: AbortSignal,
): Promise<{ readonly token: string; readonly lastsMs: number | null }> {
  const request = signIn.request();
  const timeoutMs = Math.min(longestSignInMs, adapter.contract.limits.timeoutMs);
  for (let tries = 1; ; tries += 1) {
    const options = { id: `sign-in-${tries}`, effects: [], timeoutMs, connection: 'fresh' } as const;
    const { answer } = await wire.exchange(request, options);
    const read = signIn.read(answer);
    if (read.kind === 'token') return read;
    const passing = answer.kind === 'lost' || answer.status === 429 || answer.status >= 500;
    if (!passing || tries >= mostTries) throw refusal(request, answer, read.why);
    await clock.sleep(pauseMs, signal);
  }
}

/** Never shows the answer: it may hold what was sent. */
function refusal(request: HttpRequest, answer: Answer, why: string): KitError {
  const where = new URL(request.url).host;
  return answer.kind === 'lost'
    ? new KitError('TARGET_UNREACHABLE', {
        happened: `Nobody answered the sign-in at ${where}: ${answer.how} (${answer.detail}).`,
        expected: 'an answer with a token',
        next: 'check the address in sign_in and that it can be reached from here',
      })
    : new KitError('NOT_ALLOWED', {
        happened: `The sign-in at ${where} gave no token: ${why}.`,
        expected: 'an answer with a token, where sign_in says it is',
        next: 'check the variables that sign_in names, its scope, and where the token is taken from',
      });
}
