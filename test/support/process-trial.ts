import { join } from 'node:path';
import { stringify, parse } from 'yaml';
import type { Judged } from '../../src/harness/judge/judge-history.js';
import type { Scenario } from '../../src/harness/model/scenario.js';
import type { Step } from '../../src/harness/model/step.js';
import { openHttpSource } from '../../src/harness/run/http-source.js';
import type { TargetSource } from '../../src/harness/run/target.js';
import { seededRandom } from '../../src/harness/run/seeded-random.js';
import { systemClock } from '../../src/harness/run/system-clock.js';
import { openBurst } from '../../src/harness/wire/burst/open-burst.js';
import { builtReceiver } from './built-receiver.js';
import { testKit } from './kit.js';
import { temporaryFolder } from './temporary-folder.js';
import { tryOutOn } from './trial.js';

/** Longer than the lease that the receiver is started with here, and shorter than anybody likes to wait. */
const withinMs = 3_000;
const leaseMs = 1_000;

/** Tries one scenario out on the bundled receiver in a process of its own, with a flaw by name. */
export async function tryOutInProcessOfItsOwn(scenario: Scenario, flaw?: string): Promise<Judged> {
  const folder = temporaryFolder();
  const kit = testKit();
  const text = stringify(withProcess(parse(kit.bundled.text()) as AdapterText, folder, flaw));
  const source = await openHttpSource({
    file: kit.readAdapter(text, 'bundled.yaml'),
    movedTo: (baseUrl) => kit.readAdapter(text, 'bundled.yaml', baseUrl),
    folder,
    signal: new AbortController().signal,
  });
  try {
    const { judged } = await tryOutOn(withBurst(source), [impatient(scenario)], {
      random: seededRandom(1),
      seed: 1,
      effort: 'standard',
      settleMs: 50,
    });
    const [only] = judged;
    if (only === undefined) throw new Error('One scenario gives one verdict.');
    return only;
  } finally {
    await source.end();
  }
}

function withBurst(source: TargetSource): TargetSource {
  return {
    ...source,
    offers: [...source.offers, 'burst'],
    open: async (scenario) => {
      const target = await source.open(scenario);
      const burst = openBurst({ clock: systemClock });
      return {
        ...target,
        burst,
        close: async () => {
          await burst.close();
          await target.close();
        },
      };
    },
  };
}

interface AdapterText {
  readonly control: object;
}

function withProcess(text: AdapterText, folder: string, flaw: string | undefined): AdapterText {
  const command = [
    process.execPath,
    builtReceiver(),
    '--port',
    '{{port}}',
    '--data',
    join(folder, 'crm.sqlite'),
    '--controls',
    '--lease-ms',
    String(leaseMs),
    ...(flaw === undefined ? [] : ['--flaw', flaw]),
  ];
  return { ...text, control: { ...text.control, process: { command, ready: { path: '/healthz' } } } };
}

/** The same scenario for a receiver whose lease is known to be short. */
function impatient(scenario: Scenario): Scenario {
  const { tries } = scenario;
  if (tries === undefined) return scenario;
  const told = <Any extends Step>(step: Any): Any =>
    step.do === 'tell-again' ? { ...step, withinMs } : step;
  const sooner = (step: Step): Step =>
    step.do === 'burst' ? { ...step, afterwards: (step.afterwards ?? []).map(told) } : told(step);
  return {
    ...scenario,
    tries: (setting) => tries(setting).map((each) => ({ ...each, steps: each.steps.map(sooner) })),
  };
}
