import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { inWords } from '../../harness/invariants/reading.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesEndAtTheFirstRecord } from '../../harness/invariants/retries-end-at-the-first-record.js';
import type { HistoryView } from '../../harness/model/history-view.js';
import { acknowledges, type Outcome, type OutcomeKind } from '../../harness/model/outcome.js';
import type { Observation, Scenario } from '../../harness/model/scenario.js';
import type { Step } from '../../harness/model/step.js';
import { longestReceiverLeaseMs } from '../leases.js';
import { whereKeysBind } from '../other-content.js';
import { first, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };
const slowMs = 500;
const patienceMs = 200;
const atOnce = 'told twice at once';
const refusals: readonly OutcomeKind[] = ['in-flight', 'throttled'];

function slow(ms: number): Step {
  return { do: 'control', what: { control: 'slow', ms } };
}

/** A retry that comes while the first request is still running does not run beside it. */
export const whileRunning: Scenario = {
  id: 'concurrency/while-running',
  title: 'A retry beside a slow first request makes no second record',
  level: 'MUST',
  course:
    'The receiver is made slow; a second copy is sent while the first is being worked on, and another after it.',
  holdsWhen: 'There is one record, however long the first request takes.',
  risk: 'The slower the receiver, the more often its work is done twice.',
  usualCause:
    'The lease on the key is shorter than the work, or the key is written only when the work is done.',
  remedy: 'Renew the lease while the work runs, and fence off an owner that has lost it.',
  sources: [
    'public report B09: retries collide with a write of minutes',
    'public report B55: a lock of 10 s, a handler of 60',
    'public report B05: redelivered while the first is running',
  ],
  needs: ['observe', 'slow'],
  flaws: ['lease-shorter-than-work'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: ({ contract }) =>
    whereKeysBind(contract, [
      {
        name: 'told again beside the first',
        steps: [
          slow(slowMs),
          first(task),
          retry(task),
          { do: 'wait', ms: slowMs },
          { do: 'tell-again', actions: [task], withinMs: longestReceiverLeaseMs },
          observeLate(task, one),
        ],
        // The sender loses its patience long before the work is done; what it began goes on.
        policy: { timeoutMs: patienceMs },
      },
      {
        name: atOnce,
        steps: [
          // Both are waited for, since what they are told is looked at.
          slow(Math.min(slowMs, Math.round(contract.limits.timeoutMs * 0.6))),
          { do: 'together', steps: [first(task), retry(task)] },
          { do: 'tell-again', actions: [task], withinMs: longestReceiverLeaseMs },
          observeLate(task, one),
        ],
      },
    ]),
  invariants: [recordsAsPromised, retriesEndAtTheFirstRecord, acknowledgedRecordsExist],
  shows: ['in_flight'],
  sees,
};

/** Of two that were sent at once to a slow receiver, one does the work; what the other is told is the claim. */
function sees({ tries }: HistoryView): readonly Observation[] {
  const course = tries.find(({ name }) => name === atOnce);
  const told = course?.exchanges.filter(({ started }) => started.purpose === 'create').slice(0, 2) ?? [];
  const answers = told.flatMap(({ started, ended }) =>
    ended === null || ended.outcome === null
      ? []
      : [{ answer: ended.answer, outcome: ended.outcome, events: [started.seq, ended.seq] }],
  );
  const seen = course?.of('observed').at(-1);
  if (answers.length < 2 || seen?.complete !== true) return [];
  const events = [...answers.flatMap((each) => each.events), seen.seq];
  if (seen.records.length > 1) return [{ claim: 'in_flight', observed: 'may_duplicate', events }];
  if (!answers.some(({ outcome }) => acknowledges(outcome))) return [];
  const others = answers.filter(({ outcome }) => !acknowledges(outcome));
  if (others.length === 0) return [{ claim: 'in_flight', ...waitedOr(answers), events }];
  if (!others.every(({ outcome }) => refusals.includes(outcome.kind))) return [];
  return [
    { claim: 'in_flight', observed: 'reject', events },
    ...others.map(({ answer, outcome }) => ({
      claim: 'form of an overlap',
      observed: inWords(answer, { ...outcome, id: null }),
      events,
    })),
  ];
}

/** That the record is there already can be said once it is, or as soon as another is on it. */
function waitedOr(answers: readonly { readonly outcome: Outcome }[]): Pick<Observation, 'observed' | 'fits'> {
  const refused = answers.some(({ outcome }) => outcome.kind === 'exists');
  return refused ? { observed: 'told that it is there', fits: ['wait', 'reject'] } : { observed: 'wait' };
}
