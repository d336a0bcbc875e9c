import type { EventBody } from '../../../src/harness/model/event.js';
import type { OutcomeKind } from '../../../src/harness/model/outcome.js';
import {
  createEnded,
  declared,
  exchangeStarted,
  keyOf,
  observed,
  type Create,
} from '../../support/history-builder.js';

/** What each of two contents under one key was answered. */
export interface Answers {
  readonly ours: OutcomeKind;
  readonly theirs: OutcomeKind;
}

const actions = (['ours', 'theirs'] as const).map((action) =>
  declared(action, { key: keyOf('ours'), marker: 'tw-ours', payload: { title: action } }),
);

/** Both requests are under way before either is answered. */
export function race(answers: Answers): readonly EventBody[] {
  return [...actions, started('ours'), started('theirs'), ended('ours', answers), ended('theirs', answers)];
}

/** The second request begins when the first has been answered. */
export function sentOneByOne(answers: Answers): readonly EventBody[] {
  return [...actions, started('ours'), ended('ours', answers), started('theirs'), ended('theirs', answers)];
}

/** The one record that is counted afterwards, with its title. */
export function recordReading(title: string): EventBody {
  return observed('ours', [], { records: [{ id: 'r1', fields: { id: 'r1', title } }] });
}

function started(action: keyof Answers): EventBody {
  return exchangeStarted(`exchange of ${action}`, action, { role: action === 'ours' ? 'first' : 'clash' });
}

function ended(action: keyof Answers, answers: Answers): EventBody {
  const kind = answers[action];
  const what: Create = { action, kind, id: kind === 'created' ? 'r1' : null };
  return createEnded(`exchange of ${action}`, what);
}
