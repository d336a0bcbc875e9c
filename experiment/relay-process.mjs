// A relay by itself, for the courses in which one is stopped: takes one batch, delivers it, reports what came of it, and
// prints how many of its reports were written.
import { parseArgs } from 'node:util';
import { systemClock } from '../dist/reference-receiver/clock.js';
import { relayToken } from '../dist/reference-receiver/command/command-api.js';
import { deliverTo } from '../dist/reference-receiver/command/deliver.js';
import { commandRules } from '../dist/reference-receiver/command/flaws.js';
import { relayOnce } from '../dist/reference-receiver/command/relay.js';
import { openStores } from '../dist/reference-receiver/command/store/open-stores.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    url: { type: 'string' },
    flaw: { type: 'string' },
    'lease-ms': { type: 'string' },
    batch: { type: 'string' },
  },
});
const stores = await openStores({ data: values.data, clock: systemClock, rules: commandRules(values.flaw) });
const said = { reports: 0, written: 0 };
const commands = {
  ...stores.commands,
  settle: async (claim, end) => {
    const isWritten = await stores.commands.settle(claim, end);
    said.reports += 1;
    if (isWritten) said.written += 1;
    return isWritten;
  },
};
console.log(`relay ${process.pid}`);
await relayOnce({
  commands,
  // Much longer than the lease: what is late here is the process, and not the answer.
  deliver: deliverTo({ url: values.url, token: relayToken, timeoutMs: 120_000 }, fetch),
  clock: systemClock,
  chance: () => 0,
  name: 'stopped',
  batch: Number(values.batch),
  leaseMs: Number(values['lease-ms']),
  mostAttempts: 12,
});
console.log(JSON.stringify(said));
await stores.close();
