import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { first, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };

/** A retry mostly comes over another connection: the first one is what broke. */
export const anyConnection: Scenario = {
  id: 'replay/any-connection',
  title: 'A retry over another connection is the same action',
  level: 'MUST',
  course:
    'The action is sent, then twice over new connections as another client, then over the first one again.',
  holdsWhen: 'There is one record, and every answer names it.',
  risk: 'The work is done twice whenever the line drops, which is when retries are needed.',
  usualCause: 'Repeats are recognised per connection, per session or per process behind a balancer.',
  remedy: 'Keep keys in the shared, durable store, and compare nothing of the connection.',
  sources: [
    'public report B99: clients resend on a new connection by themselves',
    'public report B72: identity bound to the session',
  ],
  needs: ['observe'],
  flaws: ['dedupes-per-connection'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: () => [
    {
      name: 'new connections',
      steps: [
        first(task),
        retry(task, { connection: 'fresh' }),
        retry(task, { connection: 'fresh' }),
        retry(task),
        observeLate(task, one),
      ],
    },
  ],
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, acknowledgedRecordsExist],
};
