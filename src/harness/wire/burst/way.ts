import type { BurstRequest, BurstStrategy } from '../../model/exchange.js';
import type { Course } from './course.js';

/** A request that is with the receiver but for its last byte. */
export interface HeldRequest {
  readonly course: Course;
  /** Sends the byte before the last one, so that the receiver is awake when the last one comes. */
  wake(): void;
  /** Lets the last byte go; does nothing where the course is over. */
  release(): void;
}

/** One whose course is over already. */
export function unheld(course: Course): HeldRequest {
  return { course, wake: () => undefined, release: () => undefined };
}

/** How the requests of a burst travel. */
export interface Way {
  readonly strategy: BurstStrategy;
  /** Checks what can be checked before anything is sent; throws where HTTP cannot say it. */
  prepare(each: BurstRequest): PreparedCourse;
  /** The longest time that a connection of it took to be made, in milliseconds: one way to the receiver and back. */
  roundTripMs(): number;
  /** Resolves when no connection of it is left. */
  close(): Promise<void>;
}

/** A request that can be sent on its way, again where the first time broke. */
export interface PreparedCourse {
  /** Sends it but for its last byte. What breaks, or is not done when the signal aborts, ends the course; it never rejects. */
  hold(signal: AbortSignal): Promise<HeldRequest>;
}
