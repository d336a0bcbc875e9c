import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dialectOf } from '../../src/adapters/dialect/dialect-of.js';
import { bundledOrigin, mountBundledReceiver } from '../../src/adapters/in-process/mount-bundled-receiver.js';
import { vendors } from '../../src/adapters/vendors/index.js';
import { sealReport } from '../../src/harness/cli/digest.js';
import type { Kit } from '../../src/harness/cli/kit.js';
import { carryOut } from '../../src/harness/cli/program.js';
import type { AdapterFile } from '../../src/harness/model/adapter-file.js';
import { exitCodes } from '../../src/harness/model/kit-error.js';
import type { Report } from '../../src/harness/model/report.js';
import { systemClock } from '../../src/harness/run/system-clock.js';
import { testKit } from './kit.js';
import { manifest } from './manifest.js';
import { temporaryFolder } from './temporary-folder.js';
import { anyEnvironment } from './vendor-trial.js';

/** Samples that are made by a run of a second or two; what each of them ends with. */
export const sampleRuns = {
  sound: exitCodes.conforms,
  flawed: exitCodes.doesNotConform,
  unguarded: exitCodes.conforms,
} as const;

/** Few enough to read, and of every kind: passed, failed, surveyed, blocked, measured, not exercised. */
const only = [
  'acceptance/creates-and-names-record',
  'replay/same-record',
  'replay/marked',
  'lost-reply/timeout',
  'lost-reply/gateway-error',
  'lost-reply/reset-after-request',
  'conflict/no-second-effect',
  'failure/throttle-clear',
  'lookup/finds-action',
  'lookup/absent-is-definite',
  'lookup/complete',
  'lookup/fresh',
  'sender/crash-anywhere-recovers',
];

const unguardedContract = 'pipedrive-deals';

/** Everything that comes in by the door, fixed: a sample says the same wherever it is made. */
const door = {
  version: manifest.version,
  clock: { ...systemClock, now: () => Date.UTC(2026, 0, 15, 9, 30) },
  platform: { node: 'v20.19.0', platform: 'linux x64' },
};

/** Makes the report of a sample, as the kit makes it today. */
export async function makeSample(name: keyof typeof sampleRuns): Promise<Report> {
  const folder = join(temporaryFolder(), 'report');
  let said = '';
  const kit = testKit({ ...door, err: (text) => void (said += text) });
  const words = ['run', '--plane', 'msw', '--seed', '1', '--out', folder];
  const flaw = name === 'flawed' ? ['--flaw', 'no-deduplication'] : [];
  const proof = name === 'unguarded' ? ['reconcile'] : [];
  const tried = name === 'unguarded' ? speakingAs(kit, unguardedContract) : kit;
  const code = await carryOut(tried, [...words, ...flaw, '--only', ...only, ...proof]);
  if (code !== sampleRuns[name]) throw new Error(`the sample ${name} ended with ${String(code)}: ${said}`);
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
  return name === 'unguarded' ? naming(`${unguardedContract}.yaml`, report) : report;
}

/** The kit with a ready contract and a receiver that speaks it in place of the bundled pair. */
function speakingAs(kit: Kit, name: string): Kit {
  const vendor = vendors.find((each) => each.name === name);
  if (vendor === undefined) throw new Error(`There is no ready contract "${name}".`);
  const file = `${name}.yaml`;
  const dialect = dialectOf(vendor.text(), { file, environment: anyEnvironment });
  const spoken = testKit({ ...door, err: kit.err, environment: anyEnvironment });
  return {
    ...spoken,
    readAdapter: (text, path) => withoutBudget(spoken.readAdapter(text, path, bundledOrigin)),
    bundled: {
      ...kit.bundled,
      file,
      text: vendor.text,
      mount: (flaw) => mountBundledReceiver({ flaw, dialect }),
    },
  };
}

/** The limits of the real service are for the real service; a receiver in this process has none. */
function withoutBudget(file: AdapterFile): AdapterFile {
  const { contract } = file.adapter;
  const limits = { ...contract.limits, creates: 2_000, perSecond: 10_000 };
  return { ...file, adapter: { ...file.adapter, contract: { ...contract, limits } } };
}

/** The file stands on the lines that repeat it, as it would for a receiver of one's own. */
function naming(file: string, { digest, ...report }: Report): Report {
  const entries = report.entries.map((entry) => ({
    ...entry,
    replay: entry.replay.replace('twiceshy run', `twiceshy run ${file}`),
  }));
  const named = sealReport({ ...report, entries });
  if (named.digest === digest) throw new Error('no line of the sample repeats anything');
  return named;
}
