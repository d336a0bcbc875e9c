import { stepsAfterwards } from '../model/burst-rounds.js';
import type { Contract } from '../model/contract.js';
import type { Effort } from '../model/effort.js';
import type { Need } from '../model/need.js';
import type { Random } from '../model/random.js';
import type { Scenario, Try } from '../model/scenario.js';
import type { Step } from '../model/step.js';
import type { Level } from '../model/verdict.js';
import { keySpace } from './key-space.js';
import { levelUnder } from './levels.js';

const mostCreatesOfQuickTry = 100;

/** What will happen with one scenario. */
export interface PlannedScenario {
  readonly scenario: Scenario;
  readonly level: Level;
  /** What will be run; empty when something that it cannot do without is missing. */
  readonly tries: readonly Try[];
  readonly leftOut: readonly { readonly try: string; readonly needs: readonly string[] }[];
  /** Why nothing of it will be run; empty when something will. */
  readonly missing: readonly string[];
  /** Creates that its tries send at least. */
  readonly creates: number;
}

/** What a plan is made from. */
export interface PlanRequest {
  readonly scenarios: readonly Scenario[];
  readonly contract: Contract;
  readonly offers: readonly Need[];
  readonly random: Random;
  readonly run: string;
  readonly effort: Effort;
}

/** Lays out what will run, what is left out and why; sends nothing. */
export function planRun(request: PlanRequest): readonly PlannedScenario[] {
  return request.scenarios.map((scenario) => planScenario(scenario, request));
}

function planScenario(scenario: Scenario, request: PlanRequest): PlannedScenario {
  const level = levelUnder(scenario, request.contract);
  const nothing = { scenario, level, tries: [], leftOut: [], creates: 0 };
  const missing = missingOf(scenario.needs, request.offers);
  if (missing.length > 0) return { ...nothing, missing };
  if (scenario.tries === undefined) return { ...nothing, missing: ['a course in this version of the kit'] };
  const space = keySpace(request.contract, { run: request.run, scenario: scenario.id, try: '' });
  const tries = scenario.tries({
    contract: request.contract,
    random: request.random.fork(scenario.id),
    effort: request.effort,
    offers: request.offers,
    fresh: (label) => space.fresh(label),
  });
  const lacking = tries.map((each) => ({ each, needs: lackOf(each, request) }));
  const able = lacking.filter(({ needs }) => needs.length === 0).map(({ each }) => each);
  const leftOut = lacking
    .filter(({ needs }) => needs.length > 0)
    .map(({ each, needs }) => ({ try: each.name, needs }));
  return {
    scenario,
    level,
    tries: able,
    leftOut,
    missing: able.length > 0 ? [] : whyNone(leftOut),
    creates: able.reduce((sum, each) => sum + createsOf(each), 0),
  };
}

function whyNone(leftOut: readonly { readonly needs: readonly string[] }[]): readonly string[] {
  if (leftOut.length === 0) return ['a contract to which it applies'];
  return [...new Set(leftOut.flatMap(({ needs }) => needs))];
}

function lackOf(each: Try, request: PlanRequest): readonly string[] {
  const needs = [...(each.needs ?? []), ...(each.faults ?? []).flatMap((fault) => fault.needs)];
  const missing: string[] = [...missingOf(needs, request.offers)];
  const width = widthOf(each);
  if (width > request.contract.limits.parallel) missing.push(`limits.parallel of ${width}`);
  if (request.effort === 'quick' && createsOf(each) > mostCreatesOfQuickTry) missing.push('effort standard');
  return missing;
}

function missingOf(needs: readonly Need[], offers: readonly Need[]): readonly Need[] {
  return [...new Set(needs)].filter((need) => !offers.includes(need));
}

/** How many requests a try has under way at once. */
function widthOf(each: Try): number {
  return Math.max(1, ...each.steps.map((step) => widthOfStep(step)));
}

function widthOfStep(step: Step): number {
  if (step.do === 'together') return step.steps.length;
  if (step.do === 'work-side-by-side') return step.workers;
  return step.do === 'burst' ? step.sends.length : 1;
}

/** Creates that a try sends at least: its sends, and one for each attempt that is spelled out. */
export function createsOf(each: Try): number {
  const faulted = (each.faults ?? []).reduce((steps, fault) => fault.apply(steps), each.steps);
  return faulted.reduce((sum, step) => sum + createsOfStep(step), 0);
}

function createsOfStep(step: Step): number {
  switch (step.do) {
    case 'send':
    case 'during':
      return 1;
    case 'burst':
      return (
        step.sends.length * step.rounds +
        stepsAfterwards(step, step.rounds).reduce((sum, inner) => sum + createsOfStep(inner), 0)
      );
    case 'load':
      return step.sends.length;
    case 'tell-again':
      return step.actions.length;
    case 'attempt':
      return 1 + (step.pause?.steps ?? []).reduce((sum, inner) => sum + createsOfStep(inner), 0);
    case 'work':
      return 1 + (step.attempts?.length ?? 0);
    case 'work-side-by-side':
      return step.workers;
    case 'together':
      return step.steps.filter((inner) => inner.do === 'send').length;
    case 'approve':
    case 'update':
    case 'delete':
    case 'control':
    case 'operator':
    case 'tamper':
    case 'look-up':
    case 'fetch':
    case 'observe':
    case 'wait':
      return 0;
  }
}
