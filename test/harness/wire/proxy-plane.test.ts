import { systemClock } from '../../../src/harness/run/system-clock.js';
import { openProxyPlane } from '../../../src/harness/wire/proxy-plane.js';
import { serveHandler } from './loopback-server.js';
import { describePlane } from './plane-contract.js';

describePlane('proxy-plane before a receiver on loopback', async (handle) => {
  const server = await serveHandler((request) => handle(request, systemClock));
  const wire = openProxyPlane({ clock: systemClock });
  return {
    wire,
    clock: systemClock,
    origin: server.origin,
    async close() {
      await wire.close();
      await server.close();
    },
  };
});
