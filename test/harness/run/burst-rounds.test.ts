import { expect, it } from 'vitest';
import type { HistoryEvent } from '../../../src/harness/model/event.js';
import type { Burst } from '../../../src/harness/model/exchange.js';
import type { Scenario } from '../../../src/harness/model/scenario.js';
import type { BurstStep } from '../../../src/harness/model/step.js';
import { inProcessSource } from '../../../src/harness/run/in-process-source.js';
import { seededRandom } from '../../../src/harness/run/seeded-random.js';
import type { Target, TargetSource } from '../../../src/harness/run/target.js';
import { oneEffect } from '../../../src/scenarios/concurrency/one-effect.js';
import { raced } from '../../../src/scenarios/conflict/raced.js';
import { first, observeLate, one, retry } from '../../../src/scenarios/steps.js';
import { testKit } from '../../support/kit.js';
import { bundledAdapter, tryOutOn } from '../../support/trial.js';

const task = { name: 'task' };
const step: BurstStep = {
  do: 'burst',
  sends: [first(task), retry(task)],
  rounds: 2,
  afterwards: [{ do: 'tell-again', actions: [task], withinMs: 1_000 }, observeLate(task, one)],
};

/** Makes the exchanges one after the other, and says of each round whether its requests met. */
function scripted({ wire }: Pick<Target, 'wire'>, meets: (round: number) => boolean, seen: string[]): Burst {
  let round = 0;
  return {
    exchange: async (requests, { timeoutMs, strategy }) => {
      round += 1;
      seen.push(strategy);
      const met = meets(round);
      const made = [];
      for (const [index, { request, id }] of requests.entries()) {
        const exchanged = await wire.exchange(request, { id, effects: [], timeoutMs, connection: 'warm' });
        made.push({ ...exchanged, releasedMs: index, answeredMs: met ? 1_000 : index + 0.5 });
      }
      return made;
    },
  };
}

/** Tries a scenario out in process with bursts whose rounds meet as told. */
async function tryWith(
  scenario: Scenario,
  meets: (round: number) => boolean,
  offers: TargetSource['offers'] = ['burst'],
) {
  const kit = testKit();
  const random = seededRandom(1);
  const source = inProcessSource({
    adapter: bundledAdapter(),
    mount: kit.bundled.mount(null),
    mountOffers: kit.bundled.offers,
    random,
  });
  const strategies: string[] = [];
  const bursting: TargetSource = {
    ...source,
    offers: [...source.offers, ...offers],
    open: async (id) => {
      const target = await source.open(id);
      return { ...target, burst: scripted(target, meets, strategies) };
    },
  };
  const { judged, histories } = await tryOutOn(bursting, [scenario], { random, seed: 1, effort: 'standard' });
  return {
    verdict: judged[0]?.verdict,
    why: judged[0]?.why,
    events: histories.get(scenario.id) ?? [],
    strategies,
  };
}

const scenarioOf = (steps: readonly BurstStep[]): Scenario => ({
  ...oneEffect,
  tries: () => [{ name: 'two copies', steps }],
});

const roundsOf = (events: readonly HistoryEvent[]): readonly number[] =>
  events.flatMap((event) => (event.type === 'burst-measured' ? [event.round] : []));

it('makes as many rounds as are wanted where each has requests that meet', async () => {
  const { events, verdict } = await tryWith(scenarioOf([step]), () => true);
  expect(roundsOf(events)).toEqual([1, 2]);
  expect(verdict).toBe('pass');
});

it('makes up for rounds in which nothing met, and looks at what became of every one', async () => {
  const { events, verdict } = await tryWith(scenarioOf([step]), (round) => round === 2 || round === 4);
  expect(roundsOf(events)).toEqual([1, 2, 3, 4]);
  const names = [1, 2, 3, 4].map((round) => `task, round ${round}`);
  expect(events.flatMap((event) => (event.type === 'observed' ? [event.action] : []))).toEqual(names);
  const last = events.findLast(({ type }) => type === 'burst-measured')?.seq ?? 0;
  const told = events.flatMap((event) =>
    event.type === 'exchange-started' && event.purpose === 'create' && event.seq > last ? [event.action] : [],
  );
  expect(told).toEqual(names);
  expect(verdict).toBe('pass');
});

it('ends at three times as many, and concludes nothing where none met', async () => {
  const { events, verdict, why } = await tryWith(scenarioOf([step]), () => false);
  expect(roundsOf(events)).toEqual([1, 2, 3, 4, 5, 6]);
  expect({ verdict, why }).toEqual({
    verdict: 'inconclusive',
    why: 'the requests of a burst did not overlap in any round (copies-met)',
  });
});

it('sends copies as streams of one connection only where the receiver is known to speak HTTP/2', async () => {
  const without = await tryWith(oneEffect, () => true);
  expect([without.verdict, new Set(without.strategies)]).toEqual(['pass', new Set(['connections'])]);
  const left = without.events.flatMap((event) => (event.type === 'try-left-out' ? [event.needs] : []));
  expect(left).toEqual([['burst:streams']]);
  const { verdict, strategies } = await tryWith(oneEffect, () => true, ['burst', 'burst:streams']);
  expect([verdict, new Set(strategies)]).toEqual(['pass', new Set(['connections', 'streams'])]);
});

it('races two contents in bursts too, and looks only at those that met', async () => {
  const racesOnly: Scenario = {
    ...raced,
    tries: (setting) => (raced.tries?.(setting) ?? []).filter(({ name }) => name === 'released together'),
  };
  expect((await tryWith(racesOnly, () => true)).verdict).toBe('pass');
  expect(await tryWith(racesOnly, () => false)).toMatchObject({
    verdict: 'inconclusive',
    why: expect.stringContaining('did not overlap'),
  });
});
