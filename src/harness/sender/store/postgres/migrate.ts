import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { KitError } from '../../../model/kit-error.js';
import type { PostgresAddress } from './address.js';
import { connectionConfig, unreachable } from './connections.js';

/** In the order in which they are carried out; one that has been released is never changed. */
const migrations = ['001-ledger.sql', '002-kill-switch.sql', '003-constraints-and-data-versions.sql'];

/** Any number, as long as it is always this one: it keeps two processes from laying out one ledger at once. */
const lock = 7_041_104;

/**
 * Brings the ledger's layout up to date, in one transaction, while whoever else wants to waits. Throws `BAD_FILE` where
 * a later version of the kit has laid it out, and `OUTBOX_UNREACHABLE` where the server cannot be used.
 */
export async function migrate(address: PostgresAddress): Promise<void> {
  const client = new Client(connectionConfig(address));
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [lock]);
    await layOut(client, address);
    await client.query('COMMIT');
  } catch (error) {
    throw error instanceof KitError ? error : unreachable(address, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function layOut(client: Client, address: PostgresAddress): Promise<void> {
  const { schema } = address;
  const { rows } = await client.query<{ there: string | null }>('SELECT to_regclass($1) AS there', [
    `${schema}.migrations`,
  ]);
  if (rows[0]?.there == null) {
    // One that was made beforehand needs no right to make another.
    const made = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
    if (made.rows.length === 0) await client.query(`CREATE SCHEMA ${schema}`);
    await client.query(
      `CREATE TABLE ${schema}.migrations (number integer PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now())`,
    );
  }
  const done = await client.query<{ number: number; name: string }>(
    `SELECT number, name FROM ${schema}.migrations ORDER BY number`,
  );
  if (done.rows.length > migrations.length) throw tooNew(address, done.rows.length);
  await client.query(`SET LOCAL search_path TO ${schema}`);
  for (const [index, name] of migrations.entries()) {
    if (index < done.rows.length) continue;
    await client.query(readFileSync(new URL(`migrations/${name}`, import.meta.url), 'utf8'));
    await client.query('INSERT INTO migrations (number, name) VALUES ($1, $2)', [index + 1, name]);
  }
}

function tooNew({ shown }: PostgresAddress, found: number): KitError {
  return new KitError('BAD_FILE', {
    happened: `The outbox ${shown} has layout ${String(found)}.`,
    expected: `layout ${String(migrations.length)}, or an earlier one`,
    next: 'use the version of the kit that laid it out, or a later one',
  });
}
