import type { Clock } from '../model/clock.js';

/** A clock that runs as another does, moved forward by what was asked for; waits keep their own length. */
export interface OffsetClock extends Clock {
  /** Adds to what `now` tells, in milliseconds. */
  move(ms: number): void;
}

/** Wraps a real clock so that the sender's view of time can follow a receiver whose clock was moved. */
export function offsetClock(clock: Clock): OffsetClock {
  let offsetMs = 0;
  return {
    kind: clock.kind,
    now: () => clock.now() + offsetMs,
    sleep: (ms, signal) => clock.sleep(ms, signal),
    at: (ms, callback) => clock.at(ms, callback),
    move: (ms) => {
      offsetMs += ms;
    },
  };
}
