import type { Scenario } from '../../harness/model/scenario.js';

/** A window counts from the use of the key, not from the start of the process. */
export const survivesRestart: Scenario = {
  id: 'retention/survives-restart',
  title: 'A restart neither shortens nor lengthens the window of a key',
  level: 'MUST',
  course:
    'Half of the window passes, the receiver is restarted, and the other half passes; the key is used just before its end and just after it.',
  holdsWhen: 'The key is remembered to the end of its window and expires with it, as without the restart.',
  risk: 'A restart at the wrong moment makes the receiver forget what it promised to remember.',
  usualCause: 'The time to live is counted in memory, from when the key was loaded.',
  remedy: 'Store the moment of expiry, and compare it with the clock.',
  sources: [
    'public report B50: the stated window must be kept over restart and load',
    'public report B93: expiry in the wrong unit or from the wrong moment',
  ],
  needs: ['observe', 'move-clock', 'retention-window', 'restart'],
  flaws: [],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  invariants: [],
};
