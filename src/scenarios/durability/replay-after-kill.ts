import type { Scenario } from '../../harness/model/scenario.js';

/** Record and key survive together or not at all. */
export const replayAfterKill: Scenario = {
  id: 'durability/replay-after-kill',
  title: 'A retry after a crash finds its key',
  level: 'MUST',
  course: 'A create is answered, the process is killed and started again, and the create is told twice more.',
  holdsWhen: 'There is one record, and the retries name it.',
  risk: 'After a crash the retries that were meant to help do the work a second time.',
  usualCause: 'Record and key are written in two transactions, and the crash falls in between.',
  remedy: 'Write record, key and answer in one transaction.',
  sources: [
    'public report B36: commit, pause, store the key',
    'public report B38: the key is not saved in the very case it exists for',
  ],
  needs: ['observe', 'kill'],
  flaws: [],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'reconcile-first', answer: 'duplicate-safe' },
  invariants: [],
};
