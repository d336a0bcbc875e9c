import type { Preparing } from './opening.js';

/** A business intent, whose it is, and of which kind of record. */
export interface IntentName {
  readonly tenant: string;
  readonly kind: string;
  readonly intent: string;
}

/** The record of an intent, and the content that it was made of. */
export interface IntentRow {
  readonly recordId: string;
  readonly fingerprint: string;
}

/** The intents that records were made for; all of it wants a transaction around it. */
export interface IntentTable {
  /** Takes an intent for a record that is made in the same transaction; the row of whoever has it, else undefined. */
  take(name: IntentName, row: IntentRow): IntentRow | undefined;
  /** Takes the intent whoever has it. The sound receiver never does; flaws do. */
  seize(name: IntentName, row: IntentRow): void;
  find(name: IntentName): IntentRow | undefined;
}

/** Prepares the statements of the intent table. */
export function openIntents(database: Preparing): IntentTable {
  const insert = (or: string) =>
    database.prepare<[IntentName & IntentRow]>(
      `INSERT ${or} INTO intents (tenant, kind, intent, fingerprint, record_id)
       VALUES (@tenant, @kind, @intent, @fingerprint, @recordId)`,
    );
  const take = insert('OR IGNORE');
  const seize = insert('OR REPLACE');
  const find = database.prepare<[IntentName], IntentRow>(
    `SELECT record_id AS recordId, fingerprint FROM intents
     WHERE tenant = @tenant AND kind = @kind AND intent = @intent`,
  );
  return {
    take: (name, row) => (take.run({ ...name, ...row }).changes === 1 ? undefined : find.get(name)),
    seize: (name, row) => {
      seize.run({ ...name, ...row });
    },
    find: (name) => find.get(name),
  };
}
