import { virtualClock } from '../../../src/harness/run/virtual-clock.js';
import { openMountedPlane } from '../../../src/harness/wire/mounted-plane.js';
import { describePlane } from './plane-contract.js';

describePlane('mounted-plane', async (handle) => {
  const clock = virtualClock(1_000_000);
  const wire = openMountedPlane({ clock, local: (request) => handle(request, clock) });
  return { wire, clock, origin: 'http://receiver.invalid', close: () => wire.close() };
});
