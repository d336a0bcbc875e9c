import type { Adapter } from '../model/adapter.js';
import type { Clock } from '../model/clock.js';
import type { Pace } from './pace.js';
import type { Presence } from './presence.js';
import type { SignIns } from './sign-ins.js';
import type { Burst, Wire } from '../model/exchange.js';
import type { Need } from '../model/need.js';
import type { Control } from '../model/step.js';
import type { WorkerProcesses } from '../sender/worker/worker-processes.js';

/** What can be asked of the receiver besides exchanges. */
export interface Controls {
  readonly offers: readonly Need[];
  /** Carries a control out; rejects where the receiver did not do it. */
  carryOut(control: Control): Promise<void>;
}

/** A receiver that is ready to be put on trial: how to speak to it, over what, by which clock. */
export interface Target {
  readonly adapter: Adapter;
  readonly wire: Wire;
  /** Absent where no sockets are at hand; then `burst` is not offered. */
  readonly burst?: Burst;
  /** Processes for the sender's workers; absent where `worker-process` is not offered. */
  readonly workers?: WorkerProcesses;
  readonly clock: Clock;
  readonly controls: Controls;
  /** Tokens for its credentials; absent where those are fixed. */
  readonly signIns?: SignIns;
  readonly pace: Pace;
  /** How one finds out whether it is still there; absent where it cannot be lost. */
  readonly presence?: Presence;
  /** Lets so many milliseconds pass for receiver and sender while nothing is under way, by waiting or by moving their clocks. */
  pass(ms: number, signal: AbortSignal): Promise<void>;
  /** Resolves when nothing of it is left: no process, no socket, no file. */
  close(): Promise<void>;
}

/** Opens the target for one scenario (a fresh receiver in process, or the one endpoint that there is). */
export interface TargetSource {
  readonly adapter: Adapter;
  /** Everything that scenarios may count on: of the adapter, the plane and the controls. */
  readonly offers: readonly Need[];
  readonly plane: string;
  readonly clockKind: 'virtual' | 'real';
  /** Whether `Target.pass` costs no time, so that a count can wait long until it is final. */
  readonly skipsWaits: boolean;
  /** Whether records are still there when the run is over, so that they are to be deleted. */
  readonly recordsOutlive: boolean;
  open(scenario: string): Promise<Target>;
  /** What becomes of the records that a run makes, in words. */
  readonly cleanupNote: string;
  /** What the receiver's process has printed, without secrets; absent where the kit has started none. */
  readonly output?: () => string;
  /** Resolves when nothing of it is left. */
  end(): Promise<void>;
}
