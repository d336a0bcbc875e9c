import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { distinctActionsHaveDistinctRecords } from '../../harness/invariants/distinct-actions-have-distinct-records.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { ActionPlan } from '../../harness/model/action.js';
import type { Scenario, Setting } from '../../harness/model/scenario.js';
import type { Step } from '../../harness/model/step.js';
import { observeEarly, observeLate, one } from '../steps.js';

const actions: readonly ActionPlan[] = Array.from({ length: 25 }, (_, at) => ({ name: `task ${at + 1}` }));

/** A receiver that loses one record in twenty passes every test that makes only one. */
export const acknowledgedIsReal: Scenario = {
  id: 'acceptance/acknowledged-is-real',
  title: 'Of many acknowledged records none is missing',
  level: 'MUST',
  course: 'The sender delivers 25 approved actions, and the records of each are counted.',
  holdsWhen: 'Every id that was acknowledged is a record of its own, and every action has one.',
  risk: 'Now and then work that was reported as done was never done, and nobody notices.',
  usualCause: 'Errors after the answer are swallowed, or ids that collide overwrite each other.',
  remedy: 'Answer success only after the commit, and let a failed commit be an error of the request.',
  sources: ['public report B43: 200 with the write gone under parallel writers', 'public report B42'],
  needs: ['observe'],
  flaws: ['loses-one-in-twenty'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'unsafe', answer: 'retry-safe' },
  tries: (_setting: Setting) => [{ name: '25 actions', steps: [...actions.flatMap(delivered), ...counted] }],
  invariants: [recordsAsPromised, distinctActionsHaveDistinctRecords, acknowledgedRecordsExist],
};

function delivered(action: ActionPlan): readonly Step[] {
  return [{ do: 'approve', action }, { do: 'work' }];
}

/** The settle time passes once, before the first count. */
const counted: readonly Step[] = actions.map((action, at) =>
  at === 0 ? observeLate(action, one) : observeEarly(action, one),
);
