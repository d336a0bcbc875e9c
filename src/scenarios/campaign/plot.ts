import type { ActionPlan } from '../../harness/model/action.js';
import type { Contract } from '../../harness/model/contract.js';
import type { Need } from '../../harness/model/need.js';
import type { Setting } from '../../harness/model/scenario.js';
import type { Sequence } from '../../harness/model/sequence.js';
import { contentsOf, type Content } from './contents.js';
import { keySpellings } from './key-spellings.js';
import { untouched, type Knowledge } from './knowledge.js';

/** One of a sequence's actions, and what is known of it so far. */
export interface Part {
  /** The action with its own content. */
  readonly action: ActionPlan;
  /** The number of its own content. */
  readonly content: number;
  /** Whether the contract lets the receiver refuse its key. */
  readonly keyMayBeRefused: boolean;
  known: Knowledge;
  /** The same for the other tenant, who has no part in it until it tells the action too. */
  theirs: Knowledge;
  isApproved: boolean;
  /** Whether an answer has named its record for certain. */
  isNamed: boolean;
  /** What the last change that was accepted for certain wrote. */
  change: string | null;
}

/** A sequence on its way to becoming steps. */
export interface Plot {
  readonly contract: Contract;
  readonly sequence: Sequence;
  readonly contents: readonly Content[];
  readonly parts: readonly Part[];
  can(need: Need): boolean;
  /** A number that was not given before. */
  next(): number;
  /** Hundredths of the retention window that have passed. */
  aged: number;
}

const markerOfTwins = 'twins';

/** Opens a plot in which nothing has happened. */
export function openPlot(setting: Setting, sequence: Sequence): Plot {
  const contents = contentsOf(setting.contract);
  const spellings = keySpellings(setting, sequence.keys);
  let given = 0;
  return {
    contract: setting.contract,
    sequence,
    contents,
    parts: sequence.contents.map((number, index): Part => {
      const content = sequence.twins ? 0 : number % contents.length;
      const key = spellings?.keys[index];
      return {
        content,
        action: {
          name: nameOf(index),
          edits: contents[content]?.edits ?? [],
          ...(key === undefined ? {} : { key }),
          ...(sequence.twins ? { markerOf: markerOfTwins } : {}),
        },
        keyMayBeRefused: key !== undefined && spellings?.mayBeRefused === true,
        known: untouched,
        theirs: untouched,
        isApproved: false,
        isNamed: false,
        change: null,
      };
    }),
    can: (need) => setting.offers.includes(need),
    next: () => (given += 1),
    aged: 0,
  };
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

function nameOf(index: number): string {
  return `action ${letters[index % letters.length] ?? index}`;
}

/** The part of that number, counted round; null where the sequence has none. */
export function partOf({ parts }: Plot, who: number): Part | null {
  return parts[who % Math.max(1, parts.length)] ?? null;
}

/** The action of a part with that content: itself, or another content under its key and marker. */
export function withContent({ contents }: Plot, { action, content }: Part, number: number): ActionPlan {
  if (number === content) return action;
  return {
    name: `${action.name}, content ${number}`,
    edits: contents[number]?.edits ?? [],
    markerOf: action.markerOf ?? action.name,
    ...keyOf(action),
  };
}

/** What gives another action the key of this one. */
export function keyOf({ name, key }: ActionPlan): Pick<ActionPlan, 'key' | 'keyOf'> {
  return key === undefined ? { keyOf: name } : { key };
}

/** A content so many further than the part's own, counted round. */
export function contentAt({ contents }: Plot, { content }: Part, further: number): number {
  return (content + further) % Math.max(1, contents.length);
}
