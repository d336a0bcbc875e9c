import { requestCutInBody } from '../../harness/faults/request-cut-in-body.js';
import { requestCutInHeaders } from '../../harness/faults/request-cut-in-headers.js';
import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { acknowledgingKinds } from '../../harness/model/outcome.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { first, firstAnswers, none, observeLate, one, retry } from '../steps.js';

const task = { name: 'task' };
const next = { name: 'next task' };
const cuts = [requestCutInHeaders, requestCutInBody];

/** What was not delivered whole was not asked for. */
export const halfRequest: Scenario = {
  id: 'lost-reply/half-request',
  title: 'Half a request makes no record',
  level: 'MUST',
  course: 'The request is cut in its headers and in its body; the sender retries.',
  holdsWhen: 'There is at most one record, none comes of the half, and the receiver still serves.',
  risk: 'Something is carried out that nobody approved: the first half of an order.',
  usualCause: 'The body is read as far as it comes, and what can be parsed is taken for the whole.',
  remedy: 'Compare what came with Content-Length or the last chunk, and refuse what is incomplete.',
  sources: [
    'RFC 9112, section 8: incomplete messages',
    'public report B97: what was delivered before the failure decides',
  ],
  needs: ['observe', 'wire:reset-in-body'],
  flaws: ['acts-on-truncated-body'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'unsafe', answer: 'retry-safe' },
  tries: ({ contract }) =>
    cuts.map((cut) => ({
      name: cut.name,
      steps: [
        first(task),
        observeLate(task, none),
        retry(task, { expect: acknowledgingKinds }),
        first(next, { expect: firstAnswers(contract) }),
        observeLate(task, one),
        observeLate(next, one),
      ],
      faults: [cut],
    })),
  invariants: [recordsAsPromised, answersAsPromised, acknowledgedRecordsExist],
};
