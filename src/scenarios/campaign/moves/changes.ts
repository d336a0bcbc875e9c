import type { MoveOf } from '../../../harness/model/sequence.js';
import type { Step, UpdateStep } from '../../../harness/model/step.js';
import { none, observeLate } from '../../steps.js';
import { certain, loose } from '../knowledge.js';
import { partOf, type Part, type Plot } from '../plot.js';

/** A member of the record is changed, once or several times over. */
export function change(plot: Plot, { who, version, times }: MoveOf<'change'>): readonly Step[] {
  const part = changeable(plot, who);
  if (part === null) return [];
  const isStale = version === 'first' && part.change !== null;
  const value = `changed ${plot.next()}`;
  const once: UpdateStep = {
    do: 'update',
    action: part.action,
    version,
    value,
    expect: [isStale ? 'rejected' : 'updated'],
  };
  if (!isStale) part.change = value;
  // Told again with the version that it was decided on, a change may be refused as stale or taken for the same.
  const { expect: _, ...again } = once;
  if (version === 'latest' || times === 1) return [once];
  const fetched: Step = { do: 'fetch', action: part.action };
  return [once, fetched, ...Array.from({ length: times - 1 }, () => again), fetched];
}

/** Two changes that were decided on the same version. */
export function raceOfChanges(plot: Plot, { who }: MoveOf<'race-of-changes'>): readonly Step[] {
  const part = changeable(plot, who);
  if (part === null || part.change !== null) return [];
  const by = (value: string): UpdateStep => ({ do: 'update', action: part.action, version: 'first', value });
  part.known = { ...part.known, isLoose: true };
  return [{ do: 'together', steps: [by('changed by one'), by('changed by the other')] }];
}

/** A change of a record by an id that nobody was ever given makes no record. */
export function changeUnknown(plot: Plot): readonly Step[] {
  const able = plot.can('update') && plot.can('fetch');
  if (!able || !plot.contract.promises.includes('ordering/update-before-create')) return [];
  const marker = `tw-unknown-${plot.sequence.contents.length}-${plot.next()}`;
  const action = { name: `unknown ${plot.next()}` };
  return [
    {
      do: 'update',
      action,
      version: 'first',
      value: marker,
      unknownRecord: true,
      expect: ['rejected'],
    },
    { do: 'fetch', action, expect: 'absent' },
    observeLate(action, none),
  ];
}

/** The record is deleted; what a later telling makes of that is the owner's affair. */
export function remove(plot: Plot, { who }: MoveOf<'remove'>): readonly Step[] {
  const part = changeable(plot, who, 'delete');
  if (part === null) return [];
  part.known = loose;
  part.isNamed = false;
  return [{ do: 'delete', action: part.action }];
}

/** A part whose record is known by its id, and to hold its own content. */
function changeable(plot: Plot, who: number, need: 'update' | 'delete' = 'update'): Part | null {
  const part = partOf(plot, who);
  if (part === null || !plot.can(need) || !plot.can('fetch')) return null;
  return part.isNamed && certain(part.known) === part.content ? part : null;
}
