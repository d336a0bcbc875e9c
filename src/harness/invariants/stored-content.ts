import type { Contract } from '../model/contract.js';
import { atPointer, sameJson, type Json } from '../model/json.js';
import type { SeenRecord } from '../model/adapter.js';

/** True for a record that reads everything of a payload that the contract says is kept. */
export function readsContent(
  { fields }: Pick<SeenRecord, 'fields'>,
  payload: Json,
  { kept }: Contract,
): boolean {
  return kept.every(({ sent, read }) => sameJson(atPointer(payload, sent), atPointer(fields, read)));
}

/** Where a record differs from what was acknowledged, in words; `undefined` stands for no record at all. */
export function differenceFrom(record: SeenRecord | undefined, payload: Json, { kept }: Contract): string {
  const pair = kept.find(
    ({ sent, read }) => !sameJson(atPointer(payload, sent), atPointer(record?.fields, read)),
  );
  if (record === undefined || pair === undefined) return 'no record reads so';
  const [acknowledged, stored] = [atPointer(payload, pair.sent), atPointer(record.fields, pair.read)];
  return `${pair.read} of ${record.id} reads ${shown(stored)}, acknowledged was ${shown(acknowledged)}`;
}

function shown(value: Json | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
