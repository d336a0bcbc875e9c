import { acceptedUpdatesStand } from '../../harness/invariants/accepted-updates-stand.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { updatesAsPromised } from '../../harness/invariants/updates-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { first, observeLate, one } from '../steps.js';

const task = { name: 'task' };

/** A change that was decided on an older state does not undo a newer one, however late it arrives. */
export const staleUpdateRefused: Scenario = {
  id: 'ordering/stale-update-refused',
  title: 'A late change that was decided on an older state is refused',
  level: 'MUST',
  course:
    'A record is changed to its second version; then two changes arrive that were decided on the first.',
  holdsWhen: 'The late changes are refused, and the record reads what the first change wrote.',
  risk: 'An old instruction that arrives late undoes a newer one, and nobody is told.',
  usualCause: 'The update does not name the version it was decided on, or the receiver does not compare it.',
  remedy: 'Ask for the version (If-Match or a version member) and answer 412 when it is not the current one.',
  sources: [
    'third essay, 6: older updates must not overwrite newer state',
    'RFC 9110, 13.1.1 (If-Match) and 15.5.13 (412)',
    'contract fact: upserts overwrite newer edits (contracts, 3.3)',
  ],
  needs: ['observe', 'fetch', 'update'],
  flaws: ['last-writer-wins'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: () => [
    {
      name: 'two late changes',
      steps: [
        first(task),
        { do: 'update', action: task, version: 'first', value: 'changed once', expect: ['updated'] },
        { do: 'update', action: task, version: 'first', value: 'changed too late', expect: ['rejected'] },
        { do: 'update', action: task, version: 'first', value: 'later still', expect: ['rejected'] },
        observeLate(task, one),
      ],
    },
  ],
  invariants: [acceptedUpdatesStand, updatesAsPromised, recordsAsPromised],
};
