import type { WireEffectKind } from './exchange.js';
import type { CrashPoint } from './step.js';

/** How the keys of a sequence's actions are spelled: as the contract makes them, or alike in some way. */
export const keyFamilies = [
  'made',
  'word',
  'case',
  'beginning',
  'last-character',
  'too-long',
  'number',
  'punctuation',
  'blanks',
  'accents',
] as const;

/** One of the families. */
export type KeyFamily = (typeof keyFamilies)[number];

/** What is done to a telling besides sending it; none of it makes another action of it. */
export const manners = [
  'plainly',
  'over-a-new-connection',
  'members-reordered',
  'blanks-added',
  'text-escaped',
  'numbers-respelled',
  'another-user-agent',
  'another-trace',
  'another-accept',
  'renewed-credential',
  'key-twice',
] as const;

/** One of the manners. */
export type Manner = (typeof manners)[number];

/** What befalls one attempt of the sender, by name. */
export type Hap = WireEffectKind | CrashPoint;

/**
 * One move of a sequence. `who` is an action of the sequence and `content` one of the contents of the contract, both by
 * number and counted round, so that every number means something.
 */
export type Move =
  | {
      readonly move: 'tell';
      readonly who: number;
      /** How many contents further than the action's own; 0 is its own. */
      readonly content: number;
      readonly manner: Manner;
      readonly effect: WireEffectKind | null;
    }
  | { readonly move: 'tell-as'; readonly who: number; readonly as: 'other_tenant' | 'refused' }
  /** Several at once; a slow receiver is still at the first when the others come. */
  | {
      readonly move: 'race';
      readonly who: readonly number[];
      readonly content: number;
      readonly slow: boolean;
    }
  | { readonly move: 'misfit'; readonly who: number; readonly what: 'member' | 'json' | 'size' }
  | { readonly move: 'odd-key'; readonly what: 'none' | 'empty' }
  | { readonly move: 'second'; readonly who: number }
  /** One business intent of nobody else's comes under two keys, with one content or with two. */
  | { readonly move: 'intent'; readonly content: 'same' | 'other'; readonly together: boolean }
  | { readonly move: 'trouble'; readonly who: number; readonly what: 'before' | 'half-way' | 'throttled' }
  /** The sender delivers the action. */
  | {
      readonly move: 'deliver';
      readonly who: number;
      readonly haps: readonly Hap[];
      readonly approval: 'good' | 'torn' | 'expired' | 'tampered';
    }
  /** The sender's worker stands still for so many hundredths of its lease, while another may come. */
  | {
      readonly move: 'stand-still';
      readonly who: number;
      readonly at: CrashPoint;
      readonly ofLease: number;
      readonly other: boolean;
    }
  | { readonly move: 'operate'; readonly who: number; readonly act: 'reconcile' | 'unblock' }
  | {
      readonly move: 'change';
      readonly who: number;
      readonly version: 'first' | 'latest';
      readonly times: number;
    }
  | { readonly move: 'race-of-changes'; readonly who: number }
  | { readonly move: 'change-unknown' }
  | { readonly move: 'remove'; readonly who: number }
  | {
      readonly move: 'look';
      readonly who: number;
      readonly by: 'look-up' | 'fetch' | 'count';
      readonly as: 'main' | 'other_tenant' | 'refused';
    }
  /** So many others come between, one after the other, under one marker. */
  | { readonly move: 'crowd'; readonly size: number }
  | { readonly move: 'restart'; readonly how: 'restart' | 'kill' }
  /** So many hundredths of the retention window pass. */
  | { readonly move: 'age'; readonly ofWindow: number };

/** The move of that name. */
export type MoveOf<Name extends Move['move']> = Extract<Move, { readonly move: Name }>;

/** A sequence of moves over a few actions, as plain data: what a campaign makes, shrinks, keeps and plays again. */
export interface Sequence {
  readonly keys: KeyFamily;
  /** Whether the actions have one content and one marker, so that nothing but the key tells them apart. */
  readonly twins: boolean;
  readonly lookUpFirst: boolean;
  /** The content of each action, by number. */
  readonly contents: readonly number[];
  readonly moves: readonly Move[];
}
