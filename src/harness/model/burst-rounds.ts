import type { ActionPlan } from './action.js';
import type { BurstStep, Send, Step } from './step.js';

/** For each round that is wanted, how many are made at most: some may have no sends that meet. */
const mostRoundsForOne = 3;

/** The most rounds that a burst may take. */
export function mostRoundsOf({ rounds }: BurstStep): number {
  return rounds * mostRoundsForOne;
}

/** The action that stands for this one in a round of a burst, counted from 1. */
export function inRound(action: ActionPlan, round: number): ActionPlan {
  const named = (name: string): string => `${name}, round ${round}`;
  return {
    ...action,
    name: named(action.name),
    ...(action.keyOf === undefined ? {} : { keyOf: named(action.keyOf) }),
    ...(action.markerOf === undefined ? {} : { markerOf: named(action.markerOf) }),
    ...(action.intentOf === undefined ? {} : { intentOf: named(action.intentOf) }),
  };
}

/** The sends of a round of a burst. */
export function sendsOfRound({ sends }: BurstStep, round: number): readonly Send[] {
  return sends.map((send) => ({ ...send, action: inRound(send.action, round) }));
}

/** What comes after a burst that took so many rounds, in order: each step for all rounds before the next step. */
export function stepsAfterwards({ afterwards = [] }: BurstStep, roundsMade: number): readonly Step[] {
  const rounds = Array.from({ length: roundsMade }, (_, index) => index + 1);
  return afterwards.flatMap((step): readonly Step[] => {
    switch (step.do) {
      case 'tell-again':
        return [
          {
            ...step,
            actions: rounds.flatMap((round) => step.actions.map((action) => inRound(action, round))),
          },
        ];
      case 'observe':
        return rounds.map((round) => ({ ...step, action: inRound(step.action, round) }));
    }
  });
}
