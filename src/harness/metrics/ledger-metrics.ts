import { rowStates } from '../model/outbox-row.js';
import type { LedgerFigures } from '../sender/store/ledger-figures.js';

/** One value of a metric; the attribute tells it from the others of the same metric. */
interface Reading {
  readonly value: number;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A metric of a ledger, under the naming conventions of OpenTelemetry. */
export interface LedgerMetric {
  readonly name: string;
  readonly about: string;
  /** `counter` never goes down while the ledger lasts. */
  readonly kind: 'counter' | 'gauge';
  /** By UCUM: `s` for seconds, `1` for a share, braces for what is counted. */
  readonly unit: 's' | '1' | `{${string}}`;
  /** Its values at that moment; none where there is nothing to measure. */
  readonly read: (figures: LedgerFigures) => readonly Reading[];
}

/** Every metric of a ledger: counts, shares and ages, and nothing that tells of any one action. */
export const ledgerMetrics: readonly LedgerMetric[] = [
  {
    name: 'twiceshy.outbox.actions',
    about: 'Actions by their state.',
    kind: 'gauge',
    unit: '{action}',
    read: (figures) => rowStates.map((state) => ({ value: figures[state], attributes: { state } })),
  },
  {
    name: 'twiceshy.outbox.first_attempt',
    about: 'Of the actions that are sent, the share that took one attempt.',
    kind: 'gauge',
    unit: '1',
    read: ({ sent, sentAtFirst }) => (sent === 0 ? [] : plain(sentAtFirst / sent)),
  },
  {
    name: 'twiceshy.outbox.duplicates_suppressed',
    about: 'Attempts that were answered with a record that was there already, by how the receiver said so.',
    kind: 'counter',
    unit: '{attempt}',
    read: ({ replayed, exists }) => [
      { value: replayed, attributes: { answer: 'replayed' } },
      { value: exists, attributes: { answer: 'exists' } },
    ],
  },
  {
    name: 'twiceshy.outbox.hash_conflicts',
    about: 'Attempts that were refused because the key was used for other content.',
    kind: 'counter',
    unit: '{attempt}',
    read: ({ mismatch }) => plain(mismatch),
  },
  {
    name: 'twiceshy.outbox.discrepancies',
    about: 'Actions for which a look-up showed several records.',
    kind: 'gauge',
    unit: '{action}',
    read: ({ discrepancies }) => plain(discrepancies),
  },
  {
    name: 'twiceshy.outbox.pending.age',
    about: 'How long the oldest pending action has waited since its approval.',
    kind: 'gauge',
    unit: 's',
    read: ({ now, pendingFrom }) => age(now, pendingFrom),
  },
  {
    name: 'twiceshy.outbox.unknown.age',
    about: 'How long nobody has known what became of the action that was sent first of those.',
    kind: 'gauge',
    unit: 's',
    read: ({ now, unknownFrom }) => age(now, unknownFrom),
  },
  {
    name: 'twiceshy.outbox.blocked.age',
    about: 'How long the oldest action of the exception queue has waited for a decision.',
    kind: 'gauge',
    unit: 's',
    read: ({ now, blockedFrom }) => age(now, blockedFrom),
  },
  {
    name: 'twiceshy.outbox.attempts',
    about: 'Attempts.',
    kind: 'counter',
    unit: '{attempt}',
    read: ({ attempts }) => plain(attempts),
  },
  {
    name: 'twiceshy.outbox.attempts_per_action',
    about: 'Attempts of the actions that had any: their mean, and the most.',
    kind: 'gauge',
    unit: '{attempt}',
    read: ({ attempts, attempted, mostAttempts }) =>
      attempted === 0
        ? []
        : [
            { value: attempts / attempted, attributes: { of: 'mean' } },
            { value: mostAttempts, attributes: { of: 'most' } },
          ],
  },
  {
    name: 'twiceshy.outbox.held_sends',
    about: 'Attempts that ended with nothing sent and nobody asked.',
    kind: 'counter',
    unit: '{attempt}',
    read: ({ held }) => plain(held),
  },
  {
    name: 'twiceshy.outbox.stopped_by_constraints',
    about: 'Actions that a rule has stopped before they were accepted.',
    kind: 'counter',
    unit: '{action}',
    read: ({ refused }) => plain(refused),
  },
  {
    name: 'twiceshy.outbox.pause.age',
    about: 'How long sends have been paused.',
    kind: 'gauge',
    unit: 's',
    read: ({ now, pausedFrom }) => age(now, pausedFrom),
  },
];

/** The name under the conventions of Prometheus, and as exporters of OpenTelemetry spell it for Prometheus. */
export function prometheusName({ name, kind, unit }: LedgerMetric): string {
  const words = name.replaceAll('.', '_');
  if (unit === 's') return `${words}_seconds`;
  if (unit === '1') return `${words}_ratio`;
  return kind === 'counter' ? `${words}_total` : words;
}

/** The attributes that tell its values apart. */
export function attributesOf(metric: LedgerMetric): readonly string[] {
  return [...new Set(metric.read(anyFigures).flatMap(({ attributes }) => Object.keys(attributes)))];
}

/** Figures of which every metric has something to say. */
const anyFigures: LedgerFigures = {
  pending: 1,
  processing: 1,
  sent: 1,
  unknown: 1,
  blocked: 1,
  failed: 1,
  now: 1,
  sentAtFirst: 1,
  replayed: 1,
  exists: 1,
  mismatch: 1,
  discrepancies: 1,
  refused: 1,
  held: 1,
  attempts: 1,
  attempted: 1,
  mostAttempts: 1,
  pendingFrom: 0,
  unknownFrom: 0,
  blockedFrom: 0,
  pausedFrom: 0,
};

function plain(value: number): readonly Reading[] {
  return [{ value, attributes: {} }];
}

function age(now: number, from: number | null): readonly Reading[] {
  return from === null ? [] : plain(Math.max(0, now - from) / 1_000);
}
