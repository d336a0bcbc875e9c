import type { Moment } from '../../http/mishaps.js';
import type { Order, OrderState } from '../order.js';

/** Something that happened to an order and that the ERP has to hear of. Its id and content never change. */
export interface OrderEvent {
  readonly id: string;
  readonly orderId: string;
  /** The version of the order that it tells; one event for each. */
  readonly version: number;
  readonly type: 'sales-order.accepted' | 'sales-order.changed';
  /** The digest of `body`, by which the ERP knows the event again. */
  readonly hash: string;
  /** All that the ERP is told, as JSON. */
  readonly body: string;
}

/** A command that may be accepted. The ids are for what it makes; where its intent has an order already, that one stays. */
export interface Command {
  readonly id: string;
  readonly tenant: string;
  readonly operation: string;
  readonly key: string;
  readonly intent: string;
  /** The digest of what it asks for, whatever the order of its members. */
  readonly hash: string;
  readonly order: Pick<Order, 'id' | 'reference' | 'content'>;
  readonly event: OrderEvent;
  /** What its caller is told, now and whenever the key comes again. */
  readonly answer: (orderId: string) => string;
  /** How long its receipt is kept, in milliseconds. */
  readonly retentionMs: number;
}

/** What became of a command. */
export type Acceptance =
  | { readonly kind: 'accepted' | 'replayed'; readonly answer: string; readonly orderId: string }
  | { readonly kind: 'key-reused' }
  | { readonly kind: 'intent-taken'; readonly orderId: string };

/** Called at the moments of a command: its key taken, its order written, all committed. A throw at one of the first two undoes all. */
export type Reached = (moment: Moment) => void;

/** A change of an order, decided on a version of it. */
export interface Change {
  readonly tenant: string;
  readonly orderId: string;
  readonly expected: number;
  /** The changed content, and the event that tells it. */
  readonly make: (order: Order) => { readonly content: string; readonly event: OrderEvent };
}

/** What became of a change: `stale` is one that was decided on an older version. */
export type Changed =
  | { readonly kind: 'changed'; readonly order: Order }
  | { readonly kind: 'absent' }
  | { readonly kind: 'stale'; readonly version: number };

/** What an operator says of an order of which nobody knows whether the ERP has it, and on which version of it. */
export interface Resolution {
  readonly id: string;
  readonly tenant: string;
  readonly orderId: string;
  readonly expected: number;
  readonly decision: OperatorDecision;
  readonly who: string;
  readonly why: string;
}

/** That the ERP holds it under an id, as somebody has seen there, or that its event is to be delivered again. */
export type OperatorDecision =
  { readonly kind: 'held'; readonly externalReference: string } | { readonly kind: 'deliver-again' };

/** What became of a resolution; `other-record` is one that names another id than the ERP has told of the order before. */
export type Resolved =
  | { readonly kind: 'resolved'; readonly order: Order }
  | { readonly kind: 'absent' }
  | { readonly kind: 'stale'; readonly version: number }
  | { readonly kind: 'not-unknown'; readonly state: OrderState }
  | { readonly kind: 'other-record'; readonly externalReference: string };

/** A resolution as it is kept; none is ever changed or removed. */
export interface KeptResolution {
  readonly id: string;
  readonly version: number;
  readonly decision: OperatorDecision['kind'];
  readonly externalReference: string | null;
  readonly who: string;
  readonly why: string;
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
}

/** Which orders of a tenant are read; `after` is the place of the last one that was read before. */
export interface OrderSearch {
  readonly tenant: string;
  readonly by: 'key' | 'reference' | 'id' | 'state';
  readonly value: string;
  readonly after: number;
  readonly limit: number;
}

/** Anything in a list, with its place there. */
export type Placed<Item> = Item & { readonly place: number };

/** How a relay takes events. */
export interface ClaimTerms {
  readonly relay: string;
  readonly most: number;
  readonly leaseMs: number;
}

/** An event that a relay holds until its lease is over. */
export interface ClaimedEvent extends OrderEvent {
  /** Counts the claims of this event; only the latest may say what became of it. */
  readonly fence: number;
  /** The claims since it was written, or since an operator had it delivered again; this one among them. */
  readonly attempts: number;
}

/** What was taken, and when the next event falls due, in milliseconds from now; null where none is waiting. */
export interface Claimed {
  readonly events: readonly ClaimedEvent[];
  readonly nextInMs: number | null;
}

/** What came of an attempt to deliver an event. */
export type DeliveryEnd =
  | { readonly kind: 'delivered'; readonly externalReference: string }
  | { readonly kind: 'again'; readonly afterMs: number; readonly why: string }
  | { readonly kind: 'quarantined' | 'given-up'; readonly why: string };

