import { acknowledgedRecordsExist } from '../../harness/invariants/acknowledged-records-exist.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { Scenario } from '../../harness/model/scenario.js';
import { first, observeLate, one, retry } from '../steps.js';
import { moveClock, percentOf, statedWindowMs } from './window.js';

const task = { name: 'task' };
const later = { name: 'later' };
const muchLater = { name: 'much later' };

/** A key is forgotten in time; the work that was done under it is not. */
export const recordOutlivesKey: Scenario = {
  id: 'retention/record-outlives-key',
  title: 'The record stays when its key goes',
  level: 'MUST',
  course:
    'The window of a key passes, and passes once more, with another create after each, as that is when receivers tidy up.',
  holdsWhen: 'The record is still there, by its marker and by its id.',
  risk: 'A day after it was approved and done, the work is gone.',
  usualCause: 'Key and record share a row, a time to live or a cascading delete.',
  remedy: 'Let expiry remove the key alone.',
  sources: [
    'public report B94: key and record do not share one life',
    'public report B107: published, acknowledged and already expired',
  ],
  needs: ['observe', 'move-clock', 'retention-window'],
  flaws: ['record-goes-with-key'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  caps: { effect: 'unsafe', answer: 'unsafe' },
  tries: ({ contract }) => {
    const windowMs = statedWindowMs(contract);
    if (windowMs === null) return [];
    const pastMs = percentOf(windowMs, 101);
    const past = [
      first(task),
      retry(task),
      moveClock(pastMs),
      first(later),
      observeLate(task, one),
      moveClock(pastMs),
      first(muchLater),
      observeLate(task, one),
    ];
    return [
      { name: 'counted', steps: past },
      { name: 'fetched', needs: ['fetch'], steps: [...past, { do: 'fetch', action: task }] },
    ];
  },
  invariants: [recordsAsPromised, acknowledgedRecordsExist],
};
