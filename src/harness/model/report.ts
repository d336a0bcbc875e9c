import type { Bracket } from './contract-line.js';
import type { About } from './invariant.js';
import type { LoadDistribution } from './distribution.js';
import type { Quantiles } from './quantiles.js';
import type { Grade, Level, Verdict } from './verdict.js';

/** What a sender may do with this receiver; follows from the grade and the contract. */
export interface Policy {
  readonly retry: 'same-key' | 'lookup-first' | 'never';
  /** How long after the first send the same key may be sent, in milliseconds; null where no window was shown. */
  readonly windowMs: number | null;
  /** How long after a send was given up a look-up that finds nothing counts, in milliseconds; null where none is asked for. */
  readonly absentAfterMs: number | null;
  /** How many requests with one key may be under way at once. */
  readonly perKeyParallelism: number;
  /** Outcomes after which the sender stops and does not send this action again by itself. */
  readonly stopOn: readonly string[];
  /** The same in words, one sentence a line. */
  readonly text: readonly string[];
}

/** What became of the policy to look up first when the sender was run with it, under faults. */
export interface Proof {
  readonly verdict: 'proven' | 'refuted' | 'not shown';
  /** How many actions met a fault and had their records counted. */
  readonly cases: number;
  /** Requirements that were broken, or not shown; empty where it is proven. */
  readonly against: readonly string[];
  /** What the policy does not help against, or was not tried with. */
  readonly notCovered: readonly string[];
  /** The same in words, one sentence a line. */
  readonly text: readonly string[];
}

/** One event of a finding's timeline, ready to draw. */
export interface TimelineEvent {
  readonly seq: number;
  /** Milliseconds since the timeline's first event. */
  readonly ms: number;
  readonly lane: 'sender' | 'wire' | 'receiver' | 'ledger';
  /** Where the arrow goes, for what travels. */
  readonly to: 'sender' | 'wire' | 'receiver' | 'ledger' | null;
  readonly text: string;
  readonly mark: 'plain' | 'fault' | 'contradiction';
  /** The raw exchange or event behind it, redacted, as text to unfold. */
  readonly raw: string;
}

/** One way in which a promise was broken, ready to convince. */
export interface Finding {
  readonly invariant: string;
  readonly about: About;
  readonly try: string;
  readonly action: string | null;
  readonly sentence: string;
  readonly expected: string;
  readonly actual: string;
  readonly events: readonly number[];
  readonly timeline: readonly TimelineEvent[];
  /** How many events of the try the timeline leaves out. */
  readonly folded: number;
  /** Plain curl lines that repeat the exchanges, credentials as shell variables. */
  readonly curl: readonly string[];
}

/** Whether a side of a requirement holds: what the receiver holds, or what it says. */
export type Side = 'holds' | 'broken' | 'not-judged';

/** One requirement in the report. */
export interface Entry {
  readonly id: string;
  readonly family: string;
  readonly title: string;
  readonly level: Level;
  readonly verdict: Verdict;
  /** Why it is inconclusive, blocked, not exercised or a kit error; empty for pass and fail. */
  readonly why: string;
  readonly effect: Side;
  readonly answer: Side;
  readonly sender: Side;
  /** How many cases the invariants looked at. */
  readonly cases: number;
  readonly findings: readonly Finding[];
  /** How many findings were left out of the list beyond its limit. */
  readonly moreFindings: number;
  readonly risk: string;
  readonly usualCause: string;
  readonly remedy: string;
  readonly holdsWhen: string;
  readonly observations: readonly { readonly claim: string; readonly observed: string }[];
  /** Tries that were left out for a need of their own. */
  readonly leftOut: readonly { readonly try: string; readonly needs: readonly string[] }[];
  /** The recorded history: its file below the report's folder, its length, its chain head. */
  readonly history: { readonly file: string; readonly events: number; readonly head: string } | null;
  /** The kit command that repeats this run. */
  readonly replay: string;
}

/** A claim beside what was seen of it. */
export interface ContractLine {
  readonly claim: string;
  readonly declared: string;
  readonly observed: string;
  readonly agrees: 'agrees' | 'differs' | 'not claimed' | 'not exercised';
  /** The values that the claim may have with all that was seen; none where nothing was, or where it has no such value. */
  readonly fits: readonly string[];
  /** Where it is a length of time: between which it was seen to lie. */
  readonly between: Bracket | null;
  /** How often it was seen. */
  readonly cases: number;
  /** Requirements that saw it; the history of each is evidence. */
  readonly seenIn: readonly string[];
}

/** Where in the course of a delivery a fault sits: on the way there, at work, on the way back, or in one of the two ends. */
export type Phase = 'none' | 'connection' | 'request' | 'work' | 'reply' | 'sender' | 'receiver';

/** How often a fault was planned on an operation, and how often it took place. */
export interface CoverageLine {
  readonly fault: string;
  readonly phase: Phase;
  readonly operation: string;
  readonly planned: number;
  readonly applied: number;
}

