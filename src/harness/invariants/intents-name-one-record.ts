import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import type { TryView } from '../model/history-view.js';
import { sharedIntentsIn, type Claimant } from './intents.js';
import { inWords, overCases, overTries, type AnsweredCreate } from './reading.js';

interface Naming {
  readonly action: string;
  readonly create: AnsweredCreate;
}

/** Whatever the key, a business intent is answered with the one record that it has. */
export const intentsNameOneRecord: Invariant = {
  id: 'intents-name-one-record',
  about: 'answer',
  promise: 'Every acknowledgement of a business intent names the same record, whatever the key.',
  check: (history, contract) => {
    const { cases, findings } = overTries(history, (each) => {
      const results = sharedIntentsIn(each, contract).map((claimants) => {
        const [first, ...others] = namingsOf(claimants);
        return first === undefined
          ? { cases: 0, findings: [] }
          : overCases([first, ...others], (naming) => otherThan(first, naming, each));
      });
      return {
        cases: results.reduce((sum, result) => sum + result.cases, 0),
        findings: results.flatMap((result) => result.findings),
      };
    });
    return resultOf(cases, findings, 'no intent that came under two keys was answered with a record');
  },
};

/** Answers that name a record, in the order in which they came. */
function namingsOf(claimants: readonly Claimant[]): readonly Naming[] {
  return claimants
    .flatMap(({ facts, acknowledged }) => acknowledged.map((create) => ({ action: facts.action, create })))
    .filter(({ create }) => create.outcome.id !== null)
    .toSorted((one, other) => one.create.ended.seq - other.create.ended.seq);
}

function otherThan(first: Naming, { action, create }: Naming, each: TryView): Broken | null {
  if (create.outcome.id === first.create.outcome.id) return null;
  return {
    attempt: each.name,
    action,
    sentence: 'One business intent was answered with two records.',
    expected: `record ${first.create.outcome.id ?? ''}, which ${first.action} was answered with`,
    actual: inWords(create.ended.answer, create.outcome),
    events: [first.create, create].flatMap(({ exchange, ended }) => [exchange.started.seq, ended.seq]),
  };
}
