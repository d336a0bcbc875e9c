import { createServer } from 'node:net';

/** A loopback port that was free a moment ago: the system names one, and it is given back. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  if (address === null || typeof address === 'string') throw new Error('No loopback port could be had.');
  return address.port;
}