/** The events by what became of them, and how long the oldest waits, in milliseconds. */
export interface Backlog {
  readonly pending: number;
  readonly delivered: number;
  readonly quarantined: number;
  readonly givenUp: number;
  readonly oldestPendingMs: number | null;
}

/** Receipts, orders and their events. Each call is one transaction. */
export interface CommandStore {
  /** Writes receipt, order and event, or nothing; unique constraints decide who is first. */
  accept(command: Command, reached: Reached): Promise<Acceptance>;
  change(change: Change): Promise<Changed>;
  /** Takes an order out of `UNKNOWN_EXTERNAL` as an operator decided, and keeps who and why; or writes nothing. */
  resolve(resolution: Resolution): Promise<Resolved>;
  /** The resolutions of an order of this tenant, the oldest first. */
  resolutions(tenant: string, orderId: string): Promise<readonly KeptResolution[]>;
  orders(search: OrderSearch): Promise<readonly Placed<Order>[]>;
  /** Takes events that are due and that no other relay holds. */
  claim(terms: ClaimTerms): Promise<Claimed>;
  /** Writes what came of a claim to event and order; false where the claim is no longer the latest, and nothing is written. */
  settle(claim: Pick<ClaimedEvent, 'id' | 'fence'>, end: DeliveryEnd): Promise<boolean>;
  backlog(): Promise<Backlog>;
}

/** A delivery as it reaches the ERP. */
export interface Delivery {
  readonly eventId: string;
  readonly hash: string;
  readonly tenant: string;
  readonly orderId: string;
  readonly version: number;
  readonly reference: string;
  readonly content: string;
  /** The id of the record, where this makes one. */
  readonly newId: string;
}

/** What a delivery came to: `duplicate` had its effect before, `superseded` tells an older version than is held. */
export type Reception =
  | { readonly kind: 'applied' | 'duplicate' | 'superseded'; readonly externalReference: string }
  | { readonly kind: 'quarantined' };

/** An order as the ERP holds it. */
export interface ErpOrder {
  readonly id: string;
  readonly orderId: string;
  readonly version: number;
  readonly content: string;
}

/** A delivery that contradicts what its event said before. */
export interface QuarantinedDelivery {
  readonly eventId: string;
  readonly hash: string;
  readonly content: string;
}

/** The ERP's own tables. Each call is one transaction, and none reaches across to those of the command API. */
export interface ErpStore {
  /** Knows the event again or writes it down together with its effect; the same id with another hash goes into quarantine. */
  receive(delivery: Delivery): Promise<Reception>;
  orders(search: ErpSearch): Promise<readonly Placed<ErpOrder>[]>;
  quarantine(): Promise<readonly QuarantinedDelivery[]>;
}

/** Which records of the ERP are read. */
export interface ErpSearch {
  readonly tenant: string;
  readonly by: 'reference' | 'id';
  readonly value: string;
  readonly after: number;
  readonly limit: number;
}

/** Both sides of the way of an order, in one database for convenience. */
export interface OpenStores {
  readonly commands: CommandStore;
  readonly erp: ErpStore;
  /** How far a test control has moved the clock, in milliseconds. */
  readonly movedMs: () => number;
  /** Moves it so far; kept, as a restart does not turn time back. */
  readonly keepMoved: (ms: number) => Promise<void>;
  close(): Promise<void>;
}

/** Where an order stands after its event came to an end, where that event told its latest version. */
export function stateAfter(end: Exclude<DeliveryEnd, { kind: 'again' }>): OrderState {
  switch (end.kind) {
    case 'delivered':
      return 'CONFIRMED';
    case 'quarantined':
      return 'QUARANTINED';
    case 'given-up':
      return 'UNKNOWN_EXTERNAL';
  }
}

/** Why an order cannot be resolved so; undefined where it can. */
export function unresolvable(
  order: Order | undefined,
  { expected, decision }: Pick<Resolution, 'expected' | 'decision'>,
): Exclude<Resolved, { kind: 'resolved' }> | undefined {
  if (order === undefined) return { kind: 'absent' };
  if (order.version !== expected) return { kind: 'stale', version: order.version };
  if (order.state !== 'UNKNOWN_EXTERNAL') return { kind: 'not-unknown', state: order.state };
  const { externalReference } = order;
  if (
    decision.kind === 'held' &&
    (externalReference ?? decision.externalReference) !== decision.externalReference
  )
    return { kind: 'other-record', externalReference: externalReference ?? '' };
  return undefined;
}

/** Undoes a command whose intent has an order of other content; thrown within a transaction and caught around it. */
export class IntentTaken extends Error {
  readonly orderId: string;

  constructor(orderId: string) {
    super(`the intent has order ${orderId}`);
    this.name = 'IntentTaken';
    this.orderId = orderId;
  }
}
