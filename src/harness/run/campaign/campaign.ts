import * as fc from 'fast-check';
import type { HistoryEvent } from '../../model/event.js';
import type { Invariant } from '../../model/invariant.js';
import type { Sequence } from '../../model/sequence.js';
import { openArena, type Arena, type ArenaRequest } from './arena.js';
import { brokenIn, type BrokenSequence } from './broken.js';
import { readPath, spellPath, withoutMoves } from './path.js';
import { sequences, type Reach } from './sequences.js';

/** How often a minimal sequence is played again. */
export const repetitions = 5;
/** A sequence that fails now and then is given so many chances while it is made smaller. */
const chances = 4;

/** What a campaign is made from. */
export interface CampaignRequest extends ArenaRequest {
  readonly senderPromises: readonly Invariant[];
  readonly reach: Reach;
  /** The most sequences, not counting those that make a failure smaller. */
  readonly runs: number;
  /** The most failures; the campaign ends with the last of them. */
  readonly mostFound: number;
  /** The most sequences that are played to make one failure smaller. */
  readonly mostShrinks: number;
  /** Milliseconds on the real clock after which no further sequence is begun. */
  readonly withinMs: number;
  /** Milliseconds of real time since some moment. */
  readonly elapsedMs: () => number;
  /** Plays but the one sequence that this path of the seed leads to. */
  readonly path?: string | undefined;
  /** Every history that was made, also of sequences that broke nothing. */
  readonly onEvents?: (events: readonly HistoryEvent[]) => void;
  readonly onRun?: (runs: number, found: number) => void;
  /** A failure that is about to be made smaller. */
  readonly onBroken?: (promise: string) => void;
}

/** A failure, as small as it could be made. */
export interface Found {
  readonly sequence: Sequence;
  /** Seed and path that lead to this very sequence. */
  readonly seed: number;
  readonly path: string;
  readonly promise: string;
  /** Its history, judged. */
  readonly broken: BrokenSequence;
  /** How many sequences were played until it failed first, and how many more made it smaller. */
  readonly afterRuns: number;
  readonly shrinks: number;
  /** How often it failed again. */
  readonly again: { readonly failed: number; readonly of: number };
}

/** What a campaign came to. */
export interface CampaignResult {
  readonly found: readonly Found[];
  readonly runs: number;
  /** How many of them, and of those that made a failure smaller, had a move that could be made. */
  readonly played: number;
  readonly endedBy: 'runs' | 'findings' | 'time' | 'creates' | 'interruption' | 'a target that was gone';
}

/** Tells fast-check of a failure, and is told apart from all else that may be thrown. */
class PromiseBroken extends Error {}

/** One search for a failure, and its way to a smaller one. */
interface Hunt {
  readonly seed: number;
  caught: { readonly sequence: Sequence; readonly broken: BrokenSequence; readonly afterRuns: number } | null;
  tries: number;
  shrinks: number;
}

interface Campaign {
  readonly request: CampaignRequest;
  readonly arena: Arena;
  readonly known: Set<string>;
  runs: number;
  ended: CampaignResult['endedBy'] | null;
}

/**
 * Plays sequences by chance until the runs, the time or the creates are used up. A failure is made as
 * small as it can be while the same promise stays broken, and then counted: how often it fails of so many times. The next search goes on for other promises.
 */
export async function campaign(request: CampaignRequest): Promise<CampaignResult> {
  const underway: Campaign = { request, arena: openArena(request), known: new Set(), runs: 0, ended: null };
  const found: Found[] = [];
  try {
    while (underway.ended === null && found.length < request.mostFound && underway.runs < request.runs) {
      const one = await hunt(underway, {
        seed: request.seed + found.length,
        caught: null,
        tries: 1,
        shrinks: 0,
      });
      if (one === null) break;
      found.push(one);
      if (request.path !== undefined) break;
    }
  } finally {
    await underway.arena.close();
  }
  const isFull = found.length >= request.mostFound;
  const { played: made } = underway.arena;
  return {
    found,
    runs: underway.runs,
    played: made,
    endedBy: underway.ended ?? (isFull ? 'findings' : 'runs'),
  };
}

