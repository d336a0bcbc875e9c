import type { Answer, Delivered, WireEffect } from '../model/exchange.js';
import type { Presence } from './presence.js';
import type { Recorder } from './recorder.js';
import { TargetGone } from './target-gone.js';

/** An exchange as far as the watch looks at it. */
interface Met {
  readonly exchange: string;
  readonly answer: Answer;
  readonly delivered: Delivered;
  readonly effects: readonly WireEffect[];
}

/** Minds during one try that the target is there. Each method throws `TargetGone` once it is gone for good. */
export interface Watch {
  /** Has a process that fell over started again before anything else is asked of it. */
  beforeAsking(): Promise<void>;
  /** Looks again where exchanges met nobody although nothing was put in on their way. */
  afterExchanges(made: readonly Met[]): Promise<void>;
  /** Looks again after trouble of another kind. */
  afterTrouble(): Promise<void>;
}

/** Opens the watch over a target; without a presence nothing can be lost, and nothing is looked for. */
export function openWatch(
  presence: Presence | undefined,
  { recorder, signal }: { readonly recorder: Recorder; readonly signal: AbortSignal },
): Watch {
  const unanswered = new Set<string>();
  let gone: TargetGone | null = null;
  let looking: Promise<void> | null = null;
  const lookOnce = async (from: Presence): Promise<void> => {
    const sighting = await from.look(signal);
    if (sighting.kind === 'gone') {
      gone = new TargetGone(sighting.why, sighting.output, unanswered);
      throw gone;
    }
    unanswered.clear();
    if (sighting.kind === 'there') return;
    recorder.record({ type: 'target-died', why: sighting.why, output: sighting.output });
    recorder.record({ type: 'target-started-again' });
  };
  // Exchanges that were lost side by side were lost to one death.
  const look = async (): Promise<void> => {
    if (gone !== null) throw gone;
    if (presence === undefined) return;
    looking ??= lookOnce(presence).finally(() => {
      looking = null;
    });
    return looking;
  };
  return {
    beforeAsking: async () => (presence?.hasFallen() === true ? look() : undefined),
    afterExchanges: async (made) => {
      const lost = made.filter(metNobody);
      for (const { exchange } of lost) unanswered.add(exchange);
      return lost.length > 0 ? look() : undefined;
    },
    afterTrouble: look,
  };
}

/** A time limit that passed is slowness, unless no connection came about. */
function metNobody({ answer, delivered, effects }: Met): boolean {
  if (effects.length > 0 || answer.kind === 'answered') return false;
  return answer.how !== 'timeout' || delivered === 'none';
}
