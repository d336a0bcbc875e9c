import { acceptedUpdatesStand } from '../../harness/invariants/accepted-updates-stand.js';
import { repeatedUpdateChangesNothing } from '../../harness/invariants/repeated-update-changes-nothing.js';
import { updatesAsPromised } from '../../harness/invariants/updates-as-promised.js';
import type { HistoryView } from '../../harness/model/history-view.js';
import type { Observation, Scenario } from '../../harness/model/scenario.js';
import type { Step, UpdateStep } from '../../harness/model/step.js';
import { first } from '../steps.js';

const task = { name: 'task' };
const change: UpdateStep = { do: 'update', action: task, version: 'first', value: 'changed once' };
const again: UpdateStep = { ...change, expect: ['updated', 'rejected'] };
const fetched: Step = { do: 'fetch', action: task, expect: 'found' };

/** A change whose answer was lost is told again; it must not count twice. */
export const updateToldAgain: Scenario = {
  id: 'ordering/update-told-again',
  title: 'A change that is told again is applied once',
  level: 'MUST',
  course:
    'The same change of the same version is sent three times; the record is fetched after the first and the last.',
  holdsWhen: 'The record, its version included, is the same after the first telling and after the third.',
  risk: 'Every retry of a change counts as a change of its own: histories, notices and versions pile up.',
  usualCause:
    'A change that finds the record as it wants it is written once more instead of being left alone.',
  remedy: 'Refuse the stale version, or answer as before without writing.',
  sources: [
    'public report B14: a second update 229 ms later takes another path and publishes twice',
    'RFC 9110, 13.1.1: an unsafe request whose change was already made',
  ],
  needs: ['fetch', 'update'],
  flaws: ['update-counts-each-time'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: () => [
    {
      name: 'three times',
      steps: [first(task), { ...change, expect: ['updated'] }, fetched, again, again, fetched],
    },
  ],
  invariants: [repeatedUpdateChangesNothing, acceptedUpdatesStand, updatesAsPromised],
  sees,
};

function sees(history: HistoryView): readonly Observation[] {
  return history.tries.flatMap((each) =>
    each
      .of('update-answered')
      .slice(1)
      .map(({ outcome, seq }) => ({
        claim: 'a change that is told again',
        observed: outcome.kind === 'rejected' ? 'refused as stale' : `answered ${outcome.kind}`,
        events: [seq],
      })),
  );
}
