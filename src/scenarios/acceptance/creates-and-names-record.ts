import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { acknowledgementsNameTheRecord } from '../../harness/invariants/acknowledgements-name-the-record.js';
import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { atMostOne, fetchFound, first, firstAnswers, observeEarly, observeLate, one } from '../steps.js';

const task = { name: 'task' };

/** The ground that everything else stands on: a create works, and names what it made. */
export const createsAndNamesRecord: Scenario = {
  id: 'acceptance/creates-and-names-record',
  title: 'A create makes one record and names it',
  level: 'MUST',
  course: 'One create is sent; its records are counted, and the record that it names is fetched.',
  holdsWhen: 'The answer says created with an id, the record of that id can be seen, and it is the only one.',
  risk: 'The sender notes the work as done, and nobody ever does it.',
  usualCause: 'The answer is sent before the record is stored, or it carries the id of something else.',
  remedy: 'Answer only once the record is committed, and with the id under which it can be read.',
  sources: [
    'RFC 9110, section 15.3.2: 201 identifies the created resource',
    'public reports B42 and B43: a success status for work that was not done',
  ],
  needs: ['observe'],
  flaws: ['answers-without-saving', 'id-not-fetchable'],
  dependsOn: [],
  caps: { effect: 'unsafe', answer: 'duplicate-safe' },
  tries: ({ contract }) => [
    {
      name: 'one create',
      steps: [
        first(task, { expect: firstAnswers(contract) }),
        observeEarly(task, atMostOne),
        observeLate(task, one),
      ],
    },
    {
      name: 'fetched by its id',
      needs: ['fetch'],
      steps: [first(task, { expect: firstAnswers(contract) }), fetchFound(task), observeLate(task, one)],
    },
  ],
  invariants: [answersAsPromised, acknowledgementsNameTheRecord, recordsAsPromised, acknowledgedRecordsExist],
};
