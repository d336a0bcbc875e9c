import { describe, expect, it } from 'vitest';
import { sparingFigures } from '../../../src/harness/metrics/sparing-figures.js';
import type { LedgerFigures } from '../../../src/harness/sender/store/ledger-figures.js';
import { virtualClock } from '../../../src/harness/run/virtual-clock.js';
import { busyFigures } from './figures.js';

/** A ledger that is counted when the test says so. */
function counting() {
  const clock = virtualClock(0);
  const readings: PromiseWithEnds[] = [];
  const ask = sparingFigures(() => {
    const reading = withEnds();
    readings.push(reading);
    return reading.figures;
  }, clock);
  return { ask, readings, pass: (ms: number) => clock.sleep(ms) };
}

interface PromiseWithEnds {
  readonly figures: Promise<LedgerFigures>;
  readonly come: () => void;
  readonly fail: () => void;
}

function withEnds(): PromiseWithEnds {
  let come = (): void => undefined;
  let fail = (): void => undefined;
  const figures = new Promise<LedgerFigures>((resolve, reject) => {
    come = () => resolve(busyFigures);
    fail = () => reject(new Error('away'));
  });
  return { figures, come: () => come(), fail: () => fail() };
}

describe('figures that are asked for often', () => {
  it('are read once for all who ask within a second of them', async () => {
    const { ask, readings, pass } = counting();
    const both = Promise.all([ask(), ask()]);
    readings[0]?.come();
    expect(await both).toEqual([busyFigures, busyFigures]);
    await pass(999);
    expect(await ask()).toBe(busyFigures);
    expect(readings).toHaveLength(1);
    await pass(1);
    const next = ask();
    expect(readings).toHaveLength(2);
    readings[1]?.come();
    expect(await next).toBe(busyFigures);
  });

  it('are read by one reading at a time, however long it takes', async () => {
    const { ask, readings, pass } = counting();
    for (let asked = 0; asked < 20; asked += 1) {
      const refused = expect(ask()).rejects.toThrow('not counted within 5000 ms');
      await pass(5_000);
      await refused;
    }
    expect(readings).toHaveLength(1);
    const asking = ask();
    readings[0]?.come();
    expect(await asking).toBe(busyFigures);
  });

  it('that could not be had are not asked for again at once', async () => {
    const { ask, readings, pass } = counting();
    const refused = expect(ask()).rejects.toThrow('away');
    await pass(30);
    readings[0]?.fail();
    await refused;
    await expect(ask()).rejects.toThrow('away');
    expect(readings).toHaveLength(1);
    await pass(1_000);
    const asking = ask();
    expect(readings).toHaveLength(2);
    readings[1]?.come();
    expect(await asking).toBe(busyFigures);
  });
});
