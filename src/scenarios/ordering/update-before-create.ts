import { fetchesAsPromised } from '../../harness/invariants/fetches-as-promised.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { updatesAsPromised } from '../../harness/invariants/updates-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import type { UpdateStep } from '../../harness/model/step.js';
import { none, observeLate } from '../steps.js';

/** A change can overtake the create that it belongs to; it must not become a record by itself. */
export const updateBeforeCreate: Scenario = {
  id: 'ordering/update-before-create',
  title: 'A change of a record that is not there makes none',
  level: 'SHOULD',
  course: 'A change is sent twice to an id that the receiver never gave, and the id is fetched.',
  holdsWhen: 'The change is plainly refused, and there is no record under that id.',
  risk: 'A change that overtakes its create leaves half a record, and the create makes another beside it.',
  usualCause: 'The update is an upsert: what it does not find it makes.',
  remedy: 'Answer 404 (or 412 under If-Match) and write nothing.',
  sources: [
    'contract fact: update-only needs a precondition of its own (OData If-Match: *, Salesforce updateOnly)',
    'third essay, 6: events of one aggregate out of order',
    'RFC 9110, 13.1.1 and 15.5.5',
  ],
  needs: ['observe', 'fetch', 'update'],
  flaws: ['update-creates'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries: (setting) => {
    // The marker is the value too: where the changed member is the one that is searched, a record would be counted.
    const marker = `tw-${setting.fresh('marker')}`;
    const unknown = { name: 'unknown', marker };
    const change: UpdateStep = {
      do: 'update',
      action: unknown,
      version: 'first',
      value: marker,
      unknownRecord: true,
      expect: ['rejected'],
    };
    return [
      {
        name: 'an id that was never given',
        steps: [
          change,
          change,
          { do: 'fetch', action: unknown, expect: 'absent' },
          observeLate(unknown, none),
        ],
      },
    ];
  },
  invariants: [updatesAsPromised, fetchesAsPromised, recordsAsPromised],
};
