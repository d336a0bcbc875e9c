import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { distinctActionsHaveDistinctRecords } from '../../harness/invariants/distinct-actions-have-distinct-records.js';
import { everyActionIsAcknowledged } from '../../harness/invariants/every-action-is-acknowledged.js';
import { loadWasOffered } from '../../harness/invariants/load-was-offered.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesEndAtTheFirstRecord } from '../../harness/invariants/retries-end-at-the-first-record.js';
import type { ActionPlan } from '../../harness/model/action.js';
import type { EventOf } from '../../harness/model/event.js';
import type { HistoryView } from '../../harness/model/history-view.js';
import { thinnedOut, type Quantiles } from '../../harness/model/quantiles.js';
import type { Random } from '../../harness/model/random.js';
import type { Observation, Scenario, Setting, Try } from '../../harness/model/scenario.js';
import { counted } from '../../harness/model/spelled.js';
import type { Send, Step } from '../../harness/model/step.js';
import { whereKeysBind } from '../other-content.js';
import { first, retry } from '../steps.js';

/** Actions that share a marker are counted by one look: one for each would be a load of its own. */
const actionsOfMarker = 50;

/** Half of the replays are of one of the latest actions, which may still be under way. */
const latestActions = 20;

/** What holds for one request holds for the two hundredth of a second. */
export const offeredRate: Scenario = {
  id: 'load/offered-rate',
  title: 'Every promise holds at the offered rate',
  level: 'MUST',
  course:
    'New actions and replays of earlier ones are sent at a fixed rate, whatever the answers take: as `limits.load` says, which is 3,000 new ones and 600 replays at 200 a second for the bundled receiver. What the answers leave open is told again after.',
  holdsWhen:
    'There are as many records as actions and none is unaccounted for; p50, p95 and p99 of service time and of scheduling wait are reported apart, and do not decide. Below four fifths of the rate nothing is concluded.',
  risk: 'On the busiest day of the year work is done twice or not at all.',
  usualCause:
    'A lock, a pool or a cache that was never full before overflows, and what it protected runs unprotected.',
  remedy: 'Refuse what cannot be served (429 or 503 with a wait) before the key is touched.',
  sources: [
    'third essay, 8: 3,000 new requests and 600 replays at 200 a second',
    'public report B07: one invoice in fifteen doubled under load',
    'public report B51: protection that gives way under trouble',
  ],
  needs: ['observe', 'load-budget'],
  flaws: ['gives-way-under-load'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'unsafe', answer: 'retry-safe' },
  tries,
  invariants: [
    recordsAsPromised,
    acknowledgedRecordsExist,
    distinctActionsHaveDistinctRecords,
    retriesEndAtTheFirstRecord,
    everyActionIsAcknowledged,
    loadWasOffered,
  ],
  sees,
};

function tries({ contract, random }: Setting): readonly Try[] {
  const { load } = contract.limits;
  if (load === null) return [];
  const actions = Array.from({ length: load.actions }, (_, index) => ({
    name: nameOf(index),
    markerOf: nameOf(index - (index % actionsOfMarker)),
  }));
  const sends = mixed(actions, load.replays, random);
  return whereKeysBind(contract, [
    {
      name: `${load.actions} actions and ${load.replays} replays at ${load.perSecond} a second`,
      steps: [{ do: 'load', sends, perSecond: load.perSecond }, ...counts(actions)],
    },
  ]);
}

function nameOf(index: number): string {
  return `task ${index + 1}`;
}

/** The actions in their order, with replays of earlier ones spread evenly among them. */
function mixed(actions: readonly ActionPlan[], replays: number, random: Random): readonly Send[] {
  const sends = actions.length + replays;
  let made = 0;
  return Array.from({ length: sends }, (_, index) => {
    const isReplay = Math.floor(((index + 1) * replays) / sends) > Math.floor((index * replays) / sends);
    if (!isReplay) made += 1;
    const chosen = isReplay ? earlier(made, random) : made;
    const action = actions[chosen - 1] ?? { name: nameOf(chosen - 1) };
    return isReplay ? retry(action) : first(action);
  });
}

/** The number of an action that was sent before, counted from 1: a late one, or any. */
function earlier(made: number, random: Random): number {
  const least = random.next() < 0.5 ? Math.max(1, made - latestActions + 1) : 1;
  return random.between(least, made);
}

/** One count for each marker; the first lets the settle time pass for all of them. */
function counts(actions: readonly ActionPlan[]): readonly Step[] {
  return actions
    .filter((_, index) => index % actionsOfMarker === 0)
    .map((action, group): Step => {
      const size = Math.min(actionsOfMarker, actions.length - group * actionsOfMarker);
      return { do: 'observe', action, when: group === 0 ? 'late' : 'early', count: { anyOf: [size] } };
    });
}

function sees(history: HistoryView): readonly Observation[] {
  return history.tries.flatMap((each) =>
    each.of('load-measured').flatMap((load) => {
      const served = each.exchanges.flatMap(({ started, ended }) =>
        started.role !== null && started.seq < load.seq && ended !== null ? [ended.ms] : [],
      );
      return [
        measured('service time under load', load.service, load, thinnedOut(served)),
        measured('scheduling wait under load', load.wait, load, []),
      ];
    }),
  );
}

function measured(
  claim: string,
  quantiles: Quantiles,
  load: EventOf<'load-measured'>,
  values: readonly number[],
): Observation {
  return {
    claim,
    observed: spelled(quantiles, load),
    measured: { count: load.sends, quantiles, values },
    events: [load.seq],
  };
}

function spelled({ p50, p95, p99, max }: Quantiles, load: EventOf<'load-measured'>): string {
  const of = `${counted(load.sends, 'request')} at ${load.offeredPerSecond} a second`;
  return `p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, max ${max} ms of ${of}`;
}
