import type { CreateIntake, Parts } from '../parts.js';
import type { Payload } from '../store/records.js';
import type { Flaw } from './flaw.js';

/** Refuses an invalid create only after the valid part of it was saved. */
export const halfRecordLeft: Flaw = {
  name: 'half-record-left',
  requirement: 'acceptance/invalid-refused-cleanly',
  summary: 'Refuses an invalid create only after the valid part of it was saved.',
  apply: (parts) => ({
    ...parts,
    invalidCreate: (whole, intake, reason) => {
      const payload = validPart(intake);
      if (payload['reference'] !== undefined) whole.store.atomically(() => insert(whole, intake, payload));
      return parts.invalidCreate(whole, intake, reason);
    },
  }),
};

function validPart({ operation, text }: CreateIntake): Payload {
  const members = Object.entries((JSON.parse(text) ?? {}) as Payload);
  return Object.fromEntries(
    members.filter(([name, value]) => {
      const rule = Object.hasOwn(operation.fields, name) ? operation.fields[name] : undefined;
      return rule !== undefined && rule(value) === undefined;
    }),
  );
}

function insert(parts: Parts, { caller, operation }: CreateIntake, payload: Payload): void {
  const id = parts.newId(parts, operation);
  const { tenant } = caller;
  parts.insertRecord(parts, {
    id,
    tenant,
    kind: operation.kind,
    version: 1,
    createdAt: parts.clock.now(),
    payload,
  });
}
