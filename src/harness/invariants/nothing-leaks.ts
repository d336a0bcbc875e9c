import type { SeenExchange, TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { createsOf, overCases, overTries } from './reading.js';

const shortestTellingId = 4;

/** No answer to another tenant, or to a refused credential, carries an id that belongs to the owner. */
export const nothingLeaks: Invariant = {
  id: 'nothing-leaks',
  about: 'answer',
  promise: "Nobody but its owner learns a record's id or content.",
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.exchanges.filter(
          ({ started, ended }) =>
            started.credential !== 'main' &&
            started.credential !== 'renewed' &&
            ended?.answer.kind === 'answered',
        ),
        (exchange) => leak(each, exchange),
      ),
    );
    return resultOf(cases, findings, 'nobody but the owner was answered');
  },
};

function leak(each: TryView, { started, ended }: SeenExchange): Broken | null {
  if (ended?.answer.kind !== 'answered') return null;
  const { headers, body } = ended.answer;
  const text = [...headers.map(([, value]) => value), body].join('\n');
  const owned = ownersIds(each, started.seq).find(
    (id) => id.length >= shortestTellingId && text.includes(id) && !started.request.path.includes(id),
  );
  const marker = ownersMarkers(each).find(
    (value) => text.includes(value) && !sentBefore(each, started, value),
  );
  const leaked = owned ?? marker;
  if (leaked === undefined) return null;
  return {
    attempt: each.name,
    action: started.action,
    sentence: `An answer to ${started.credential === 'refused' ? 'a refused credential' : 'another tenant'} shows what belongs to the owner.`,
    expected: 'nothing of the owner in the answer',
    actual: `the answer shows ${leaked}`,
    events: [started.seq, ended.seq],
  };
}

function ownersIds(each: TryView, before: number): string[] {
  return each.actions.flatMap((action) =>
    createsOf(each, action).flatMap(({ ended, outcome }) =>
      ended.seq < before && outcome.id !== null ? [outcome.id] : [],
    ),
  );
}

/** Markers of actions that only the owner sent. */
function ownersMarkers(each: TryView): string[] {
  return each.actions.flatMap((action) => {
    const marker = each.declared(action)?.marker;
    return createsOf(each, action).length > 0 && marker !== undefined ? [marker] : [];
  });
}

/** What somebody asks about, or has sent as content of their own, an answer cannot give away to them. */
function sentBefore(each: TryView, asking: SeenExchange['started'], marker: string): boolean {
  const { path, body } = asking.request;
  if (path.includes(marker) || body?.includes(marker) === true) return true;
  return each.exchanges.some(
    ({ started }) =>
      started.seq < asking.seq &&
      started.purpose === 'create' &&
      started.credential === asking.credential &&
      started.request.body?.includes(marker) === true,
  );
}
