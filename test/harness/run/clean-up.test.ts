import { describe, expect, it } from 'vitest';
import { cleanUp } from '../../../src/harness/run/clean-up.js';
import { openRecorder, type Recorder } from '../../../src/harness/run/recorder.js';
import { unpaced } from '../../../src/harness/run/pace.js';
import { seededRandom } from '../../../src/harness/run/seeded-random.js';
import { TryRun } from '../../../src/harness/run/try-run.js';
import { virtualClock } from '../../../src/harness/run/virtual-clock.js';
import { keySpace } from '../../../src/harness/plan/key-space.js';
import type { Adapter } from '../../../src/harness/model/adapter.js';
import type { Answer } from '../../../src/harness/model/exchange.js';
import { create, declared, historyOpened, policyOf, type Happening } from '../../support/history-builder.js';
import { bundledAdapter } from '../../support/trial.js';

/** A receiver that lists and deletes by name, and may be told to fail. */
function underway(
  rows: Set<string>,
  happenings: readonly Happening[],
  more: Partial<Adapter> = {},
  fails = false,
) {
  const clock = virtualClock(0);
  const recorder = openRecorder({ clock, secrets: [], write: () => undefined });
  const adapter = { ...bundledAdapter(), ...more };
  for (const event of [historyOpened(), ...happenings.flat()]) recorder.record(event);
  const answer = (method: string, url: string): Answer => {
    const id = url.slice(url.lastIndexOf('/') + 1);
    if (fails) return { kind: 'answered', status: 500, headers: [], body: '' };
    if (method === 'DELETE') {
      const held = id.startsWith('held');
      if (!held) rows.delete(id);
      return { kind: 'answered', status: held ? 423 : 204, headers: [], body: '' };
    }
    const body = JSON.stringify({ data: [...rows].map((row) => ({ id: row })) });
    return { kind: 'answered', status: 200, headers: [], body };
  };
  const target: TryRun['target'] = {
    adapter,
    clock,
    pace: unpaced,
    pass: () => Promise.resolve(),
    controls: { offers: [], carryOut: () => Promise.resolve() },
    close: () => Promise.resolve(),
    wire: {
      plane: 'direct',
      effects: [],
      close: () => Promise.resolve(),
      exchange: ({ method, url }) =>
        Promise.resolve({ answer: answer(method, url), delivered: 'whole', applied: [], hidden: [], ms: 1 }),
    },
  };
  const run = new TryRun({
    target,
    recorder,
    keys: keySpace(adapter.contract, { run: 'r', scenario: 's', try: 'clean-up' }),
    random: seededRandom(1),
    policy: policyOf(),
    budget: { exchanges: 0, creates: 0, waitedMs: 0, mostCreates: 10 },
    signal: new AbortController().signal,
    settleMs: 0,
    run: 'r',
  });
  return { run, recorder };
}

function cleaned({ events }: Recorder) {
  return events.find((event) => event.type === 'records-cleaned-up');
}

const made: readonly Happening[] = [declared('task'), create('e1', { action: 'task', kind: 'unknown' })];

describe('the clean-up', () => {
  it('deletes what it finds under the markers of the run, also of replies that were lost', async () => {
    const rows = new Set(['a', 'b']);
    const { run, recorder } = underway(rows, made);
    await cleanUp(run);
    expect(rows.size).toBe(0);
    expect(cleaned(recorder)).toMatchObject({ attempted: 2, remaining: 0, trouble: null });
  });

  it('says how many remain of what could not be deleted', async () => {
    const rows = new Set(['a', 'held-1']);
    const { run, recorder } = underway(rows, made);
    await cleanUp(run);
    expect(cleaned(recorder)).toMatchObject({ attempted: 2, remaining: 1 });
  });

  it('says why there may be more where it could not count, and does not fail', async () => {
    const { run, recorder } = underway(new Set(['a']), made, {}, true);
    await cleanUp(run);
    expect(cleaned(recorder)).toMatchObject({ attempted: 0, remaining: 0, trouble: 'status 500' });
  });

  it('counts what is known to remain where nothing can be deleted', async () => {
    const acknowledged = create('e2', { action: 'task', kind: 'created', id: 'T-1' });
    const { run, recorder } = underway(new Set(['a']), [...made, acknowledged], { remove: null });
    await cleanUp(run);
    expect(cleaned(recorder)).toMatchObject({ attempted: 0, remaining: 1 });
  });

  it('looks nothing up where nothing was made', async () => {
    const { run, recorder } = underway(new Set(['a']), []);
    await cleanUp(run);
    expect(cleaned(recorder)).toMatchObject({ attempted: 0, remaining: 0 });
    expect(recorder.events.some(({ type }) => type === 'exchange-started')).toBe(false);
  });
});
