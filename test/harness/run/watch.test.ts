import { describe, expect, it } from 'vitest';
import type { Answer, Delivered } from '../../../src/harness/model/exchange.js';
import type { Presence, Sighting } from '../../../src/harness/run/presence.js';
import { openRecorder } from '../../../src/harness/run/recorder.js';
import { TargetGone } from '../../../src/harness/run/target-gone.js';
import { virtualClock } from '../../../src/harness/run/virtual-clock.js';
import { openWatch } from '../../../src/harness/run/watch.js';

const there: Sighting = { kind: 'there' };
const gone: Sighting = { kind: 'gone', why: 'it burned down', output: null };
const back: Sighting = { kind: 'started-again', why: 'exit code 3', output: 'fatal' };

/** A watch over a presence that sees these, one after another, and then always the last. */
function watching(sightings: readonly Sighting[], hasFallen = false) {
  const recorder = openRecorder({ clock: virtualClock(0), secrets: [], write: () => undefined });
  let looks = 0;
  const presence: Presence = {
    hasFallen: () => hasFallen,
    look: () => {
      looks += 1;
      return Promise.resolve(sightings[looks - 1] ?? sightings.at(-1) ?? there);
    },
  };
  const watch = openWatch(presence, { recorder, signal: new AbortController().signal });
  return { watch, looks: () => looks, types: () => recorder.events.map(({ type }) => type) };
}

function lost(exchange: string, how: 'timeout' | 'reset' | 'refused' | 'cut', delivered: Delivered) {
  const answer: Answer = { kind: 'lost', how, detail: '' };
  return { exchange, answer, delivered, effects: [] };
}

const refused = lost('e-1', 'refused', 'none');

describe('the watch over a target', () => {
  it.each([
    ['was answered 503', { ...refused, answer: { kind: 'answered', status: 503, headers: [], body: '' } }, 0],
    ['was slow', lost('e-1', 'timeout', 'unknown'), 0],
    ['was refused because of an effect', { ...refused, effects: [{ kind: 'refuse' }] }, 0],
    ['was refused', refused, 1],
    ['found no connection in time', lost('e-1', 'timeout', 'none'), 1],
    ['was reset', lost('e-1', 'reset', 'unknown'), 1],
    ['broke off', lost('e-1', 'cut', 'whole'), 1],
  ] as const)('looks again or not after an exchange that %s', async (_, made, looks) => {
    const under = watching([there]);
    await under.watch.afterExchanges([made]);
    expect(under.looks()).toBe(looks);
    expect(under.types()).toEqual([]);
  });

  it('looks once where several exchanges were lost side by side', async () => {
    const { watch, looks, types } = watching([back]);
    const three = ['e-1', 'e-2', 'e-3'].map(async (id) =>
      watch.afterExchanges([{ ...refused, exchange: id }]),
    );
    await Promise.all(three);
    expect(looks()).toBe(1);
    expect(types()).toEqual(['target-died', 'target-started-again']);
  });

  it('has a process that has fallen started again before anything is asked of it', async () => {
    const { watch, types } = watching([back], true);
    await watch.beforeAsking();
    expect(types()).toEqual(['target-died', 'target-started-again']);
  });

  it('asks once more what a process did not hear that had died, and was started again', async () => {
    const { watch, types } = watching([back, there]);
    const answers = [new Error('refused'), 'done'];
    const ask = async (): Promise<string> => {
      const answer = answers.shift() ?? '';
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    };
    expect(await watch.ask(ask)).toBe('done');
    expect(types()).toEqual(['target-died', 'target-started-again']);
    answers.push(new Error('not allowed'), 'never asked for');
    await expect(watch.ask(ask)).rejects.toThrow('not allowed');
  });

  it('ends everything once the target is gone, and names the exchanges that met nobody', async () => {
    const { watch, looks } = watching([there, gone]);
    await watch.afterExchanges([{ ...refused, exchange: 'e-before' }]);
    const ended: unknown = await watch.afterExchanges([refused]).catch((error: unknown) => error);
    expect(ended).toBeInstanceOf(TargetGone);
    await expect(watch.afterExchanges([{ ...refused, exchange: 'e-2' }])).rejects.toBe(ended);
    await expect(watch.ask(() => Promise.reject(new Error('refused')))).rejects.toBe(ended);
    expect([...(ended as TargetGone).unanswered]).toEqual(['e-1', 'e-2']);
    expect(looks()).toBe(2);
  });
});
