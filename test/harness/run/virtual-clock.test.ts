import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { virtualClock } from '../../../src/harness/run/virtual-clock.js';

describe('virtualClock', () => {
  it('starts where it is told, and moves only when somebody sleeps', async () => {
    const clock = virtualClock(1_000);
    expect(clock.kind).toBe('virtual');
    clock.at(5, () => {});
    await nextTurn();
    expect(clock.now()).toBe(1_000);
    await clock.sleep(250);
    expect(clock.now()).toBe(1_250);
    await clock.sleep(0);
    expect(clock.now()).toBe(1_250);
  });

  it('wakes sleepers in due order, and those of one due in order of arrival', async () => {
    const { clock, log, note } = logged();
    await Promise.all([
      clock.sleep(30).then(note('c')),
      clock.sleep(10).then(note('a')),
      clock.sleep(30).then(note('d')),
      clock.sleep(20).then(note('b')),
    ]);
    expect(log).toEqual(['10 a', '20 b', '30 c', '30 d']);
  });

  it('lets whoever was woken come to rest before it moves on', async () => {
    const { clock, log, note } = logged();
    const sender = async (): Promise<void> => {
      await clock.sleep(10);
      for (let count = 0; count < 50; count += 1) await Promise.resolve();
      await nextTurn();
      await nextTurn();
      note('sender awake')();
      await clock.sleep(10);
      note('sender done')();
    };
    await Promise.all([sender(), clock.sleep(25).then(note('receiver'))]);
    expect(log).toEqual(['10 sender awake', '20 sender done', '25 receiver']);
  });

  it('calls back at the due time while somebody sleeps past it', async () => {
    const { clock, log, note } = logged();
    clock.at(10, () => {
      note('first')();
      clock.at(5, note('registered by the first'));
      clock.at(100, note('never'));
    });
    clock.at(30, note('with the sleeper'));
    await clock.sleep(30).then(note('sleeper'));
    expect(log).toEqual(['10 first', '15 registered by the first', '30 with the sleeper', '30 sleeper']);
  });

  it('gives a time limit its due before a sleep that goes past it', async () => {
    const { clock, log, note } = logged();
    const limit = new AbortController();
    clock.at(100, () => limit.abort(new Error('too late')));
    await clock.sleep(101, limit.signal).catch((error: Error) => note(error.message)());
    expect(log).toEqual(['100 too late']);
  });

  it('does not wake a later sleeper before what an earlier callback led to', async () => {
    const { clock, log, note } = logged();
    const receiver = clock.sleep(5_000).then(note('receiver writes'));
    const gaveUp = new Promise<void>((resolve) => void clock.at(1_000, resolve));
    const sender = async (): Promise<void> => {
      await gaveUp;
      note('sender gives up')();
      await clock.sleep(500);
      note('sender comes again')();
    };
    await Promise.all([receiver, sender()]);
    expect(log).toEqual(['1000 sender gives up', '1500 sender comes again', '5000 receiver writes']);
  });

  it('calls nothing back that was taken back', async () => {
    const { clock, log, note } = logged();
    const takeBack = clock.at(10, note('never'));
    takeBack();
    await clock.sleep(20);
    takeBack();
    expect(log).toEqual([]);
  });

  it('wakes an aborted sleeper at once, without moving for its sake', async () => {
    const clock = virtualClock(0);
    const abort = new AbortController();
    const asleep = clock.sleep(1_000, abort.signal);
    abort.abort(new Error('enough'));
    await expect(asleep).rejects.toThrow('enough');
    await expect(clock.sleep(1, abort.signal)).rejects.toThrow('enough');
    await nextTurn();
    expect(clock.now()).toBe(0);
  });

  it('tells a sleeper of a callback that threw, and goes on afterwards', async () => {
    const clock = virtualClock(0);
    clock.at(5, () => {
      throw new Error('broken callback');
    });
    await expect(clock.sleep(10)).rejects.toThrow('broken callback');
    await clock.sleep(10);
    expect(clock.now()).toBe(15);
  });

  it('refuses a wait that is not a number', async () => {
    await expect(virtualClock(0).sleep(Number.NaN)).rejects.toThrow(RangeError);
    expect(() => virtualClock(0).at(Number.NaN, () => {})).toThrow(RangeError);
  });

  it('runs alike every time', async () => {
    const run = async (): Promise<string[]> => {
      const { clock, log, note } = logged();
      const worker = async (name: string, everyMs: number): Promise<void> => {
        for (let count = 0; count < 20; count += 1) {
          await clock.sleep(everyMs);
          note(name)();
        }
      };
      await Promise.all([worker('a', 3), worker('b', 5), worker('c', 5), worker('d', 1)]);
      return log;
    };
    expect(await run()).toEqual(await run());
  });
});

function logged(): {
  clock: ReturnType<typeof virtualClock>;
  log: string[];
  note: (what: string) => () => void;
} {
  const clock = virtualClock(0);
  const log: string[] = [];
  return { clock, log, note: (what) => () => void log.push(`${clock.now()} ${what}`) };
}
