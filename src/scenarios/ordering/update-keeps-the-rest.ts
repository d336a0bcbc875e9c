import { acceptedUpdatesStand } from '../../harness/invariants/accepted-updates-stand.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { unnamedMembersStand } from '../../harness/invariants/unnamed-members-stand.js';
import { updatesAsPromised } from '../../harness/invariants/updates-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import type { Step } from '../../harness/model/step.js';
import { first, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };
const fetched: Step = { do: 'fetch', action: task, expect: 'found' };
/** Not where a retry makes another record, nor where it is an update by itself. */
const again: readonly Step[] = [retry(task), retry(task)];

/** A change of one member changes that member: the others stand, and so does the key that made the record. */
export const updateKeepsTheRest: Scenario = {
  id: 'ordering/update-keeps-the-rest',
  title: 'A change of one member leaves the others, and the key, as they were',
  level: 'MUST',
  course:
    'One member of a record is changed, the record is read back at once, and the create is told twice more.',
  holdsWhen: 'The change and all other kept members stand, and there is one record.',
  risk: 'A small correction wipes out what else was approved, or opens the way to a second record.',
  usualCause:
    'The update replaces the record by what it names, or the stored answer is dropped with the old version.',
  remedy: 'Merge the named members into the record, in one statement, and leave the key alone.',
  sources: [
    'contract fact: an upsert may overwrite the whole row (Dataverse, elastic tables)',
    'public report B10: an edit must survive a retried create',
  ],
  needs: ['observe', 'fetch', 'update', 'kept-fields'],
  flaws: ['update-drops-unnamed'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: ({ contract: { mode } }) => [
    {
      name: 'one member changed',
      steps: [
        first(task),
        { do: 'update', action: task, version: 'first', value: 'changed once', expect: ['updated'] },
        fetched,
        ...(mode === 'unguarded' || mode === 'upsert' ? [] : again),
        observeLate(task, one),
      ],
    },
  ],
  invariants: [unnamedMembersStand, acceptedUpdatesStand, recordsAsPromised, updatesAsPromised],
};
