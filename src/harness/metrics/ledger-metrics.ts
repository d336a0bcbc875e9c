import { rowStates } from '../model/outbox-row.js';
import {
  ageMs,
  firstAttemptShare,
  meanAttempts,
  type LedgerFigures,
} from '../sender/store/ledger-figures.js';

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
  /** What tells its values apart, where it has several. */
  readonly attribute?: string;
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
    attribute: 'state',
    read: (figures) => rowStates.map((state) => ({ value: figures[state], attributes: { state } })),
  },
  {
    name: 'twiceshy.outbox.first_attempt',
    about: 'Of the actions that are sent, the share that took one attempt.',
    kind: 'gauge',
    unit: '1',
    read: (figures) => plain(firstAttemptShare(figures)),
  },
  {
    name: 'twiceshy.outbox.duplicates_suppressed',
    about: 'Attempts that were answered with a record that was there already, by how the receiver said so.',
    kind: 'counter',
    unit: '{attempt}',
    attribute: 'answer',
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
    read: (figures) => age(figures, figures.pendingFrom),
  },
  {
    name: 'twiceshy.outbox.unknown.age',
    about: 'How long nobody has known what became of the action that was sent first of those.',
    kind: 'gauge',
    unit: 's',
    read: (figures) => age(figures, figures.unknownFrom),
  },
  {
    name: 'twiceshy.outbox.blocked.age',
    about: 'How long the oldest action of the exception queue has waited for a decision.',
    kind: 'gauge',
    unit: 's',
    read: (figures) => age(figures, figures.blockedFrom),
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
    attribute: 'of',
    read: (figures) => {
      const mean = meanAttempts(figures);
      if (mean === null) return [];
      return [
        { value: mean, attributes: { of: 'mean' } },
        { value: figures.mostAttempts, attributes: { of: 'most' } },
      ];
    },
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
    read: (figures) => age(figures, figures.pausedFrom),
  },
];

/** The name under the conventions of Prometheus, and as exporters of OpenTelemetry spell it for Prometheus. */
export function prometheusName({ name, kind, unit }: LedgerMetric): string {
  const words = name.replaceAll('.', '_');
  if (unit === 's') return `${words}_seconds`;
  if (unit === '1') return `${words}_ratio`;
  return kind === 'counter' ? `${words}_total` : words;
}

function plain(value: number | null): readonly Reading[] {
  return value === null ? [] : [{ value, attributes: {} }];
}

/** In seconds. */
function age(figures: LedgerFigures, from: number | null): readonly Reading[] {
  const ms = ageMs(figures, from);
  return plain(ms === null ? null : ms / 1_000);
}
