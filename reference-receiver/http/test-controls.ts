import type { MovableClock } from '../clock.js';
import type { Json } from '../store/records.js';
import { jsonAnswer } from './answer.js';
import type { Answer } from './answer.js';
import { readBody } from './body.js';
import { readJsonText } from './json-text.js';
import { moments } from './mishaps.js';
import type { Mishaps } from './mishaps.js';
import { problemAnswer, Refused, refusal } from './refusal.js';

interface Controlled {
  readonly clock: MovableClock;
  readonly mishaps: Mishaps;
}

type Control = (controlled: Controlled, asked: Asked) => void;

/** The members of a control's body, read with their bounds. */
interface Asked {
  whole(name: string, least: number, most: number, otherwise?: number): number;
  oneOf<T extends string>(name: string, values: readonly T[]): T;
}

const longestMs = 10 * 366 * 86_400_000;

const controls: Readonly<Record<string, Control>> = {
  '/__test/clock': ({ clock }, asked) => clock.advance(asked.whole('advance_ms', 0, longestMs)),
  '/__test/slow': ({ mishaps }, asked) => mishaps.slowNext(asked.whole('ms', 0, 600_000)),
  '/__test/fail-next': ({ mishaps }, asked) => {
    const at = asked.oneOf('at', ['before', 'half-way']);
    mishaps.failNext({ at, status: asked.whole('status', 400, 599, 500) }, asked.whole('times', 0, 1000, 1));
  },
  '/__test/die-next': ({ mishaps }, asked) => {
    if (mishaps.dieNext(asked.oneOf('at', moments))) return;
    throw new Refused(refusal('invalid', 'This receiver is no process of its own.'));
  },
  '/__test/throttle-next': ({ mishaps }, asked) =>
    mishaps.throttleNext(asked.whole('times', 0, 1000, 1), asked.whole('retry_after_s', 0, 3600, 1)),
};

/** Does what a test asks of the receiver besides its API: move the clock, slow, fail or throttle the next create, or die in it. Throws Refused. */
export async function testControl(controlled: Controlled, request: Request, path: string): Promise<Answer> {
  const control = Object.hasOwn(controls, path) ? controls[path] : undefined;
  if (control === undefined) return problemAnswer(refusal('not-found', 'There is no such test control.'));
  if (request.method !== 'POST') {
    return problemAnswer(refusal('method-not-allowed', 'Send a POST.', { headers: { allow: 'POST' } }));
  }
  control(controlled, asking(readJsonText(await readBody(request))));
  return jsonAnswer(200, { status: 'ok', now: controlled.clock.now() });
}

function asking(content: Json): Asked {
  const members = new Map(typeof content === 'object' && content !== null ? Object.entries(content) : []);
  return {
    whole: (name, least, most, otherwise) => {
      const value = members.get(name) ?? otherwise;
      if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most)
        return value;
      throw new Refused(refusal('invalid', `"${name}" must be a whole number from ${least} to ${most}.`));
    },
    oneOf: (name, values) => {
      const value = values.find((candidate) => candidate === members.get(name));
      if (value !== undefined) return value;
      throw new Refused(refusal('invalid', `"${name}" must be one of: ${values.join(', ')}.`));
    },
  };
}
