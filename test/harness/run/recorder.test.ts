import { describe, expect, it } from 'vitest';
import { readChain } from '../../../src/harness/run/chain.js';
import { openRecorder } from '../../../src/harness/run/recorder.js';
import { virtualClock } from '../../../src/harness/run/virtual-clock.js';
import { historyOpened } from '../../support/history-builder.js';

describe('the recorder', () => {
  it('has every event on disk before record returns, in order, chained and closed', () => {
    const written: string[] = [];
    const recorder = openRecorder({
      clock: virtualClock(1_000),
      secrets: [],
      write: (line) => written.push(line),
    });
    recorder.record(historyOpened());
    expect(written).toHaveLength(1);
    const second = recorder.record({ type: 'time-passed', ms: 1, why: 'wait' });
    expect(written).toHaveLength(2);
    expect(second).toMatchObject({ seq: 1, at: 1_000 });
    expect(recorder.head()).toBe(second.digest);
    recorder.close();
    expect(readChain(written.join(''), 'written')).toEqual(recorder.events);
    expect(recorder.events.at(-1)).toMatchObject({ type: 'history-closed', events: 2 });
  });

  it('writes no secret, and keeps none in memory', () => {
    const written: string[] = [];
    const recorder = openRecorder({
      clock: virtualClock(0),
      secrets: ['s3cr3t-token'],
      write: (line) => written.push(line),
    });
    recorder.record({ type: 'kit-failed', message: 'asked with s3cr3t-token' });
    expect(`${written.join('')}${JSON.stringify(recorder.events)}`).not.toContain('s3cr3t');
  });

  it('lets a disk that is full be heard, and keeps no event that is not on it', () => {
    const recorder = openRecorder({
      clock: virtualClock(0),
      secrets: [],
      write: () => {
        throw new Error('ENOSPC');
      },
    });
    expect(() => recorder.record({ type: 'kit-failed', message: 'x' })).toThrow('ENOSPC');
    expect(recorder.events).toEqual([]);
  });
});
