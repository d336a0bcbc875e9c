import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Invariant } from '../model/invariant.js';
import { acknowledges } from '../model/outcome.js';

/** With a smaller share of the offered rate, the receiver was not under that load, and nothing follows. */
const leastShare = 0.8;

/** The load was really put on the receiver, and replays in it met actions that had been acknowledged. */
export const loadWasOffered: Invariant = {
  id: 'load-was-offered',
  about: 'effect',
  promise: 'Requests began at the offered rate, and replays among them came after an acknowledgement.',
  check: (history) => {
    const loads = history.tries.flatMap((each) => each.of('load-measured').map((load) => ({ each, load })));
    const behind = loads.find(({ load }) => reachedPerSecond(load) < leastShare * load.offeredPerSecond);
    if (behind !== undefined) return { kind: 'unknown', why: shortfall(behind.load) };
    const met = loads.reduce((sum, { each, load }) => sum + replaysAfterAcknowledgement(each, load.seq), 0);
    const why = loads.length === 0 ? 'no load was measured' : 'no replay met an action that was acknowledged';
    return resultOf(met, [], why);
  },
};

function reachedPerSecond({ sends, elapsedMs }: EventOf<'load-measured'>): number {
  return ((sends - 1) * 1_000) / elapsedMs;
}

function shortfall(load: EventOf<'load-measured'>): string {
  const reached = Math.floor(reachedPerSecond(load));
  return `only ${reached} of ${load.offeredPerSecond} requests a second could be begun (limits.parallel bounds how many are under way)`;
}

function replaysAfterAcknowledgement(each: TryView, before: number): number {
  const acknowledgedAt = new Map<string, number>();
  for (const { started, ended } of each.exchanges) {
    const taken = ended?.outcome != null && acknowledges(ended.outcome);
    if (ended === null || !taken || started.action === null || started.purpose !== 'create') continue;
    acknowledgedAt.set(started.action, Math.min(ended.seq, acknowledgedAt.get(started.action) ?? Infinity));
  }
  return each.exchanges.filter(({ started: { role, action, seq } }) => {
    return role === 'retry' && seq < before && seq > (acknowledgedAt.get(action ?? '') ?? Infinity);
  }).length;
}
