/** A header line, name and value, in the order and spelling of the wire. */
export type Header = readonly [name: string, value: string];

/** A request without address and credential: what is stored at approval and re-sent unchanged. */
export interface PreparedRequest {
  readonly method: string;
  /** Path and query, beginning with a slash. */
  readonly path: string;
  readonly headers: readonly Header[];
  /** The bytes of the body as text, or null for none. */
  readonly body: string | null;
}

/** A request as it goes out: with the target's address and a credential. Never recorded. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body: string | null;
}

/** How an answer failed to come back. A refused connection is the only one that says nothing was delivered. */
export type LossKind = 'timeout' | 'reset' | 'refused' | 'cut';

/** What came back for a request, or did not. */
export type Answer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: readonly Header[];
      readonly body: string;
      /** There where bytes of the body are no text in its encoding, and stand as U+FFFD. */
      readonly malformed?: true;
    }
  | { readonly kind: 'lost'; readonly how: LossKind; readonly detail: string };

/** The value of the first header of that name (names are case-insensitive, RFC 9110), or null. */
export function headerOf(headers: readonly Header[], name: string): string | null {
  const wanted = name.toLowerCase();
  return headers.find(([spelled]) => spelled.toLowerCase() === wanted)?.[1] ?? null;
}

/** How much of a request is known to have reached the receiver. Only `whole` makes the next send a retry. */
export type Delivered = 'whole' | 'part' | 'none' | 'unknown';

/** What happens to one exchange on its way. */
export type WireEffect = MiddleboxEffect | SocketEffect;

/** What every plane can do to an exchange. */
export type MiddleboxEffect =
  /** The receiver answers, and the connection breaks before the sender sees a byte of it. */
  | { readonly kind: 'lose-reply' }
  /** The receiver answers, and the answer is held back until the sender's time limit has passed. */
  | { readonly kind: 'hold-reply' }
  /** The receiver answers, and a middlebox gives the sender this status in its place, with Retry-After if given. */
  | { readonly kind: 'gateway-answer'; readonly status: number; readonly retryAfterS?: number }
  /** A middlebox answers 429 with Retry-After, and the receiver never sees the request. */
  | { readonly kind: 'throttle'; readonly retryAfterS: number }
  /** The connection is refused: the receiver never sees the request. */
  | { readonly kind: 'refuse' }
  /** The receiver answers, and the connection breaks within the answer's body. */
  | { readonly kind: 'cut-body' }
  /** A middlebox sends the request twice; the sender sees the second answer. */
  | { readonly kind: 'double' };

/** What takes real sockets between sender and receiver. */
export type SocketEffect =
  /** The connection stands and breaks before a byte of the request went on. */
  | { readonly kind: 'reset-before-request' }
  /** It breaks within the request's head, after so many bytes of it; without a number, half-way. */
  | { readonly kind: 'reset-in-headers'; readonly afterBytes?: number }
  /** It breaks within the request's body, after so many bytes of it; without a number, half-way. */
  | { readonly kind: 'reset-in-body'; readonly afterBytes?: number }
  /** It breaks as soon as the last byte of the request has gone on; nobody waits for the answer. */
  | { readonly kind: 'reset-after-request' }
  /** The receiver answers, and the connection breaks within the answer's first line. */
  | { readonly kind: 'cut-status-line' }
  /** The receiver answers, and the connection breaks within the answer's header lines. */
  | { readonly kind: 'cut-headers' }
  /** The answer comes, so many milliseconds late. */
  | { readonly kind: 'stall'; readonly ms: number }
  /** The request is held, and arrives only after so many later ones; nothing calls it back. */
  | { readonly kind: 'hold-request'; readonly later: number }
  /** A middlebox answers with this status, with Retry-After if given, and the receiver never sees the request. */
  | { readonly kind: 'turn-away'; readonly status: number; readonly retryAfterS?: number }
  /** A kept-alive connection breaks at the moment that this request would use it again. */
  | { readonly kind: 'close-on-reuse' };

/** The name of a wire effect. */
export type WireEffectKind = WireEffect['kind'];

/** Effects whose answer is made up on the way: nothing in it is the receiver's word. */
export const madeUpOnTheWay: readonly WireEffectKind[] = ['gateway-answer', 'throttle', 'turn-away'];

/** What a plane reports of one exchange. */
export interface Exchanged {
  readonly answer: Answer;
  readonly delivered: Delivered;
  /** The effects that really took place. */
  readonly applied: readonly WireEffectKind[];
  /** What the receiver answered where the sender saw something else; one for each copy that was delivered. */
  readonly hidden: readonly Answer[];
  /** Milliseconds from the first byte to the end, on the run's clock. */
  readonly ms: number;
}

/** How one exchange is to be made. */
export interface ExchangeOptions {
  /** The correlation id, unique in the run; sent along, so that a vendor finds it in its own log. */
  readonly id: string;
  readonly effects: readonly WireEffect[];
  /** The sender's time limit, in milliseconds on the run's clock. */
  readonly timeoutMs: number;
  /** `fresh` asks for a connection that has carried nothing yet, and another client's User-Agent. */
  readonly connection: 'warm' | 'fresh';
}

/** A way to make exchanges. Planes differ in which effects they can produce, never in what an effect means. */
export interface Wire {
  readonly plane: 'msw' | 'mounted' | 'direct' | 'proxy';
  readonly effects: readonly WireEffectKind[];
  exchange(request: HttpRequest, options: ExchangeOptions): Promise<Exchanged>;
  close(): Promise<void>;
}

/** One of several requests that are to arrive together. */
export interface BurstRequest {
  readonly request: HttpRequest;
  /** The correlation id, as in `ExchangeOptions`. */
  readonly id: string;
}

/** How the requests of a burst travel: each over a connection of its own, or as HTTP/2 streams of one connection. */
export type BurstStrategy = 'connections' | 'streams';

/** What became of one request of a burst, with the moments that tell whether it met the others. */
export interface BurstExchanged extends Exchanged {
  /** When its last byte was released, in milliseconds from the first release of the burst; null where it was lost before. */
  readonly releasedMs: number | null;
  /** When the first byte of its answer arrived, in milliseconds from the first release; null where none did. */
  readonly answeredMs: number | null;
}

/** Sends requests but for their last bytes, and releases those together. */
export interface Burst {
  /** Resolves when each is answered, lost, or past the time limit (in milliseconds); in the order of the requests. */
  exchange(
    requests: readonly BurstRequest[],
    options: { readonly timeoutMs: number; readonly strategy: BurstStrategy },
  ): Promise<readonly BurstExchanged[]>;
}

/** What a request is made for. */
export type Purpose = 'create' | 'second' | 'poll' | 'look-up' | 'observe' | 'fetch' | 'update' | 'delete';
