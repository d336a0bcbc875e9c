import { fileURLToPath } from 'node:url';
import { startTied } from '../tied.mjs';

const { freePort } = await import('../../dist/src/harness/control/free-port.js');
const here = fileURLToPath(new URL('.', import.meta.url));

/** Starts a PostgreSQL server with one empty database in a folder that is not there yet; it ends with this process. */
export async function startPostgresql({ folder, database }) {
  const words = ['serve.mjs', '--port', String(await freePort()), '--data', folder, '--database', database];
  const server = startTied([process.execPath, ...words], { cwd: here, env: process.env });
  const address = await server.printed(/^ready: (\S+)$/m);
  return { address, end: () => server.end('SIGINT') };
}
