import type { Scenario } from '../../harness/model/scenario.js';

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
  needs: ['observe', 'wire:sockets'],
  // No plane of this version can break a connection at a chosen byte, so there is no course and no flaw yet.
  flaws: [],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  invariants: [],
};
