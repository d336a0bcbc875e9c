import type {
  Answer,
  Delivered,
  Exchanged,
  ExchangeOptions,
  HttpRequest,
  MiddleboxEffect,
  WireEffectKind,
} from '../model/exchange.js';
import type { Connection } from './connections.js';
import type { Fetched } from './fetch-exchange.js';
import type { Lost } from './loss.js';
import type { TimeLimit } from './time-limit.js';

/** One exchange on its way through the plane: what is planned for it, and what has become of it so far. */
export interface Journey {
  readonly request: HttpRequest;
  readonly options: ExchangeOptions;
  readonly effects: readonly MiddleboxEffect[];
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly receiver: Receiver;
  readonly applied: WireEffectKind[];
  readonly hidden: Answer[];
  /** How much is known to have arrived, once the plane itself forwarded something or held it off. */
  delivered: Delivered | null;
  /** What stands behind the bare network error that the sender sees. */
  loss: Lost | null;
  /** What the plane itself did wrong. */
  fault: unknown;
  intercepted: boolean;
}

/** The way on from the plane to the receiver. */
export interface Receiver {
  readonly overNetwork: boolean;
  /** Makes an exchange of the plane's own, whose answer the sender need not see. */
  forward(journey: Journey): Promise<Fetched>;
  /** Lets the intercepted request through; undefined leaves it to the network. */
  passOn(journey: Journey, intercepted: Request): Promise<Response | Lost | undefined>;
}

/** An exchange that sets out, within the bounds of its time limit. */
export function departing(
  receiver: Receiver,
  request: HttpRequest,
  plan: Pick<Journey, 'options' | 'effects' | 'connection'>,
  { signal }: TimeLimit,
): Journey {
  return {
    ...plan,
    request,
    signal,
    receiver,
    applied: [],
    hidden: [],
    delivered: null,
    loss: null,
    fault: null,
    intercepted: false,
  };
}

/** What has become of it. The lists are copied: a receiver that is still at work may add to them when nobody waits any more. */
export function reportOf(journey: Journey, fetched: Fetched): Omit<Exchanged, 'ms'> {
  return {
    answer: fetched.answer,
    delivered: journey.delivered ?? fetched.delivered,
    applied: [...journey.applied],
    hidden: [...journey.hidden],
  };
}