/** How far the requests of one requirement's bursts met. */
export interface BurstLine {
  readonly requirement: string;
  readonly rounds: number;
  /** Rounds in which at least two requests were under way at once. */
  readonly met: number;
  /** Requests of a round; the most, where rounds differ. */
  readonly copies: number;
  /** The most requests that were under way at one moment, in the round that met least and in the one that met most. */
  readonly leastOverlap: number;
  readonly mostOverlap: number;
  /** Milliseconds from the first released last byte to the last one, in the widest round. */
  readonly widestMs: number;
}

/** A load that was put on the receiver in real time, and what the receiver held after it. */
export interface LoadLine {
  readonly requirement: string;
  readonly offeredPerSecond: number;
  /** Requests, of which as many were new as there were actions. */
  readonly sends: number;
  readonly actions: number;
  /** Milliseconds from the first request's time to the moment at which the last one began. */
  readonly elapsedMs: number;
  /** Counted at the end; null where the count is not complete. */
  readonly records: number | null;
  readonly distributions: readonly LoadDistribution[];
}

/** Lengths of time that were measured, in milliseconds. */
export interface Measurement {
  /** What took the time, such as `lag of look-ups`. */
  readonly what: string;
  /** The requirement that measured it; null where it is of the whole run. */
  readonly requirement: string | null;
  readonly count: number;
  readonly quantiles: Quantiles;
  /** The values in ascending order, thinned out evenly where there are many; none where only the quantiles were recorded. */
  readonly values: readonly number[];
}

/** How a class of failures is mended, with the failed requirements that it mends. */
export interface Remediation {
  readonly name: string;
  /** What goes wrong, as a clause: `work is done twice`. */
  readonly failure: string;
  readonly pattern: string;
  readonly steps: readonly string[];
  /** A few lines of SQL or pseudocode. */
  readonly sketch: readonly string[];
  readonly requirements: readonly string[];
}

/** What became of a known failure: it fails as listed, passes by now, is excused no longer, or was not seen to do either. */
export const baselineStates = ['known', 'stale', 'expired', 'not seen'] as const;

/** A known failure, who answers for it until when, and what the run has seen of it. */
export interface BaselineLine {
  /** The id of the requirement. */
  readonly id: string;
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it is excused, as `2027-01-31`, UTC. */
  readonly expires: string;
  readonly state: (typeof baselineStates)[number];
}

/** A failure that is known beforehand. */
export type KnownFailure = Omit<BaselineLine, 'state'>;

/** The failures that were known beforehand, and those of level MUST that were not. */
export interface Baseline {
  readonly file: string;
  readonly lines: readonly BaselineLine[];
  readonly unlisted: readonly string[];
}

/** A file beside the report and its histories, with the SHA-256 of its bytes. */
export interface EvidenceFile {
  /** Its place below the report's folder. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What one run says about one receiver; every format is rendered from this value. */
export interface Report {
  readonly formatVersion: 1;
  readonly kit: { readonly name: 'twiceshy'; readonly version: string };
  readonly target: {
    readonly name: string;
    /** As its owner names it; null where nobody says. */
    readonly version: string | null;
    readonly address: string;
    readonly mode: string;
    readonly plane: string;
    readonly clock: 'virtual' | 'real';
    readonly flaw: string | null;
  };
  /** The number of requirements in the set, and a SHA-256 over their ids, levels and texts. */
  readonly requirements: { readonly set: number; readonly digest: string };
  readonly seed: number;
  readonly run: string;
  readonly effort: string;
  /** True where a MUST that was not exercised ends the run with 2. */
  readonly strict: boolean;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** False when the run was interrupted, or its target was gone: then nothing in it is a verdict on the whole. */
  readonly complete: boolean;
  /** Why the target was gone for good before the end of the run; null where it stayed. */
  readonly gone: string | null;
  readonly conclusion: { readonly exit: number; readonly sentence: string };
  /** Null where the run was given no baseline. */
  readonly baseline: Baseline | null;
  readonly grade: {
    readonly reached: Grade | null;
    readonly required: Grade | null;
    readonly because: readonly { readonly requirement: string | null; readonly reason: string }[];
    readonly policy: Policy;
    /** Null where the policy is not to look up first, and need not be. */
    readonly proof: Proof | null;
  };
  readonly contract: readonly ContractLine[];
  readonly entries: readonly Entry[];
  readonly coverage: readonly CoverageLine[];
  readonly bursts: readonly BurstLine[];
  readonly measurements: readonly Measurement[];
  readonly loads: readonly LoadLine[];
  readonly notExercised: readonly {
    readonly id: string;
    readonly level: Level;
    readonly needs: readonly string[];
    readonly unlock: string;
  }[];
  readonly remediation: readonly Remediation[];
  readonly cleanup: { readonly attempted: number; readonly remaining: number; readonly note: string };
  /** How many secrets were known to the kit, and how many events of the histories have `[redacted]` in place of one. */
  readonly redactions: { readonly secrets: number; readonly events: number };
  readonly limits: readonly string[];
  readonly environment: { readonly node: string; readonly platform: string };
  readonly exchanges: number;
  readonly evidence: readonly EvidenceFile[];
  /** SHA-256 over the report without this member, in canonical JSON. */
  readonly digest: string;
}
