import type { Mishap, Step } from '../model/step.js';

/** The steps with a mishap on the first thing in them that delivers an action: a send, an attempt, or work. */
export function disturbFirstDelivery(steps: readonly Step[], mishap: Mishap): readonly Step[] {
  const place = steps.findIndex((step) => delivers(step));
  return steps.map((step, index) => (index === place ? disturbed(step, mishap) : step));
}

function delivers(step: Step): boolean {
  return step.do === 'attempt' || step.do === 'work' || (step.do === 'send' && step.role === 'first');
}

function disturbed(step: Step, mishap: Mishap): Step {
  if (step.do === 'send') return { ...step, effects: [...(step.effects ?? []), ...(mishap.effects ?? [])] };
  if (step.do === 'attempt') return { ...step, ...mishap };
  if (step.do === 'work') return { ...step, attempts: [mishap, ...(step.attempts ?? [])] };
  return step;
}
