import { answersAsPromised } from '../../harness/invariants/answers-as-promised.js';
import { noServerErrors } from '../../harness/invariants/no-server-errors.js';
import { recordsAsPromised } from '../../harness/invariants/records-as-promised.js';
import { retriesNameTheFirstRecord } from '../../harness/invariants/retries-name-the-first-record.js';
import type { HistoryView } from '../../harness/model/history-view.js';
import type { OutcomeKind } from '../../harness/model/outcome.js';
import type { Observation, Scenario, Setting, Try } from '../../harness/model/scenario.js';
import { first, observeLate, one, probe, retry } from '../steps.js';
import { knownKey } from './allowed-keys.js';

const refused: readonly OutcomeKind[] = ['key-refused', 'rejected'];
const taken: readonly OutcomeKind[] = ['created', 'replayed', 'exists', 'updated'];

/** A key header that arrives twice is refused or counts once; it is never a third key. */
export const repeatedHeader: Scenario = {
  id: 'key/repeated-header',
  title: 'A key header that arrives twice makes no new key',
  level: 'SHOULD',
  course:
    'The key header is sent twice, with the same value and with two values, before and after honest requests with one header.',
  holdsWhen:
    'The doubled request is refused or counts as the one key; there is one record, and no server error.',
  risk: 'A proxy that adds the header once more is enough to have the same work done twice.',
  usualCause: 'The framework joins equal headers with a comma, and the joined text is taken for a key.',
  remedy: 'Refuse a request with two keys, or collapse equal ones before the key is used.',
  sources: [
    'public report B75: the same header twice becomes another key',
    'IETF Idempotency-Key draft, 2.1: syntax (not more than one key header)',
    'RFC 9110, 5.3: fields of one name may be joined with a comma',
  ],
  needs: ['observe', 'header-key'],
  flaws: ['repeated-header-joined'],
  dependsOn: ['acceptance/creates-and-names-record', 'replay/same-record'],
  // No sender sends its key twice; what an intermediary makes of a request is a warning, not the grade of a retry.
  caps: { effect: 'retry-safe', answer: 'retry-safe' },
  tries,
  invariants: [recordsAsPromised, retriesNameTheFirstRecord, answersAsPromised, noServerErrors],
  sees,
};

function tries(setting: Setting): readonly Try[] {
  const key = knownKey(setting, 'key');
  const later = knownKey(setting, 'key that is doubled later');
  const mixed = knownKey(setting, 'key beside another');
  const stranger = knownKey(setting, 'the other key');
  if (key === null || later === null || mixed === null || stranger === null) return [];
  const doubledFirst = { name: 'doubled first', key };
  const doubledLater = { name: 'doubled later', key: later };
  const besideAnother = { name: 'beside another', key: mixed };
  const twice = { keys: [key, key], expect: [...taken, ...refused] };
  const twiceLater = { keys: [later, later], expect: [...taken, ...refused] };
  const two = { keys: [mixed, stranger], expect: [...taken, ...refused, 'mismatch'] } as const;
  return [
    {
      name: 'twice the same, then once',
      steps: [
        probe(doubledFirst, twice),
        first(doubledFirst),
        retry(doubledFirst),
        observeLate(doubledFirst, one),
      ],
    },
    {
      name: 'once, then twice the same',
      steps: [
        first(doubledLater),
        probe(doubledLater, twiceLater),
        retry(doubledLater),
        observeLate(doubledLater, one),
      ],
    },
    {
      name: 'two values, then one of them',
      steps: [
        probe(besideAnother, two),
        first(besideAnother),
        retry(besideAnother),
        observeLate(besideAnother, one),
      ],
    },
  ];
}

function sees(history: HistoryView): readonly Observation[] {
  return history.tries.flatMap((each) =>
    each.exchanges.flatMap(({ started, ended }) => {
      if (started.role !== 'probe' || ended?.outcome == null) return [];
      const isRefused = refused.includes(ended.outcome.kind);
      const observed = isRefused ? 'refused' : `answered ${ended.outcome.kind}`;
      return [{ claim: `key header: ${each.name}`, observed, events: [started.seq, ended.seq] }];
    }),
  );
}
