import { connectionResetAfterRequest } from '../../harness/faults/connection-reset-after-request.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesEndAtTheFirstRecord } from '../../harness/invariants/retries-end-at-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { longestReceiverLeaseMs } from '../leases.js';
import { whereKeysBind } from '../other-content.js';
import { first, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };

/** A sender that is restarted leaves in the middle of its own request. */
export const clientGone: Scenario = {
  id: 'lost-reply/client-gone',
  title: 'A client that leaves does not leave its key stuck',
  level: 'MUST',
  course:
    'The client leaves right after the last byte of its request; it retries at once, and with back-off up to the lease.',
  holdsWhen: 'There is one record, and the key is not stuck for longer than the lease.',
  risk: 'The work is done or not done, and every retry is told to wait, until somebody looks into the database.',
  usualCause: 'The request is cancelled with its connection, and what it claimed is never freed.',
  remedy: 'Finish what was begun whether or not the client listens, and let every claim run out.',
  sources: [
    'public report B38: disconnect leaves a claim behind',
    'public report B30: a run that ended leaves its key in progress',
  ],
  needs: ['observe', 'wire:reset-after-request'],
  flaws: ['claim-stuck-after-disconnect'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: ({ contract }) =>
    whereKeysBind(contract, [
      {
        name: 'told again until the lease is over',
        steps: [
          first(task),
          retry(task),
          { do: 'tell-again', actions: [task], withinMs: longestReceiverLeaseMs },
          observeLate(task, one),
        ],
        faults: [connectionResetAfterRequest],
      },
    ]),
  invariants: [recordsAsPromised, retriesEndAtTheFirstRecord],
};
