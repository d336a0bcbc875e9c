import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgresql } from '../postgresql/start.mjs';

const packages = ['tryton-server', 'tryton-modules-party', 'python3-psycopg2'];
const database = 'tryton';

/** Tryton from Debian, and a database of PostgreSQL in which its module of parties is set up; trytond is the kit's. */
export async function prepare({ data }) {
  if (!existsSync('/usr/bin/trytond')) await installPackages();
  const postgresql = await startPostgresql({ folder: join(data, 'postgresql'), database });
  const environment = {
    TRYTON_DATABASE_URI: postgresql.address.replace(/[^/]*$/, ''), // trytond adds the name of the database
    TRYTON_PASSWORD: randomUUID(),
  };
  try {
    await setUp(environment, data);
  } catch (error) {
    await postgresql.end();
    throw error;
  }
  return { environment, end: postgresql.end };
}

async function installPackages() {
  if (process.getuid?.() !== 0)
    throw new Error(
      `expected trytond; to do, as root: apt-get install --no-install-recommends ${packages.join(' ')}`,
    );
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  await carriedOut(['apt-get', 'update'], environment);
  await carriedOut(['apt-get', 'install', '--yes', '--no-install-recommends', ...packages], environment);
}

/** Makes the tables, activates the module and sets the password of `admin`. */
async function setUp({ TRYTON_DATABASE_URI, TRYTON_PASSWORD }, data) {
  const passwordFile = join(data, 'tryton-password');
  writeFileSync(passwordFile, TRYTON_PASSWORD, { mode: 0o600 });
  const words = ['-d', database, '-u', 'party', '--activate-dependencies', '--email', 'admin@example.com'];
  await carriedOut(['trytond-admin', ...words], {
    TRYTOND_DATABASE_URI: TRYTON_DATABASE_URI,
    TRYTONPASSFILE: passwordFile,
  });
}

async function carriedOut([program, ...words], environment) {
  const child = spawn(program, words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said = (said + text).slice(-4000);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${code}: ${said}`);
}
