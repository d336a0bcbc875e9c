import { rmSync } from 'node:fs';
import {
  campaign,
  type CampaignRequest,
  type CampaignResult,
} from '../../src/harness/run/campaign/campaign.js';
import type { Reach } from '../../src/harness/run/campaign/sequences.js';
import { inProcessSource } from '../../src/harness/run/in-process-source.js';
import { scratchFolder } from '../../src/harness/run/scratch-folder.js';
import { seededRandom } from '../../src/harness/run/seeded-random.js';
import { senderFlaws } from '../../src/harness/sender/flaws/index.js';
import { flawedRules } from '../../src/harness/sender/flawed-rules.js';
import { testKit } from './kit.js';
import { bundledAdapter } from './trial.js';

/** What a campaign of a test has otherwise than usual. */
export type Differs = Partial<Omit<CampaignRequest, 'reach'>> & {
  readonly flaw?: string;
  readonly reach?: Omit<Reach, 'offers'>;
};

/** Runs a campaign on the bundled receiver in process, with a receiver's or a sender's flaw by name. */
export async function tryCampaign({
  flaw,
  reach = { mostMoves: 16, largestCrowd: 600 },
  ...differs
}: Differs = {}): Promise<CampaignResult> {
  const kit = testKit();
  const { seed = 1 } = differs;
  const senderFlaw = senderFlaws.find(({ name }) => name === flaw);
  const receiverFlaw = kit.receiverFlaws.find(({ name }) => name === flaw);
  if (flaw !== undefined && senderFlaw === undefined && receiverFlaw === undefined) {
    throw new Error(`There is no flaw "${flaw}".`);
  }
  const random = seededRandom(seed);
  const source = inProcessSource({
    adapter: bundledAdapter(),
    mount: kit.bundled.mount(receiverFlaw?.name ?? null),
    mountOffers: kit.bundled.offers,
    random,
    plane: 'mounted',
  });
  const folder = scratchFolder('twiceshy-test-');
  try {
    return await campaign({
      playbook: kit.sequences,
      source,
      random,
      seed,
      run: `campaign-${seed}`,
      settleMs: 60_000,
      senderRules: flawedRules(senderFlaw?.name ?? null),
      folder,
      budget: { exchanges: 0, creates: 0, waitedMs: 0, mostCreates: Number.POSITIVE_INFINITY },
      signal: new AbortController().signal,
      senderPromises: kit.senderPromises,
      runs: 200,
      mostFound: 1,
      mostShrinks: 400,
      withinMs: Number.POSITIVE_INFINITY,
      elapsedMs: () => 0,
      ...differs,
      reach: { ...reach, offers: source.offers },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