async function hunt(underway: Campaign, one: Hunt): Promise<Found | null> {
  const { request } = underway;
  const given = request.path === undefined ? null : readPath(request.path);
  const property = fc.asyncProperty(sequences(request.reach), async (drawn) => {
    const sequence = withoutMoves(drawn, given?.drops ?? []);
    if (underway.ended !== null || (await holds(underway, one, sequence))) return;
    throw new PromiseBroken();
  });
  const checked = await fc.check(property, {
    seed: one.seed,
    numRuns: Math.max(1, request.runs - underway.runs),
    ...(given === null ? {} : { path: given.choices, endOnFailure: true }),
  });
  // What else was thrown is the kit's own trouble, and neither a failure of the target nor an end without one.
  if (checked.failed && !(checked.errorInstance instanceof PromiseBroken)) throw checked.errorInstance;
  const { caught } = one;
  if (caught === null) return null;
  underway.known.add(caught.broken.promise);
  const smaller = checked.counterexample?.[0] ?? caught.sequence;
  const drops = given?.drops ?? (await needlessMoves(underway, one, smaller));
  const sequence = withoutMoves(smaller, drops);
  const again = await playAgain(underway, sequence, caught.broken);
  return {
    sequence,
    seed: one.seed,
    path: spellPath({ choices: checked.counterexamplePath ?? '', drops }),
    promise: caught.broken.promise,
    broken: again.broken,
    afterRuns: caught.afterRuns,
    shrinks: one.shrinks,
    again: { failed: again.failed, of: repetitions },
  };
}

/** Whether a sequence breaks nothing, or nothing that is looked for now. */
async function holds(underway: Campaign, one: Hunt, sequence: Sequence): Promise<boolean> {
  if (one.caught !== null) return holdsSmaller(underway, one, sequence, one.caught.broken.promise);
  underway.runs += 1;
  const broken = await played(underway, sequence);
  underway.request.onRun?.(underway.runs, underway.known.size);
  if (broken === null || underway.known.has(broken.promise)) return true;
  underway.request.onBroken?.(broken.promise);
  one.caught = { sequence, broken, afterRuns: underway.runs };
  const again = await played(underway, sequence);
  // One that does not fail again at once needs chances: it is told with how often it fails, and never dropped.
  if (again?.promise !== broken.promise) one.tries = chances;
  return false;
}

/** Whether a smaller sequence no longer breaks the same promise. */
async function holdsSmaller(
  underway: Campaign,
  one: Hunt,
  sequence: Sequence,
  promise: string,
): Promise<boolean> {
  one.shrinks += 1;
  if (one.shrinks > underway.request.mostShrinks) return true;
  for (let tried = 0; tried < one.tries; tried += 1) {
    const broken = await played(underway, sequence);
    if (broken?.promise === promise) return false;
  }
  return true;
}

/** Moves without which the same promise is broken too, by their numbers as each is taken out: lists shrink from the front alone. */
async function needlessMoves(underway: Campaign, one: Hunt, sequence: Sequence): Promise<readonly number[]> {
  const drops: number[] = [];
  const promise = one.caught?.broken.promise ?? '';
  for (let at = sequence.moves.length - 1; at >= 0; at -= 1) {
    const fewer = withoutMoves(sequence, [...drops, at]);
    if (fewer.moves.length > 0 && !(await holdsSmaller(underway, one, fewer, promise))) drops.push(at);
  }
  return drops;
}

/** The minimal sequence again and again; the history that is shown is that of the last time it failed. */
async function playAgain(
  underway: Campaign,
  sequence: Sequence,
  before: BrokenSequence,
): Promise<{ readonly failed: number; readonly broken: BrokenSequence }> {
  let broken = before;
  let failed = 0;
  for (let time = 0; time < repetitions && underway.ended === null; time += 1) {
    const again = await played(underway, sequence);
    if (again?.promise !== before.promise) continue;
    broken = again;
    failed += 1;
  }
  return { failed, broken };
}

async function played(underway: Campaign, sequence: Sequence): Promise<BrokenSequence | null> {
  const { request, arena } = underway;
  underway.ended ??= request.elapsedMs() > request.withinMs ? 'time' : null;
  if (underway.ended !== null) return null;
  const events = await arena.play(sequence);
  if (events === null) return null;
  request.onEvents?.(events);
  underway.ended ??= endIn(events);
  return brokenIn(events, request.playbook.requirement, request.senderPromises);
}

/** Why nothing more can be played after this history, or null. */
function endIn(events: readonly HistoryEvent[]): CampaignResult['endedBy'] | null {
  for (const event of events) {
    if (event.type === 'run-interrupted') return 'interruption';
    if (event.type === 'target-gone') return 'a target that was gone';
    if (event.type === 'limit-reached' && event.limit === 'creates') return 'creates';
  }
  return null;
}
