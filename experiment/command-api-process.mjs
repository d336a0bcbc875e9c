import { fileURLToPath } from 'node:url';
import { startTied } from '../examples/tied.mjs';

const program = fileURLToPath(new URL('../dist/reference-receiver/command/main.js', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));

/** Starts the command API over a database, with its test controls; it ends with this process. */
export async function startCommandApi({ data, leaseMs = 2000, port = 0, relays = true, flaw }) {
  const words = ['--data', data, '--controls', '--lease-ms', String(leaseMs), '--port', String(port)];
  if (flaw !== undefined) words.push('--flaw', flaw);
  if (!relays) words.push('--no-relay');
  const child = startTied([process.execPath, program, ...words], { cwd: here, env: process.env });
  const url = await child.printed(/^(http:\/\/\S+)$/m);
  return {
    url,
    port: Number(new URL(url).port),
    end: () => child.end('SIGTERM'),
    kill: () => child.end('SIGKILL'),
  };
}
