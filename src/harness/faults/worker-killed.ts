import type { Fault } from '../model/scenario.js';

/** The worker's process is killed again and again, each time so many milliseconds after it began an attempt. */
export function workerKilled(momentsMs: readonly number[]): Fault {
  const attempts = momentsMs.map((crashAfterMs) => ({ do: 'attempt', crashAfterMs }) as const);
  return {
    name: 'worker-killed',
    story: `The worker is killed ${momentsMs.length} times, each time some milliseconds into an attempt; another starts on the same outbox.`,
    needs: ['worker-process'],
    apply: (steps) => {
      const place = steps.findIndex((step) => step.do === 'work');
      return steps.toSpliced(place, 0, ...attempts);
    },
  };
}
