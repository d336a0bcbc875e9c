import type { Contract } from '../model/contract.js';
import type { HistoryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant, type InvariantResult } from '../model/invariant.js';
import { checkHistory, type Contradiction } from './check-history.js';
import { keyRules } from './key-rules.js';
import type { HistoryOperation } from './history-operation.js';
import { operationsOf } from './operations-of.js';

/** All that was heard of each key can be explained by one record that was made once; it asks for no scenario's promises. */
export const answersAreExplained: Invariant = {
  id: 'answers-are-explained',
  about: 'effect',
  promise: 'What is answered and seen of each key has an order in which its record was made once.',
  check: judgeByChecker,
};

/** What the checker says of a history: a case for each key of which anything was heard. */
export function judgeByChecker(history: HistoryView, contract: Contract): InvariantResult {
  const set = keyRules(contract);
  if (set.rules === null) return { kind: 'unknown', why: set.why };
  const operations = operationsOf(history, contract);
  const cases = new Set(operations.flatMap(({ heard, key }) => (isSomething(heard.kind) ? [key] : []))).size;
  const checked = checkHistory(operations, set.rules);
  const contradictions = checked.kind === 'explained' ? [] : checked.contradictions;
  const findings = contradictions.map((contradiction) => findingOf(contradiction, operations));
  return resultOf(cases, findings, 'nothing was heard of any key');
}

function isSomething(kind: HistoryOperation['heard']['kind']): boolean {
  return kind !== 'unknown' && kind !== 'nothing';
}

function findingOf({ key, operations, sentence }: Contradiction, all: readonly HistoryOperation[]): Broken {
  const own = all.filter((each) => operations.includes(each));
  const events = own.flatMap(({ begin, end }) => (end === null ? [begin] : [begin, end]));
  return {
    attempt: own[0]?.attempt ?? '',
    action: own[0]?.action ?? null,
    sentence,
    expected: `an order in which key ${key} made one record, and all was heard and seen of that one`,
    actual: 'there is none',
    events: [...new Set(events)].toSorted((one, other) => one - other),
  };
}
