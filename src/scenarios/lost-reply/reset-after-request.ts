import { connectionResetAfterRequest } from '../../harness/faults/connection-reset-after-request.js';
import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { first, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };

/** The request is whole, the work is under way, and the line is gone. */
export const resetAfterRequest: Scenario = {
  id: 'lost-reply/reset-after-request',
  title: 'A connection that breaks after the request costs no second record',
  level: 'MUST',
  course: 'The connection is reset after the last byte of the request; the sender retries.',
  holdsWhen: 'There is one record, and the retry learns its id.',
  risk: 'Every dropped line doubles the work that was under way.',
  usualCause: 'The work goes on, but the claim on its key is freed when the client is gone.',
  remedy: 'Tie the claim to the work and not to the connection, and keep it until the record is committed.',
  sources: [
    'public report B38: a client that disconnects cancels the saving of the record',
    'public report B99: sockets that are reset after the request',
  ],
  needs: ['observe', 'wire:reset-after-request'],
  flaws: ['claim-freed-on-disconnect'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: () => [
    {
      name: 'reset after the request',
      steps: [
        first(task),
        retry(task),
        retry(task),
        observeLate(task, one),
        retry(task),
        observeLate(task, one),
      ],
      faults: [connectionResetAfterRequest],
    },
    {
      name: 'reset after the request of the ledger',
      steps: [{ do: 'approve', action: task }, { do: 'work' }, observeLate(task, one)],
      faults: [connectionResetAfterRequest],
    },
  ],
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, acknowledgedRecordsExist],
};
