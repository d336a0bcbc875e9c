import type { Command } from 'commander';
import { serveMetrics } from '../metrics/metrics-port.js';
import { observeLedger, registeredMeter } from '../metrics/observe-ledger.js';
import { sparingFigures } from '../metrics/sparing-figures.js';
import type { AdapterFile } from '../model/adapter-file.js';
import type { EventBody } from '../model/event.js';
import { exitCodes, KitError, type ExitCode } from '../model/kit-error.js';
import type { RowState } from '../model/outbox-row.js';
import type { SenderPolicy } from '../model/sender-policy.js';
import { openDelivery } from '../run/delivery.js';
import { textRedactor } from '../run/redact.js';
import { workerPolicy } from '../run/worker-policy.js';
import { keepWorking } from '../sender/keep-working.js';
import { openSender } from '../sender/sender.js';
import { forwardProxies } from '../wire/forward-proxies.js';
import type { Kit } from './kit.js';
import { kitRandom } from './kit-random.js';
import { authorityOf } from './open-source.js';
import { repeatable, wholeNumber } from './options.js';
import { awaitLedger } from './outbox/await-ledger.js';
import { outboxHelp, outboxOption, type Ledger } from './outbox/open-ledger.js';
import { pauseLine } from './outbox/kill-switch.js';
import { readReceiver } from './outbox/read-receiver.js';
import { newRunId } from './run-id.js';

const mostConcurrency = 256;
const longestLeaseMs = 3_600_000;

interface Options {
  readonly outbox: string;
  readonly adapter: string;
  readonly concurrency?: number;
  readonly leaseMs?: number;
  readonly untilEmpty?: true;
  readonly metricsPort?: number;
  readonly metricsHost: string;
  readonly iMayWriteTo: readonly string[];
}

/** Adds `twiceshy worker`: delivers what is in an outbox, beside as many others as there are, until it is told to end. */
export function addWorker(program: Command, kit: Kit, end: (code: ExitCode) => void): void {
  program
    .command('worker')
    .description('delivers the approved actions of an outbox; any number may share one, on any machine')
    .requiredOption(outboxOption, outboxHelp)
    .requiredOption('--adapter <file>', 'the adapter file of the receiver')
    .option(
      '--concurrency <n>',
      'attempts at once (default: limits.parallel)',
      wholeNumber('--concurrency', 1, mostConcurrency),
    )
    .option(
      '--lease-ms <n>',
      'how long a claim is kept before others take it over',
      wholeNumber('--lease-ms', 1, longestLeaseMs),
    )
    .option('--until-empty', 'end when nothing is left that will be due by itself')
    .option(
      '--metrics-port <n>',
      'serve the figures of the outbox for Prometheus; 0 takes a port that is free',
      wholeNumber('--metrics-port', 0, 65_535),
    )
    .option('--metrics-host <address>', 'the address of this machine to serve them on', '127.0.0.1')
    .addOption(repeatable('--i-may-write-to <host>', 'a host, not this machine, to write to', 'none'))
    .action(async (options: Options) => {
      const file = await readReceiver(kit, options.adapter, options.iMayWriteTo);
      const policy = workerPolicy(file.adapter, options.leaseMs);
      if (policy.leaseMs <= policy.timeoutMs) throw leaseTooShort(policy);
      const concurrency =
        options.concurrency ?? Math.min(file.adapter.contract.limits.parallel, mostConcurrency);
      const ledger = await awaitLedger(kit, options.outbox, concurrency);
      try {
        await measured(kit, ledger, options, () => work(kit, { file, policy, ledger, concurrency }, options));
      } finally {
        await ledger.store.close();
      }
      end(exitCodes.conforms);
    });
}

/** Tells the figures of the ledger to whoever asks, while the work lasts. */
async function measured(
  kit: Kit,
  { store }: Ledger,
  { metricsPort, metricsHost }: Options,
  course: () => Promise<void>,
): Promise<void> {
  const figures = sparingFigures(() => store.figures(), kit.clock);
  const place = { host: metricsHost, figures };
  const served = metricsPort === undefined ? null : await serveMetrics({ ...place, port: metricsPort });
  if (served !== null) kit.err(`  metrics on ${served.url}/metrics\n`);
  const forget = observeLedger(registeredMeter(kit.version), { figures });
  try {
    await course();
  } finally {
    forget();
    await served?.close();
  }
}

/** What a worker works with. */
interface Work {
  readonly file: AdapterFile;
  readonly policy: SenderPolicy;
  readonly ledger: Ledger;
  readonly concurrency: number;
}

async function work(kit: Kit, { file, policy, ledger, concurrency }: Work, options: Options): Promise<void> {
  const { adapter } = file;
  const { store, shown } = ledger;
  const worker = newRunId(kit);
  const { clock, signal } = kit;
  const route = { ca: authorityOf(file, options.adapter), proxies: forwardProxies(kit.environment) };
  const delivery = openDelivery({ adapter, clock, name: worker, timeoutMs: policy.timeoutMs, ...route });
  const tally = openTally();
  const random = kitRandom(kit);
  const sender = openSender({ store, random, policy, record: tally.take, ...delivery });
  const clean = textRedactor(adapter.secrets);
  const troubled = (error: KitError): void =>
    kit.err(`${clean(`twiceshy: ${error.happened}`)} Trying again.\n`);
  kit.err(`  worker ${worker} on ${shown}, to ${adapter.origin}; Ctrl-C ends it after what is under way\n`);
  const pause = await store.pause();
  if (pause !== null) kit.err(`  ${pauseLine(pause)}`);
  try {
    await keepWorking({
      sender,
      worker,
      concurrency,
      untilEmpty: options.untilEmpty === true,
      signal,
      clock,
      ready: delivery.ready,
      troubled,
    });
  } finally {
    await delivery.close();
    kit.err(`  worker ${worker} ended: ${tally.words()}\n`);
  }
}

/** Counts what became of rows at the hands of this worker. */
function openTally(): { readonly take: (event: EventBody) => void; readonly words: () => string } {
  const counts = new Map<RowState, number>();
  return {
    take: (event) => {
      if (event.type === 'row-recorded') counts.set(event.row.state, (counts.get(event.row.state) ?? 0) + 1);
    },
    words: () =>
      counts.size === 0
        ? 'nothing was recorded'
        : [...counts].map(([state, count]) => `${String(count)} ${state}`).join(', '),
  };
}

function leaseTooShort({ leaseMs, timeoutMs }: { leaseMs: number; timeoutMs: number }): KitError {
  return new KitError('BAD_USAGE', {
    happened: `--lease-ms was given ${String(leaseMs)}, and one request may take ${String(timeoutMs)} ms (limits.timeout).`,
    expected: 'a lease that is longer than a request',
    next: 'leave it out, or give some seconds more',
  });
}
