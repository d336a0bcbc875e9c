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
  /**
   * Asks something besides exchanges. Where that fails because nobody was left to hear it, it is no mistake of the
   * kit's: it is asked once more of a process that was started again.
   */
  ask<Result>(what: () => Promise<Result>): Promise<Result>;
  /** Looks again where exchanges met nobody although nothing was put in on their way. */
  afterExchanges(made: readonly Met[]): Promise<void>;
}

/** Opens the watch over a target; without a presence nothing can be lost, and nothing is looked for. */
export function openWatch(
  presence: Presence | undefined,
  { recorder, signal }: { readonly recorder: Recorder; readonly signal: AbortSignal },
): Watch {
  const unanswered = new Set<string>();
  let gone: TargetGone | null = null;
  let looking: Promise<boolean> | null = null;
  const lookOnce = async (from: Presence): Promise<boolean> => {
    const sighting = await from.look(signal);
    if (sighting.kind === 'gone') {
      gone = new TargetGone(sighting.why, sighting.output, unanswered);
      throw gone;
    }
    unanswered.clear();
    if (sighting.kind === 'there') return false;
    recorder.record({ type: 'target-died', why: sighting.why, output: sighting.output });
    recorder.record({ type: 'target-started-again' });
    return true;
  };
  /** True where it was started again. Exchanges that were lost side by side were lost to one death. */
  const look = async (): Promise<boolean> => {
    if (gone !== null) throw gone;
    if (presence === undefined) return false;
    looking ??= lookOnce(presence).finally(() => {
      looking = null;
    });
    return looking;
  };
  const beforeAsking = async (): Promise<void> => {
    if (gone !== null || presence?.hasFallen() === true) await look();
  };
  return {
    beforeAsking,
    ask: async (what) => {
      await beforeAsking();
      try {
        return await what();
      } catch (error) {
        if (error instanceof TargetGone || !(await look())) throw error;
        return what();
      }
    },
    afterExchanges: async (made) => {
      const lost = made.filter(metNobody);
      for (const { exchange } of lost) unanswered.add(exchange);
      if (lost.length > 0) await look();
    },
  };
}

/** A time limit that passed is slowness, unless no connection came about. */
function metNobody({ answer, delivered, effects }: Met): boolean {
  if (effects.length > 0 || answer.kind === 'answered') return false;
  return answer.how !== 'timeout' || delivered === 'none';
}
