import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, afterEach } from 'vitest';
import { freePort } from '../../src/harness/control/free-port.js';
import { supervised } from '../../src/harness/control/supervised.js';

const program = fileURLToPath(new URL('../../examples/postgresql/serve.mjs', import.meta.url));
const database = 'twiceshy';

/** A PostgreSQL server of one test file's own. */
export interface PostgresqlServer {
  /** Its address, with a credential. */
  readonly address: string;
  /** Ends it as an administrator does who does not wait for anybody; what was committed stays. */
  stop(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
}

let shared: Promise<PostgresqlServer & { remove(): Promise<void> }> | undefined;
const schemas: string[] = [];

afterEach(async () => {
  for (const schema of schemas.splice(0)) await ask(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
});

afterAll(async () => {
  const server = await shared;
  shared = undefined;
  await server?.remove();
});

/**
 * The address of a ledger that nobody has laid out yet, in a schema of its own, for the running test: at the server that
 * `TWICESHY_TEST_POSTGRES` names, or else at one that is started for the test file, and that ends with it.
 */
export async function emptyLedger(): Promise<string> {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  schemas.push(schema);
  return withSchema(await serverAddress(), schema);
}

/** The same at the server of the test file, whatever other one is named: it may be stopped. A schema's name is one ledger. */
export async function ownLedger(schema = 'ledger'): Promise<string> {
  return withSchema((await ownServer()).address, schema);
}

/** The address of the ledger in that schema. */
function withSchema(address: string, schema: string): string {
  const url = new URL(address);
  url.searchParams.set('schema', schema);
  return url.href;
}

/** Asks a server one thing, over a connection of the test's own: that of `address`, or the one of `emptyLedger`. */
export async function ask(
  text: string,
  values: readonly unknown[] = [],
  address?: string,
): Promise<Record<string, unknown>[]> {
  const client = await connected(address);
  try {
    return (await client.query(text, [...values])).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** A connection of the test's own, which it closes. */
export async function connected(address?: string): Promise<Client> {
  const url = new URL(address ?? (await serverAddress()));
  url.searchParams.delete('schema');
  const client = new Client({ connectionString: url.href });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function serverAddress(): Promise<string> {
  const named = process.env['TWICESHY_TEST_POSTGRES'];
  if (named !== undefined) return named;
  shared ??= startServer();
  return (await shared).address;
}

/** The server of the test file, which may be stopped and started; never one that somebody else named. */
export async function ownServer(): Promise<PostgresqlServer> {
  shared ??= startServer();
  return shared;
}

async function startServer(): Promise<PostgresqlServer & { remove(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'twiceshy-postgresql-'));
  const password = randomUUID();
  const port = await freePort();
  let running = await serve({ folder, password, port });
  return {
    address: running.address,
    stop: () => running.end(),
    async start() {
      running = await serve({ folder, password, port });
    },
    async remove() {
      await running.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the server so that it ends with this process, however that ends. */
async function serve(place: { readonly folder: string; readonly password: string; readonly port: number }) {
  const { folder, password, port } = place;
  const words = ['--port', String(port), '--data', folder, '--database', database, '--password', password];
  const [shell, ...rest] = supervised([process.execPath, program, ...words]);
  const child = spawn(shell, rest, { detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const gone = once(child, 'exit');
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
      const [, found] = /^ready: (\S+)$/m.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    void gone.then(() => reject(new Error(`PostgreSQL ended before it was ready: ${output}`)));
  });
  return {
    address,
    async end() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGINT');
      await gone;
      // The watcher beside it outlives it.
      child.stdin.end();
    },
  };
}
