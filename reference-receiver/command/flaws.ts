import { soundCommandRules, type CommandRules } from './rules.js';

/** A deliberate defect of the command API. */
export interface CommandFlaw {
  readonly name: string;
  /** What it does wrong, in one sentence. */
  readonly summary: string;
  /** What it decides otherwise. */
  readonly rules: Partial<CommandRules>;
}

/** Every flaw that the command API can have. */
export const commandFlaws: readonly CommandFlaw[] = [
  {
    name: 'event-outside-transaction',
    summary: 'Writes the event of an order once the order is committed, so that a failure between loses it.',
    rules: { eventWritten: 'after-its-order' },
  },
  {
    name: 'inbox-without-deduplication',
    summary: 'The ERP takes every delivery of an event for a new order.',
    rules: { inbox: 'forgets' },
  },
  {
    name: 'late-version-overwrites',
    summary: 'The ERP keeps the version that arrived last, though it holds a newer one.',
    rules: { standing: 'last-arrived' },
  },
  {
    name: 'late-relay-reports',
    summary: 'A relay whose lease is over still decides what became of an event.',
    rules: { fence: 'ignored' },
  },
  {
    name: 'order-per-key',
    summary: 'Another key with the same business intent makes another order.',
    rules: { intent: 'ignored' },
  },
  {
    name: 'stale-change-overwrites',
    summary: 'A change that was decided on an older version of an order is carried out over the newer one.',
    rules: { staleChange: 'carried-out' },
  },
];

/** The rules with a flaw by name, or without one; throws for a name that there is not. */
export function commandRules(flaw: string | undefined): CommandRules {
  if (flaw === undefined) return soundCommandRules;
  const known = commandFlaws.find(({ name }) => name === flaw);
  if (known !== undefined) return { ...soundCommandRules, ...known.rules };
  const names = commandFlaws.map(({ name }) => name).join(', ');
  throw new Error(`The command API has no flaw "${flaw}"; expected one of: ${names}.`);
}
