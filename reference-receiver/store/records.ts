import type { Preparing } from './opening.js';
import type { Scope } from './keys.js';

/** A JSON value as it came in. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** What a record holds apart from what the receiver adds: the members as they were sent. */
export type Payload = Readonly<Record<string, Json>>;

/** A record to be stored; `createdAt` in epoch milliseconds. */
export interface NewRecord {
  readonly id: string;
  readonly tenant: string;
  readonly kind: string;
  readonly version: number;
  readonly createdAt: number;
  readonly payload: Payload;
}

/** A record as it is kept; `sequence` is its place in creation order. */
export interface StoredRecord extends NewRecord {
  readonly sequence: number;
}

interface RecordQuery {
  readonly tenant: string;
  readonly kind: string;
  readonly reference?: string | undefined;
  readonly afterSequence: number;
  readonly limit: number;
}

/** A look-up by key: the key's scope, and the tenant and kind that the record itself must have. */
interface KeyQuery {
  readonly scope: Scope;
  readonly key: string;
  readonly tenant: string;
  readonly kind: string;
  readonly now: number;
}

export interface RecordTable {
  /** The sequence the next record will get; holds only inside the transaction that inserts it. */
  nextSequence(): number;
  insert(record: NewRecord): void;
  read(tenant: string, kind: string, id: string): StoredRecord | undefined;
  /** In creation order, which new inserts only extend. */
  list(query: RecordQuery): StoredRecord[];
  /** The record made under a key, while that key is kept. */
  findByKey(query: KeyQuery): StoredRecord | undefined;
  /** Replaces the payload and raises the version, only if the version is still the given record's; false otherwise. */
  write(record: StoredRecord, payload: Payload): boolean;
  remove(tenant: string, kind: string, id: string): boolean;
}

/** A row of the records table as SQLite gives it. */
export interface RecordRow {
  readonly sequence: number;
  readonly id: string;
  readonly tenant: string;
  readonly kind: string;
  readonly version: number;
  readonly createdAt: number;
  readonly payload: string;
}

/** The columns of a RecordRow, for a SELECT from records. */
export const recordColumns = `records.sequence, records.id, records.tenant, records.kind, records.version,
  records.created_at AS createdAt, records.payload`;

/** Turns a row into a record. */
export function recordOf(row: RecordRow): StoredRecord {
  return { ...row, payload: JSON.parse(row.payload) as Payload };
}

/** Prepares the statements of the record table. */
export function openRecords(database: Preparing): RecordTable {
  return { ...openReads(database), ...openWrites(database) };
}

function openReads(database: Preparing): Pick<RecordTable, 'nextSequence' | 'read' | 'list' | 'findByKey'> {
  const next = database.prepare<[], { sequence: number }>(
    `SELECT coalesce(max(seq), 0) + 1 AS sequence FROM sqlite_sequence WHERE name = 'records'`,
  );
  const read = database.prepare<[string, string, string], RecordRow>(
    `SELECT ${recordColumns} FROM records WHERE tenant = ? AND kind = ? AND id = ?`,
  );
  const ofTenant = `SELECT ${recordColumns} FROM records
    WHERE tenant = @tenant AND kind = @kind AND sequence > @afterSequence`;
  const listAll = database.prepare<[RecordQuery], RecordRow>(`${ofTenant} ORDER BY sequence LIMIT @limit`);
  const listOne = database.prepare<[RecordQuery], RecordRow>(
    `${ofTenant} AND reference = @reference ORDER BY sequence LIMIT @limit`,
  );
  const byKey = database.prepare<
    [Scope & { key: string; owner: string; kind: string; now: number }],
    RecordRow
  >(
    `SELECT ${recordColumns} FROM keys JOIN records ON records.id = keys.record_id
     WHERE keys.tenant = @tenant AND keys.method = @method AND keys.route = @route AND keys.key = @key
       AND keys.state = 'done' AND keys.expires_at > @now AND records.tenant = @owner AND records.kind = @kind`,
  );
  return {
    nextSequence: () => next.get()?.sequence ?? 1,
    read: (tenant, kind, id) => {
      const row = read.get(tenant, kind, id);
      return row && recordOf(row);
    },
    list: (query) => (query.reference === undefined ? listAll : listOne).all(query).map(recordOf),
    findByKey: ({ scope, key, tenant, kind, now }) => {
      const row = byKey.get({ ...scope, key, owner: tenant, kind, now });
      return row && recordOf(row);
    },
  };
}

function openWrites(database: Preparing): Pick<RecordTable, 'insert' | 'write' | 'remove'> {
  const insert = database.prepare(
    `INSERT INTO records (id, tenant, kind, reference, version, created_at, payload)
     VALUES (@id, @tenant, @kind, @reference, @version, @createdAt, @payload)`,
  );
  const write = database.prepare(
    `UPDATE records SET payload = @payload, reference = @reference, version = version + 1
     WHERE id = @id AND version = @version`,
  );
  const remove = database.prepare(`DELETE FROM records WHERE tenant = ? AND kind = ? AND id = ?`);
  return {
    insert: (record) => {
      insert.run({
        ...record,
        reference: referenceOf(record.payload),
        payload: JSON.stringify(record.payload),
      });
    },
    write: ({ id, version }, payload) =>
      write.run({ id, version, reference: referenceOf(payload), payload: JSON.stringify(payload) })
        .changes === 1,
    remove: (tenant, kind, id) => remove.run(tenant, kind, id).changes === 1,
  };
}

function referenceOf(payload: Payload): string {
  return typeof payload['reference'] === 'string' ? payload['reference'] : '';
}
