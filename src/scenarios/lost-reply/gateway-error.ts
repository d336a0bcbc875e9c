import { gatewayAnswered } from '../../harness/faults/gateway-answered.js';
import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { observeLate, one } from '../steps.js';

const task = { name: 'task' };
const statuses = [502, 503, 504] as const;

/** A gateway's error says nothing about what the receiver behind it has done. */
export const gatewayError: Scenario = {
  id: 'lost-reply/gateway-error',
  title: 'A gateway error in place of the answer costs no second record',
  level: 'MUST',
  course:
    "The sender's approved action is delivered, a gateway answers 502, 503 or 504 in place of the receiver, and the sender retries.",
  holdsWhen: 'There is one record, and the retry learns its id.',
  risk: 'Every restart of a load balancer doubles the work that was under way.',
  usualCause: 'The receiver takes every request for a new one, and trusts that an error means not done.',
  remedy: 'Remember the key with the record, so that the retry after the error finds what was done.',
  sources: [
    'RFC 9110, sections 15.6.3 to 15.6.5: errors of a gateway',
    'public report B97: deliver, then 503: which settings make a second POST',
    'public report B98: retries of a mesh on 503 paid out twice',
  ],
  needs: ['observe', 'wire:gateway-answer'],
  flaws: ['no-deduplication'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  tries: () =>
    statuses.map((status) => ({
      name: `answered ${status}`,
      steps: [{ do: 'approve', action: task }, { do: 'work' }, observeLate(task, one)],
      faults: [gatewayAnswered(status)],
    })),
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, acknowledgedRecordsExist],
};
