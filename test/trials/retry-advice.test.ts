import { describe, expect, it } from 'vitest';
import { soundReceiver, tried, type SmallReceiver, type Told } from './support.js';

const only = ['--only', 'lost-reply/never-arrived'];

/** Refuses the first request of each key for a moment, and says that this will pass. */
function moody(): SmallReceiver {
  const sound = soundReceiver();
  const met = new Set<string>();
  const refusal: Told = { status: 400, headers: { 'X-Should-Retry': 'true' }, body: { error: 'not now' } };
  return {
    ...sound,
    create: (asked) => {
      if (met.has(asked.key)) return sound.create(asked);
      met.add(asked.key);
      return refusal;
    },
  };
}

describe('a refusal that says that it will pass', () => {
  it('is final for a sender that is not told of the signal', async () => {
    const { verdict } = await tried(moody, { words: only });
    expect(verdict('lost-reply/never-arrived')).toBe('fail');
  });

  it('is tried again with the same key where the file names the signal', async () => {
    const fetch = `fetch: { path: '/tasks/{{id}}' }\nretry: { signal: { header: X-Should-Retry, 'true': same_key, 'false': stop } }`;
    const { verdict } = await tried(moody, { words: only, adapter: { fetch } });
    expect(verdict('lost-reply/never-arrived')).toBe('pass');
  });
});
