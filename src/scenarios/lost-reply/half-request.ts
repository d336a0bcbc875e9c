import type { Scenario } from '../../harness/model/scenario.js';

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
  needs: ['observe', 'wire:sockets'],
  // No plane of this version can break a connection at a chosen byte, so there is no course and no flaw yet.
  flaws: [],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'unsafe', answer: 'retry-safe' },
  invariants: [],
};
