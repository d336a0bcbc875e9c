import type { ActionPlan } from '../../../harness/model/action.js';
import type { Hap, MoveOf } from '../../../harness/model/sequence.js';
import { crashPoints, type CrashPoint, type Mishap, type Step } from '../../../harness/model/step.js';
import type { WireEffectKind } from '../../../harness/model/exchange.js';
import { shortLease } from '../../leases.js';
import { effectOf } from '../arrivals.js';
import { told, type Arrival } from '../knowledge.js';
import { partOf, type Part, type Plot } from '../plot.js';

/** Few, so that a sequence can use an attempt budget up. */
export const mostAttempts = 3;
const expiresInMs = 1_000;

/** The sender delivers the action; the haps befall its attempts in order, and after those nothing does. */
export function deliver(plot: Plot, { who, haps, approval }: MoveOf<'deliver'>): readonly Step[] {
  const part = partOf(plot, who);
  if (part === null || !mayDeliver(plot, part)) return [];
  const { action } = part;
  // Where other content may hold the key, the sender's first try is a clash: what befell a retry would tell nothing.
  const able = haps.filter((hap) => !mayClash(part) && (isCrash(hap) || plot.can(`wire:${hap}`)));
  part.isApproved = true;
  if (approval === 'expired') {
    return [{ do: 'approve', action, expiresInMs }, { do: 'wait', ms: 2 * expiresInMs }, { do: 'work' }];
  }
  if (approval === 'tampered') return [{ do: 'approve', action }, { do: 'tamper', action }, { do: 'work' }];
  const torn: readonly Step[] =
    approval === 'torn' ? [{ do: 'approve', action, crash: true }, { do: 'work' }] : [];
  for (const arrival of arrivalsOf(plot, able)) tellBySender(plot, part, arrival);
  // Nothing is left for another worker, whatever became of the action.
  return [...torn, { do: 'approve', action }, { do: 'work', attempts: able.map(mishapOf) }, workedOut];
}

const workedOut: Step = { do: 'work', worker: 'worker-2' };

function mayClash({ known, content }: Part): boolean {
  return known.isLoose || known.possible.some((held) => held !== null && held !== content);
}

/**
 * What the haps let arrive, and what comes after them. A sender that looks first may spend any attempt after a doubtful one
 * on a look that comes too early to count: then the hap that was meant for a send meets none.
 */
function arrivalsOf({ sequence }: Plot, haps: readonly Hap[]): readonly Arrival[] {
  const arrivals = haps.map((hap) => (isCrash(hap) ? arrivalAt(hap) : effectOf(hap).arrival));
  const sureAttempts = sequence.lookUpFirst ? 1 : mostAttempts - 1;
  const open = arrivals.map((arrival, index) => (sequence.lookUpFirst && index > 0 ? 'unknown' : arrival));
  return [...open, haps.length <= sureAttempts ? 'whole' : 'unknown'];
}

/** One action is approved once in a sequence; an unguarded one that is there already would be looked up and found. */
function mayDeliver(plot: Plot, { isApproved, keyMayBeRefused, content }: Part): boolean {
  return !isApproved && !keyMayBeRefused && plot.contents[content]?.mayBeRefused !== true;
}

function tellBySender({ contract }: Plot, part: Part, arrival: Arrival): void {
  part.known = told(part.known, contract, { content: part.content, mayBeRefused: false, arrival });
}

function isCrash(hap: Hap): hap is CrashPoint {
  return crashPoints.some((point) => point === hap);
}

function mishapOf(hap: Hap): Mishap {
  return isCrash(hap) ? { crashAt: hap } : { effects: [effectOf(hap satisfies WireEffectKind).effect] };
}

function arrivalAt(point: CrashPoint): Arrival {
  return point === 'before-claim' || point === 'after-claim' || point === 'before-send' ? 'none' : 'unknown';
}

/** The sender's worker stands still at some point, while another may take the action over. */
export function standStill(plot: Plot, move: MoveOf<'stand-still'>): readonly Step[] {
  const part = partOf(plot, move.who);
  if (part === null || !mayDeliver(plot, part) || mayClash(part)) return [];
  const { action } = part;
  const ms = Math.round((shortLease(plot.contract).leaseMs * move.ofLease) / 100);
  const meanwhile: readonly Step[] = move.other
    ? [
        { do: 'attempt', worker: 'worker-2' },
        { do: 'attempt', worker: 'worker-3' },
      ]
    : [];
  part.isApproved = true;
  tellBySender(plot, part, 'whole');
  return [
    { do: 'approve', action },
    { do: 'attempt', pause: { at: move.at, steps: [{ do: 'wait', ms }, ...meanwhile] } },
    { do: 'work' },
  ];
}

/** An operator settles or frees an action, and the sender goes on. */
export function operate(plot: Plot, { who, act }: MoveOf<'operate'>): readonly Step[] {
  const part = partOf(plot, who);
  if (part === null || !part.isApproved || mayClash(part) || (act === 'reconcile' && !plot.can('lookup')))
    return [];
  tellBySender(plot, part, 'unknown');
  const action: ActionPlan = part.action;
  return [{ do: 'operator', act, action }, { do: 'work' }];
}
