import type { ClaimName, Contract } from './contract.js';
import type { Bracket, ContractLineName } from './contract-line.js';
import type { SenderPolicy } from './sender-policy.js';
import type { Effort } from './effort.js';
import type { Grade } from './verdict.js';
import type { HistoryView } from './history-view.js';
import type { Invariant } from './invariant.js';
import type { Need } from './need.js';
import type { Random } from './random.js';
import type { Step } from './step.js';
import type { Level } from './verdict.js';
import type { Measurement } from './report.js';

/** What a scenario may know when it lays out its steps. */
export interface Setting {
  readonly contract: Contract;
  readonly random: Random;
  /** How much may be spent; a scenario that gains by repeating itself repeats itself accordingly. */
  readonly effort: Effort;
  /** What the target offers: for courses that are made of what there is, and not of what they need. */
  readonly offers: readonly Need[];
  /** Text that no other run, scenario or label uses: 16 lower-case letters and digits, beginning with a letter. */
  fresh(label: string): string;
}

/** A mishap, as a pure change of the planned steps. */
export interface Fault {
  readonly name: string;
  /** One sentence: what goes wrong. */
  readonly story: string;
  readonly needs: readonly Need[];
  apply(steps: readonly Step[]): readonly Step[];
}

/** One way in which a scenario is tried: orderly steps and the faults that change them. */
export interface Try {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly faults?: readonly Fault[];
  /** Needs of this try alone; without them the try is left out and the rest goes on. */
  readonly needs?: readonly Need[];
  /** What the sender's policy of this try has otherwise than the run's. */
  readonly policy?: Partial<SenderPolicy>;
}

/** A promise that a receiver (or a sender) is held to, in words. */
export interface Requirement {
  /** The path below `src/scenarios`, without the extension. Public: never renamed without a changelog line. */
  readonly id: string;
  /** A sentence in the present. */
  readonly title: string;
  readonly level: Level | 'as-claimed';
  /** The claim that decides the level of an as-claimed requirement. */
  readonly claim?: ClaimName;
  readonly course: string;
  readonly holdsWhen: string;
  /** What a failure costs the business, in one sentence without jargon. */
  readonly risk: string;
  readonly usualCause: string;
  readonly remedy: string;
  readonly sources: readonly string[];
  readonly needs: readonly Need[];
  /** Flaws of the bundled receiver or of the sender that break it; the test of the scenario itself. */
  readonly flaws: readonly string[];
  /** Requirements without which this one says nothing; when one of them failed, this one is blocked. */
  readonly dependsOn: readonly string[];
  /** The best grade that is left when it is broken in effect, and in answer alone. */
  readonly caps: { readonly effect: Grade; readonly answer: Grade };
}

/** What a scenario saw of a claim, for the table of declared against observed. */
export interface Observation {
  readonly claim: string;
  readonly observed: string;
  /** The values that the claim may have with a receiver that does this; the one that `observed` names, unless given. */
  readonly fits?: readonly string[];
  /** Between which lengths of time what the claim is about was seen to lie, where it is a length of time. */
  readonly between?: Bracket;
  /** Where it was measured: how the lengths of time lie, ready to draw. */
  readonly measured?: Pick<Measurement, 'count' | 'quantiles' | 'values'>;
  /** Sequence numbers of the events that show it. */
  readonly events: readonly number[];
}

/** A requirement with the courses that try it. Without `tries` no course exists for it in this version. */
export interface Scenario extends Requirement {
  readonly tries?: (setting: Setting) => readonly Try[];
  readonly invariants: readonly Invariant[];
  /** Its course is made by chance: a promise that had nothing to look at in it is no doubt, as long as another had. */
  readonly byChance?: true;
  /** The lines of the contract that it can observe. */
  readonly shows?: readonly ContractLineName[];
  /** What was seen, whatever the verdict. */
  readonly sees?: (history: HistoryView, contract: Contract) => readonly Observation[];
}
