import { describe, expect, it, vi } from 'vitest';
import type { Invariant } from '../../../../src/harness/model/invariant.js';
import type { Playbook } from '../../../../src/harness/model/playbook.js';
import { repetitions } from '../../../../src/harness/run/campaign/campaign.js';
import { sequencesPlaybook } from '../../../../src/scenarios/campaign/sequences.js';
import { soaking } from '../../../support/soaking.js';
import { tryCampaign } from '../../../support/campaign-trial.js';

const quickReach = { mostMoves: 4, largestCrowd: 30 };

describe('a campaign', () => {
  const runs = soaking ? 100_000 : 2_000;

  it(`finds nothing in ${runs} sequences over the sound receiver and the sound sender`, async () => {
    const { found, runs: played, endedBy } = await tryCampaign({ runs, seed: 20_261_130, reach: quickReach });
    expect(found.map(({ promise, sequence }) => ({ promise, sequence }))).toEqual([]);
    expect({ played, endedBy }).toEqual({ played: runs, endedBy: 'runs' });
  }, 3_600_000);

  it.each([
    ['no-deduplication', 2],
    ['loses-one-in-twenty', 2],
    ['key-lower-cased', 2],
    ['retry-overwrites-edit', 3],
    ['late-owner-writes', 1],
    ['payload-reserialised', 1],
  ])(
    'makes what %s breaks as small as it can be',
    async (flaw, most) => {
      const { found } = await tryCampaign({ flaw });
      expect(found).toHaveLength(1);
      expect(found[0]?.sequence.moves.length).toBeLessThanOrEqual(most);
      expect(found[0]?.again).toEqual({ failed: repetitions, of: repetitions });
    },
    60_000,
  );

  it('leads from seed and path to the very sequence, at once', async () => {
    const first = (await tryCampaign({ flaw: 'scope-by-token' })).found[0];
    const again = await tryCampaign({
      flaw: 'scope-by-token',
      seed: first?.seed ?? 0,
      path: first?.path ?? '',
    });
    expect(again.runs).toBe(1);
    expect(again.found[0]).toMatchObject({
      sequence: first?.sequence,
      promise: first?.promise,
      path: first?.path,
    });
  }, 60_000);

  it('goes on for other promises once one is found broken', async () => {
    const { found } = await tryCampaign({ flaw: 'no-deduplication', mostFound: 2 });
    const promises = found.map(({ promise }) => promise);
    expect(promises).toHaveLength(2);
    expect(new Set(promises).size).toBe(2);
  }, 60_000);

  it('tells how often a failure comes that does not come every time, and does not drop it', async () => {
    const { found } = await tryCampaign({ playbook: brokenEveryThirdTime(), mostShrinks: 40 });
    const { failed, of } = found[0]?.again ?? { failed: 0, of: 0 };
    expect(of).toBe(repetitions);
    expect(failed).toBeGreaterThan(0);
    expect(failed).toBeLessThan(repetitions);
  }, 60_000);

  it('ends with what went wrong in the kit itself, and never as if nothing were broken', async () => {
    const onEvents = (): never => {
      throw new Error('the disk is full');
    };
    await expect(tryCampaign({ onEvents, runs: 10 })).rejects.toThrow('the disk is full');
  });

  it('says so too where it goes wrong on the way to a smaller sequence', async () => {
    const onEvents = vi.fn<() => void>(() => undefined);
    const onBroken = () =>
      void onEvents.mockImplementation(() => {
        throw new Error('the disk is full');
      });
    await expect(tryCampaign({ flaw: 'no-deduplication', onEvents, onBroken })).rejects.toThrow(
      'the disk is full',
    );
  });

  it.each([
    ['time', { withinMs: 5, elapsedMs: clockOf(1) }],
    ['creates', { budget: { exchanges: 0, creates: 0, waitedMs: 0, mostCreates: 10 } }],
    ['interruption', { signal: AbortSignal.abort(new Error('by hand')) }],
  ])('ends by %s, and says so', async (why, differs) => {
    const { endedBy, runs: played } = await tryCampaign(differs);
    expect(endedBy).toBe(why);
    expect(played).toBeLessThan(20);
  });
});

/** A clock that goes on by so much with every look. */
function clockOf(stepMs: number): () => number {
  let now = 0;
  return () => (now += stepMs);
}

/** Sequences as they are, held to a promise that is broken in every third history. */
function brokenEveryThirdTime(): Playbook {
  let histories = 0;
  const unsteady: Invariant = {
    id: 'broken-now-and-then',
    about: 'effect',
    promise: 'Nothing is broken twice in a row.',
    check: ({ tries }) => {
      histories += 1;
      if (histories % 3 !== 0) return { kind: 'holds', cases: 1 };
      const broken = { attempt: tries[0]?.name ?? '', action: null, events: [0] };
      const words = { sentence: 'It broke.', expected: 'nothing', actual: 'this' };
      return { kind: 'broken', cases: 1, findings: [{ ...broken, ...words }] };
    },
  };
  const { requirement } = sequencesPlaybook;
  return { ...sequencesPlaybook, requirement: { ...requirement, invariants: [unsteady] } };
}
