import { lookUpLags, lookUpsAreFresh, type LookUpLag } from '../../harness/invariants/look-ups-are-fresh.js';
import { lookUpsAsPromised } from '../../harness/invariants/look-ups-as-promised.js';
import type { HistoryView } from '../../harness/model/history-view.js';
import { quantilesOf, thinnedOut } from '../../harness/model/quantiles.js';
import type { Observation, Scenario, Setting, Try } from '../../harness/model/scenario.js';
import type { Step } from '../../harness/model/step.js';
import { spelledDuration } from '../../harness/model/spelled.js';
import { first } from '../steps.js';

const mostRecords = 30;

/** How soon a look-up tells the truth decides how long a sender must wait before it may believe "absent". */
export const fresh: Scenario = {
  id: 'lookup/fresh',
  title: 'A look-up sees a record as soon as the contract claims',
  level: 'as-claimed',
  claim: 'consistency',
  course:
    'Thirty actions (half of the budget where that is less) are created, each looked up until it is found.',
  holdsWhen: 'Each is found at once, or within the claimed settle time; the report shows how long it took.',
  risk: 'A sender that checks first is told "not there" about work that was done, and has it done twice.',
  usualCause: 'Look-ups read a search index or a replica that lags behind the store.',
  remedy: 'Answer look-ups by key from the primary store, or claim the lag so that senders wait it out.',
  sources: [
    'public report B23: search-then-create against a lagging index',
    'public report B25: two events of one new person',
    'contract fact: search in HubSpot and Intercom lags behind writes',
  ],
  needs: ['lookup'],
  flaws: ['lookup-lags'],
  dependsOn: ['acceptance/creates-and-names-record', 'lookup/finds-action'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries,
  invariants: [lookUpsAreFresh, lookUpsAsPromised],
  shows: ['consistency'],
  sees,
};

function tries({ contract }: Setting): readonly Try[] {
  const count = Math.min(mostRecords, Math.floor(contract.limits.creates / 2));
  const steps = Array.from({ length: count }, (_, index): readonly Step[] => {
    const action = { name: `task ${index + 1}` };
    return [first(action), { do: 'look-up', action, expect: 'found', until: 'found' }];
  });
  return count === 0 ? [] : [{ name: 'created, then looked up', steps: steps.flat() }];
}

function sees(history: HistoryView): readonly Observation[] {
  const lags = history.tries.flatMap((each) => lookUpLags(each));
  if (lags.length === 0) return [];
  const events = lags.map(({ look }) => look.seq);
  const values = lags.map(({ ms }) => ms);
  const quantiles = quantilesOf(values);
  const { p50, p99, max } = quantiles;
  const measured = { count: values.length, quantiles, values: thinnedOut(values) };
  const spelled = `p50 ${p50} ms, p99 ${p99} ms, max ${max} ms of ${lags.length} records`;
  return [
    { claim: 'consistency', ...kindOf(lags, max), events },
    { claim: 'lag of look-ups', observed: spelled, measured, events },
  ];
}

function kindOf(
  lags: readonly LookUpLag[],
  maxMs: number,
): Pick<Observation, 'observed' | 'fits' | 'between'> {
  if (lags.some(({ look }) => look.finding.kind !== 'found')) {
    return { observed: 'records stay out of sight', fits: [] };
  }
  if (lags.every(({ looks }) => looks === 1)) return { observed: 'immediate' };
  const between = { atLeastMs: null, atMostMs: maxMs };
  return { observed: `eventual, within ${spelledDuration(maxMs)}`, fits: ['eventual'], between };
}
