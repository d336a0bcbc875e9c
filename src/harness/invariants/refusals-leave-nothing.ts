import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { resultOf, type Invariant } from '../model/invariant.js';
import { refusingKinds } from '../model/outcome.js';
import { createsOf, overCases, overTries, type AnsweredCreate } from './reading.js';

interface Refused {
  readonly action: string;
  readonly creates: readonly AnsweredCreate[];
  readonly seen: EventOf<'observed'>;
}

/** A request that was refused left nothing behind. */
export const refusalsLeaveNothing: Invariant = {
  id: 'refusals-leave-nothing',
  about: 'effect',
  promise: 'Nothing of a refused request is stored.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(refusedOf(each), ({ action, creates, seen }) =>
        seen.records.length === 0
          ? null
          : {
              attempt: each.name,
              action,
              sentence: 'The receiver refused a request and stored a record of it all the same.',
              expected: `no record with marker ${seen.marker}`,
              actual: `record ${seen.records.map(({ id }) => id).join(', ')}`,
              events: [
                ...creates.flatMap(({ exchange, ended }) => [exchange.started.seq, ended.seq]),
                seen.seq,
              ],
            },
      ),
    );
    return resultOf(cases, findings, 'no refused request was counted after');
  },
};

/** Actions of which every create before a late count was refused. */
function refusedOf(each: TryView): Refused[] {
  return each
    .of('observed')
    .filter(({ when, complete, credential }) => when === 'late' && complete && credential === 'main')
    .flatMap((seen) => {
      const creates = createsOf(each, seen.action).filter(({ ended }) => ended.seq < seen.seq);
      const all = creates.length > 0 && creates.every(({ outcome }) => refusingKinds.includes(outcome.kind));
      return all ? [{ action: seen.action, creates, seen }] : [];
    });
}
