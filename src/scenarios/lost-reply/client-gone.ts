import type { Scenario } from '../../harness/model/scenario.js';

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
  needs: ['observe', 'wire:sockets'],
  // No plane of this version can break a connection at a chosen byte, so there is no course and no flaw yet.
  flaws: [],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  invariants: [],
};
