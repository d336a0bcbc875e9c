import type { Json, NewRecord, Payload } from '../store/records.js';
import type { Dialect, DialectView } from './dialect.js';
import { filledText } from './holes.js';
import { valueAt, withValueAt } from './pointer.js';

/** What is stored of a create: the marker to find it by, and the record as it will show itself. */
export function storedPayload({ view }: Pick<Dialect, 'view'>, content: Json, marker: string): Payload {
  return { reference: marker, shown: shownOf(view, content, marker) };
}

function shownOf({ members, marker: markerView }: DialectView, content: Json, marker: string): Json {
  const shown =
    members.length === 0
      ? content
      : members.reduce<Json>((record, { sent, read }) => {
          const value = valueAt(content, sent);
          return value === undefined ? record : withValueAt(record, read, value);
        }, {});
  if (markerView === null || valueAt(shown, markerView.read) !== undefined) return shown;
  return withValueAt(shown, markerView.read, filledText(markerView.text, { marker }));
}

/** The record as it shows itself, with its version where that is seen; ids are put in by the answer. */
export function shownRecord({ view }: Pick<Dialect, 'view'>, record: NewRecord): Json {
  const shown = record.payload['shown'] ?? {};
  return view.version === null ? shown : withValueAt(shown, view.version, String(record.version));
}

/** The record's content with one member changed. */
export function changedPayload({ payload }: NewRecord, member: string, value: Json): Payload {
  return { ...payload, shown: withValueAt(payload['shown'], member, value) };
}

/** What answers may say of a record. */
export function valuesOf({ id, version }: NewRecord): Readonly<Record<string, string>> {
  return { id, version: String(version) };
}
