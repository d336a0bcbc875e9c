import type { EventOf } from '../model/event.js';
import type { SeenExchange, TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { acknowledges } from '../model/outcome.js';
import { overCases, overTries, senderCreatesOf, spelledMs } from './reading.js';

/** A create that the receiver had done, and a look-up of the sender that came after it. */
interface Looked {
  readonly action: string;
  readonly create: SeenExchange;
  readonly look: EventOf<'looked-up'>;
}

/**
 * What was done is found by a look-up that is late enough to be believed. That a key then saves the action from being
 * done twice is no merit of the look-up, and does not help where the key is forgotten.
 */
export const believedLookUpsAreTrue: Invariant = {
  id: 'believed-look-ups-are-true',
  about: 'answer',
  promise: 'A look-up that comes late enough to be believed finds what was done.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.actions.flatMap((action) => lookedAfter(each, action)),
        (looked) => missed(each, looked),
      ),
    );
    return resultOf(cases, findings, 'nothing that was done was looked up');
  },
};

function lookedAfter(each: TryView, action: string): readonly Looked[] {
  const create = senderCreatesOf(each, action).find((made) => isDone(made));
  if (create === undefined) return [];
  return each
    .of('looked-up')
    .filter(({ by, action: about, seq }) => by === 'sender' && about === action && seq > create.started.seq)
    .map((look) => ({ action, create, look }));
}

/** The receiver said so, whether or not the sender heard it. */
function isDone({ ended }: SeenExchange): boolean {
  if (ended === null) return false;
  const told = ended.hidden.some(
    (answer) => answer.kind === 'answered' && answer.status >= 200 && answer.status < 300,
  );
  return told || (ended.outcome !== null && acknowledges(ended.outcome));
}

function missed(each: TryView, { action, create: { started, ended }, look }: Looked): Broken | null {
  const { absentAfterMs = 0 } = each.policy;
  const from = (ended ?? started).at + absentAfterMs;
  if (look.finding.kind !== 'absent' || look.at < from) return null;
  return {
    attempt: each.name,
    action,
    sentence: 'A sender that looked first was told that nothing had been done, although it had.',
    expected: `the record, found ${spelledMs(absentAfterMs)} after the create was given up, or earlier`,
    actual: `absent, ${spelledMs(look.at - (ended ?? started).at)} after it`,
    events: [started.seq, ...(ended === null ? [] : [ended.seq]), look.seq],
  };
}
