import type { Judged } from '../../src/harness/judge/judge-history.js';
import { openSource } from '../../src/harness/cli/open-source.js';
import type { Scenario } from '../../src/harness/model/scenario.js';
import { seededRandom } from '../../src/harness/run/seeded-random.js';
import { testKit } from './kit.js';
import { tryOutOn } from './trial.js';

/** Tries scenarios out on the bundled receiver in a process of its own, over sockets, with a flaw by name. */
export async function tryOutOverSockets(
  scenarios: readonly Scenario[],
  options: { readonly flaw?: string; readonly seed?: number } = {},
): Promise<readonly Judged[]> {
  const { flaw, seed = 1 } = options;
  const random = seededRandom(seed);
  const named = { file: undefined, flaw, plane: 'proxy', mayWriteTo: [] } as const;
  const opened = await openSource(testKit(), named, random);
  try {
    const { source, senderRules } = opened;
    const { judged } = await tryOutOn(source, scenarios, { random, seed, effort: 'standard', senderRules });
    return judged;
  } finally {
    await opened.close();
  }
}
