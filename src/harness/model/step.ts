import type { ActionPlan, CredentialName } from './action.js';
import type { Edit } from './contract.js';
import type { BurstStrategy, Header, WireEffect } from './exchange.js';
import type { Json } from './json.js';
import type { OutcomeKind } from './outcome.js';

/** The places where a sender's worker can die or stand still. */
export const crashPoints = [
  'before-claim',
  'after-claim',
  'before-send',
  'after-reply',
  'before-record',
  'after-record',
] as const;

/** One of the crash points. */
export type CrashPoint = (typeof crashPoints)[number];

/** Where a worker can stand still: at a crash point, or while its create is held on the way. */
export type PausePoint = CrashPoint | 'on-the-way';

/** What befalls one attempt. */
export interface Mishap {
  readonly effects?: readonly WireEffect[];
  readonly crashAt?: CrashPoint;
  /** The worker's process is killed so many milliseconds after the attempt was begun, whatever it does by then. */
  readonly crashAfterMs?: number;
}

/** Another spelling of the same JSON content. */
export const rewrites = ['reorder-members', 'add-blanks', 'escape-text', 'respell-numbers'] as const;

/** One of the rewrites. */
export type Rewrite = (typeof rewrites)[number];

/** How many records a marker may show; the promise that an observation is held against. */
export interface CountPromise {
  /** Every count that keeps the promise. */
  readonly anyOf: readonly number[];
}

/** One exchange outside the sender, and what its answer is promised to be. */
export interface Send {
  readonly do: 'send';
  readonly action: ActionPlan;
  /** Which create it goes to: the operation on trial, or the second one. */
  readonly operation?: 'create' | 'second';
  /** Keys in place of the action's own: none is keyless, two repeat the header. */
  readonly keys?: readonly string[];
  /** Other content under the same key (P'). */
  readonly edits?: readonly Edit[];
  /** The same content, spelled otherwise. */
  readonly rewrite?: Rewrite;
  /** A body in place of the encoded one, sent as it stands. */
  readonly rawBody?: string;
  /** Headers added to, or put in place of, the adapter's own. */
  readonly headers?: readonly Header[];
  readonly as?: CredentialName;
  readonly connection?: 'warm' | 'fresh';
  readonly effects?: readonly WireEffect[];
  /** What this send is to the action: its first try, a retry of the same, or something that is not a retry. */
  readonly role: 'first' | 'retry' | 'clash' | 'probe';
  /** The outcomes that keep the promise; left out where any answer does. */
  readonly expect?: readonly OutcomeKind[];
}

/** Something asked of the receiver besides exchanges. */
export type Control =
  | { readonly control: 'move-clock'; readonly ms: number }
  | { readonly control: 'slow'; readonly ms: number }
  | { readonly control: 'fail-next'; readonly at: 'before' | 'half-way' }
  | { readonly control: 'throttle-next'; readonly retryAfterS: number }
  | { readonly control: 'restart' }
  | { readonly control: 'kill' };

/** The next thing that the runner does. */
export type Step =
  | {
      readonly do: 'approve';
      readonly action: ActionPlan;
      /** Milliseconds until the approval expires; without it, it does not. */
      readonly expiresInMs?: number;
      /** Approve again under the same key with this other content. */
      readonly edits?: readonly Edit[];
      /** Die between the two writes of the approval. */
      readonly crash?: boolean;
    }
  | (Mishap & {
      readonly do: 'attempt';
      readonly worker?: string;
      /** The worker stands still at this point (a long pause of its process) while these steps happen. */
      readonly pause?: { readonly at: PausePoint; readonly steps: readonly Step[] };
    })
  /** Attempts until nothing is eligible, waiting out back-offs; `attempts` names what befalls the first, in order. */
  | { readonly do: 'work'; readonly worker?: string; readonly attempts?: readonly Mishap[] }
  /**
   * The same by several workers at once, each in a process of its own.
   * `first` befalls the first worker's first attempt, and the others begin when it has taken an action.
   */
  | { readonly do: 'work-side-by-side'; readonly workers: number; readonly first?: Mishap }
  | Send
  | BurstStep
  | LoadStep
  /** Something asked of the receiver while a send is under way, so many milliseconds after it began. */
  | { readonly do: 'during'; readonly send: Send; readonly afterMs: number; readonly what: Control }
  /** Actions told again in turn, waiting as their answers ask, until each is settled or the time is over. */
  | { readonly do: 'tell-again'; readonly actions: readonly ActionPlan[]; readonly withinMs: number }
  /** Steps side by side, begun in the same turn. */
  | { readonly do: 'together'; readonly steps: readonly Send[] | readonly UpdateStep[] }
  | UpdateStep
  | { readonly do: 'delete'; readonly action: ActionPlan }
  | { readonly do: 'control'; readonly what: Control }
  | { readonly do: 'operator'; readonly act: 'reconcile' | 'unblock'; readonly action: ActionPlan }
  /** Another hand changes the stored payload of an approved action, as a faulty migration would. */
  | { readonly do: 'tamper'; readonly action: ActionPlan }
  | {
      readonly do: 'look-up';
      readonly action: ActionPlan;
      readonly as?: CredentialName;
      /** What keeps the promise; `refused` stands for an answer that is told apart from absent. */
      readonly expect?: 'found' | 'absent' | 'trouble';
      /** Look again until found or until the claimed consistency has passed. */
      readonly until?: 'found';
    }
  | {
      readonly do: 'fetch';
      readonly action: ActionPlan;
      readonly as?: CredentialName;
      readonly expect?: 'found' | 'absent';
    }
  | {
      readonly do: 'observe';
      readonly action: ActionPlan;
      readonly as?: CredentialName;
      /** `early` counts at once; `late` first lets the settle time pass. */
      readonly when: 'early' | 'late';
      readonly count?: CountPromise;
      /** Members that each record must show, by pointer into the record as read. */
      readonly reads?: readonly { readonly pointer: string; readonly value: Json }[];
      /** What the member that updates change must read. */
      readonly readsUpdate?: string;
    }
  | { readonly do: 'wait'; readonly ms: number };

/** Sends whose last bytes are released together, in several rounds; see `burst-rounds.ts`. */
export interface BurstStep {
  readonly do: 'burst';
  readonly sends: readonly Send[];
  /** How many rounds are to have several sends under way at one moment; those that had not are made up for. */
  readonly rounds: number;
  /** How the sends travel; over connections of their own where nothing is said. */
  readonly strategy?: BurstStrategy;
  /** What is asked of the actions of every round that was made, once all rounds are over. */
  readonly afterwards?: readonly Extract<Step, { readonly do: 'tell-again' | 'observe' }>[];
}

/** Sends at a fixed rate, whatever the answers take; those left open by their answers are told again after. */
export interface LoadStep {
  readonly do: 'load';
  readonly sends: readonly Send[];
  /** The offered rate: their times are fixed before the first of them. */
  readonly perSecond: number;
}

/** Changes one member of an action's record. */
export interface UpdateStep {
  readonly do: 'update';
  readonly action: ActionPlan;
  /** The version that it expects: the one of the first read, of the latest, or one that never was. */
  readonly version: 'first' | 'latest';
  readonly value: string;
  /** The record by an id that the receiver never gave. */
  readonly unknownRecord?: boolean;
  readonly expect?: readonly OutcomeKind[];
}
