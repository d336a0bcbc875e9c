import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { recordsReadAsPromised } from '../../harness/invariants/records-read-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { first, one, retry } from '../steps.js';

const task = { name: 'task' };

/** A retry may come hours late, when people have long worked on the record. */
export const afterUpdate: Scenario = {
  id: 'replay/after-update',
  title: 'A late retry leaves later edits alone',
  level: 'SHOULD',
  course: 'The action is sent, its record is edited, and the action is sent twice more.',
  holdsWhen: 'There is one record, it reads as edited, and the retries name it.',
  risk: 'A correction that somebody made by hand is undone by a program, without a trace.',
  usualCause: 'The create is an upsert: it writes all it carries, whether or not the record is new.',
  remedy: 'Answer a known key without writing, or write only what the expected version allows.',
  sources: [
    'public report B10: PUT and POST behave differently on retry, and one overwrites',
    'contract facts: an upsert re-applies old values over newer edits',
  ],
  needs: ['observe', 'update'],
  flaws: ['retry-overwrites-edit'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'duplicate-safe', answer: 'duplicate-safe' },
  tries: (setting) => {
    const value = `edited ${setting.fresh('edit')}`;
    return [
      {
        name: 'edited, then retried',
        steps: [
          first(task),
          { do: 'update', action: task, version: 'latest', value, expect: ['updated'] },
          { do: 'observe', action: task, when: 'late', count: one, readsUpdate: value },
          retry(task),
          retry(task),
          { do: 'observe', action: task, when: 'late', count: one, readsUpdate: value },
        ],
      },
    ];
  },
  invariants: [recordsAsPromised, recordsReadAsPromised, retriesNameTheFirstRecord],
};
