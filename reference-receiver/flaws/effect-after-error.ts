import type { Flaw } from './flaw.js';

/** Runs every create once more from an internal queue, 300 ms after the first run, whatever that was answered. */
export const effectAfterError: Flaw = {
  name: 'effect-after-error',
  requirement: 'lost-reply/late-effect',
  summary:
    'Runs every create once more from an internal queue, 300 ms after the first run, whatever that was answered.',
  apply: (parts) => ({
    ...parts,
    insertRecord: (whole, record) => {
      parts.insertRecord(whole, record);
      // The job is never taken off the queue; the re-run does not pass the guard.
      whole.clock.at(redeliveryMs, () => {
        const id = `${record.id.slice(0, 4)}again_${record.id.slice(4)}`;
        parts.insertRecord(whole, { ...record, id, createdAt: whole.clock.now() });
      });
    },
  }),
};

const redeliveryMs = 300;
