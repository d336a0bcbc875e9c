import { countsAreComplete } from '../../harness/invariants/counts-are-complete.js';
import { distinctActionsHaveDistinctRecords } from '../../harness/invariants/distinct-actions-have-distinct-records.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { first } from '../steps.js';

const mostRecords = 30;

/** A list that is cut in silence makes every count by it wrong. */
export const complete: Scenario = {
  id: 'lookup/complete',
  title: 'A count sees every record, on whatever page it stands',
  level: 'MUST',
  course:
    'Thirty actions (half of the budget where that is less) with one marker are created under keys of their own, and counted.',
  holdsWhen: 'Every record that was acknowledged is in the count.',
  risk: 'Whoever reconciles by the list misses records, and has their work done again.',
  usualCause:
    'The list ends with its first page and names no next one, or the pages shift while they are read.',
  remedy: 'Name the next page until there is none, by a cursor that new records do not move.',
  sources: [
    'second essay: reconciliation procedure',
    'contract fact: a lagging count hides duplicates, it cannot invent them',
  ],
  needs: ['observe'],
  flaws: ['lookup-first-page-only'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: ({ contract }) => {
    const count = Math.min(mostRecords, Math.floor(contract.limits.creates / 2));
    const actions = Array.from({ length: count }, (_, index) => ({
      name: `task ${index + 1}`,
      markerOf: 'task 1',
    }));
    const [counted] = actions;
    if (counted === undefined) return [];
    return [
      {
        name: 'many records of one marker',
        steps: [...actions.map((action) => first(action)), { do: 'observe', action: counted, when: 'late' }],
      },
    ];
  },
  invariants: [countsAreComplete, distinctActionsHaveDistinctRecords],
};
