import type { WireEffectKind } from '../../model/exchange.js';
import type { Answered } from '../gateway-answer.js';
import type { Store } from './held-bytes.js';
import type { RequestPlan } from './plan-request.js';

/** What is done with a request's bytes as they come. */
export interface RequestCourse {
  take(bytes: Buffer): void;
  /** The request's last byte was taken. */
  end(): void;
}

/** What a course may do with its request. */
export interface CoursePassage {
  send(bytes: Buffer): void;
  /** The last byte of the request was sent. */
  sentAll(): void;
  /** Calls back once all that was sent is flushed. */
  onceFlushed(then: () => void): void;
  /** Breaks the connections on both sides. */
  breakOff(effect: WireEffectKind): void;
  answerInstead(effect: WireEffectKind, answer: Answered): void;
  /** Lets later exchanges go first, then calls back; false if no more can be held. */
  hold(effect: WireEffectKind, later: number, then: () => void): boolean;
  missed(effect: WireEffectKind, why: string): void;
}

/** The course that a plan asks for; requests that pass need none. */
export function requestCourse(
  plan: Exclude<RequestPlan, { kind: 'pass' }>,
  passage: CoursePassage,
  store: Store,
): RequestCourse {
  switch (plan.kind) {
    case 'reset':
      return { take: () => passage.breakOff(plan.effect), end: () => undefined };
    case 'answer':
      return { take: () => undefined, end: () => passage.answerInstead(plan.effect, plan.answer) };
    case 'break':
      return breaking(plan.effect, plan.afterBytes ?? Infinity, passage);
    case 'hold':
      return holding(plan, passage, store);
  }
}

function breaking(effect: WireEffectKind, afterBytes: number, passage: CoursePassage): RequestCourse {
  let left = afterBytes;
  let ended = false;
  return {
    take(bytes) {
      if (left <= 0) return;
      passage.send(bytes.length <= left ? bytes : bytes.subarray(0, left));
      left -= bytes.length;
      if (left > 0) return;
      passage.onceFlushed(() => {
        if (!ended || left < 0) passage.breakOff(effect);
      });
    },
    end() {
      ended = true;
      if (left < 0) return;
      passage.sentAll();
      if (afterBytes === Infinity) passage.onceFlushed(() => passage.breakOff(effect));
      else passage.missed(effect, 'the request ended before');
    },
  };
}

function holding(
  { effect, later }: Extract<RequestPlan, { kind: 'hold' }>,
  passage: CoursePassage,
  store: Store,
): RequestCourse {
  let passing = false;
  const pass = (): void => {
    passing = true;
    for (const slice of store.empty()) passage.send(slice);
  };
  return {
    take(bytes) {
      if (passing) passage.send(bytes);
      else if (!store.put(bytes)) {
        passage.missed(effect, 'the request has more bytes than may be held');
        pass();
      }
    },
    end() {
      const held =
        !passing &&
        passage.hold(effect, later, () => {
          pass();
          passage.sentAll();
        });
      if (held) return;
      if (!passing) {
        passage.missed(effect, 'no more requests may be held');
        pass();
      }
      passage.sentAll();
    },
  };
}
