import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { differentKeysKeptApart } from '../../harness/invariants/different-keys-kept-apart.js';
import { noServerErrors } from '../../harness/invariants/no-server-errors.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import type { HistoryView } from '../../harness/model/history-view.js';
import type { Observation, Scenario } from '../../harness/model/scenario.js';
import { carriesKeys } from './allowed-keys.js';
import { longText } from './long-text.js';
import { actionsUnder, toldInTurn } from './told-in-turn.js';

/** A key that is too long is told so; what is cut in silence is merged with its neighbours. */
export const overLength: Scenario = {
  id: 'key/over-length',
  title: 'A key that is too long is refused, never cut',
  level: 'SHOULD',
  course:
    'Two actions of one content are told three times each, under keys that are one character longer than the limit and begin alike.',
  holdsWhen:
    'Both keys are refused and there is no record; where they are taken all the same, there are two.',
  risk: 'Long keys that begin alike become one key, and all actions but the first are never carried out.',
  usualCause: 'The database cuts what does not fit its column, and says nothing.',
  remedy: 'Check the length of the key before anything else, and answer 400 with the limit.',
  sources: [
    'public report B74: no length cap',
    'public report B73: 255 and 256 characters with a common beginning',
    'IETF Idempotency-Key draft, 5: security considerations (validate keys as published)',
  ],
  needs: ['observe', 'key-max'],
  flaws: ['key-cut-silently'],
  dependsOn: ['acceptance/creates-and-names-record'],
  caps: { effect: 'duplicate-safe', answer: 'retry-safe' },
  tries: (setting) => {
    if (!carriesKeys(setting.contract)) return [];
    const stem = longText(setting, 'stem', setting.contract.key.max ?? 1);
    const actions = actionsUnder(setting, 'over length', [`${stem}a`, `${stem}b`]);
    const promise = { count: { anyOf: [0, 2] }, firstIs: ['key-refused', 'rejected'] } as const;
    return [{ name: 'one character too long', steps: toldInTurn(actions, promise) }];
  },
  invariants: [recordsAsPromised, differentKeysKeptApart, answersAsPromised, noServerErrors],
  sees,
};

function sees(history: HistoryView): readonly Observation[] {
  const claim = 'a key that is too long';
  return history.tries.flatMap((each) =>
    each.exchanges.flatMap(({ started, ended }) => {
      const kind = ended?.outcome?.kind;
      if (started.role !== 'first' || kind === undefined) return [];
      const observed = kind === 'key-refused' || kind === 'rejected' ? 'refused' : `answered ${kind}`;
      return [{ claim, observed, events: [started.seq] }];
    }),
  );
}
