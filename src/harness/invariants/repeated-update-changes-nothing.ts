import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import { isJsonObject, sameJson, type Json } from '../model/json.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { acceptedBefore, recordLooks, type RecordLook } from './accepted-updates-stand.js';
import { overCases, overTries } from './reading.js';

interface Between {
  readonly before: RecordLook;
  readonly after: RecordLook;
  readonly told: readonly EventOf<'update-answered'>[];
}

/** An update that is told again leaves the record, its version included, as the first telling made it. */
export const repeatedUpdateChangesNothing: Invariant = {
  id: 'repeated-update-changes-nothing',
  about: 'effect',
  promise: 'An update that is told again is applied once.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(repeats(each), (between) => changed(each, between)),
    );
    return resultOf(cases, findings, 'no record was looked at before and after a repeated update');
  },
};

/** Neighbouring looks at a record between which nothing but repeats of accepted updates was sent. */
function repeats(each: TryView): Between[] {
  const looks = recordLooks(each);
  return looks.flatMap((after, index) => {
    const before = looks.slice(0, index).findLast(({ action }) => action === after.action);
    if (before === undefined) return [];
    const told = each
      .of('update-answered')
      .filter(({ action, seq }) => action === after.action && seq > before.seq && seq < after.seq);
    const known = acceptedBefore(each, after.action, before.seq);
    const onlyRepeats = told.every(({ version, value }) =>
      known.some((update) => update.version === version && update.value === value),
    );
    return told.length > 0 && onlyRepeats ? [{ before, after, told }] : [];
  });
}

function changed(each: TryView, { before, after, told }: Between): Broken | null {
  if (sameJson(before.fields, after.fields)) return null;
  const names = namesOf(before.fields, after.fields).filter(
    (name) => !sameJson(member(before.fields, name), member(after.fields, name)),
  );
  const shown = (fields: Json): string =>
    names.map((name) => `${name} ${JSON.stringify(member(fields, name) ?? null)}`).join(', ');
  return {
    attempt: each.name,
    action: after.action,
    sentence: 'An update that was told again changed the record once more.',
    expected: `the record as it was: ${shown(before.fields)}`,
    actual: shown(after.fields),
    events: [before.seq, ...told.map(({ seq }) => seq), after.seq],
  };
}

function namesOf(...values: readonly Json[]): readonly string[] {
  return [...new Set(values.flatMap((value) => (isJsonObject(value) ? Object.keys(value) : [])))];
}

function member(value: Json, name: string): Json | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}
