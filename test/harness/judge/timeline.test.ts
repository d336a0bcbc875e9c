import { describe, expect, it } from 'vitest';
import { mostTimelineEvents, timelineOf } from '../../../src/harness/judge/timeline.js';
import {
  create,
  declared,
  historyOf,
  observed,
  passed,
  type Happening,
} from '../../support/history-builder.js';

function drawn(happenings: readonly Happening[], cited: readonly number[], action: string | null = 'task') {
  const [only] = historyOf(happenings).tries;
  if (only === undefined) throw new Error('There is one try.');
  return timelineOf(only, { action, events: cited });
}

const lost = create('e1', {
  action: 'task',
  kind: 'unknown',
  started: { effects: [{ kind: 'lose-reply' }] },
  ended: { applied: ['lose-reply'], hidden: [{ kind: 'answered', status: 201, headers: [], body: '' }] },
});

describe('the timeline of a finding', () => {
  it('draws who said what to whom, the fault, and the contradiction last', () => {
    const { timeline, folded } = drawn(
      [declared('task'), lost, passed(500), observed('task', ['A', 'B'])],
      [6],
    );
    expect(timeline.map(({ lane, to, mark }) => [lane, to, mark])).toEqual([
      ['sender', 'receiver', 'plain'],
      ['wire', 'sender', 'fault'],
      ['wire', null, 'plain'],
      ['receiver', null, 'contradiction'],
    ]);
    expect(timeline[1]?.text).toContain('the receiver answered 201');
    expect(timeline[3]?.text).toContain('2 records counted');
    expect(timeline[0]?.ms).toBe(0);
    expect(folded).toBe(0);
  });

  it('keeps what is cited and what went wrong among many, and counts the rest', () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      create(`m${index}`, { action: 'task', kind: 'replayed' }),
    );
    const happenings = [declared('task'), ...many, lost, observed('task', ['A', 'B'])];
    const { timeline, folded } = drawn(happenings, [3, 65]);
    expect(timeline).toHaveLength(mostTimelineEvents);
    expect(timeline.map(({ seq }) => seq)).toEqual(expect.arrayContaining([3, 65]));
    expect(timeline.some(({ mark }) => mark === 'fault')).toBe(true);
    expect(timeline.length + folded).toBe(63);
  });

  it('keeps what is cited among many faults, and of these the nearest', () => {
    const kill = { type: 'control-done', what: { control: 'kill' } } as const;
    const kills = Array.from({ length: 20 }, () => kill);
    const happenings = [declared('task'), ...kills, lost, kill, ...kills, observed('task', ['A', 'B'])];
    const { timeline } = drawn(happenings, [23, 24, 46]);
    const seqs = timeline.map(({ seq }) => seq);
    expect(timeline).toHaveLength(mostTimelineEvents);
    expect(seqs).toEqual(expect.arrayContaining([22, 23, 24, 25, 46]));
    expect(seqs).not.toContain(3);
    expect(timeline.find(({ seq }) => seq === 25)?.text).toBe('killed, and started again');
  });

  it('leaves strangers out, and no event that is cited', () => {
    const stranger = create('s1', { action: 'stranger', kind: 'created' });
    const happenings = [declared('task'), declared('stranger'), stranger, observed('task', [])];
    expect(drawn(happenings, [6]).timeline.map(({ seq }) => seq)).toEqual([6]);
    expect(drawn(happenings, [4, 6]).timeline.map(({ seq }) => seq)).toEqual([4, 6]);
  });

  it('cuts what is long, and says so', () => {
    const body = 'y'.repeat(9_000);
    const long = create('e1', {
      action: 'task',
      kind: 'created',
      ended: { answer: { kind: 'answered', status: 201, headers: [], body } },
    });
    const raw = drawn([declared('task'), long], [4]).timeline.at(-1)?.raw ?? '';
    expect(raw.length).toBeLessThan(4_100);
    expect(raw).toContain('characters in the history');
  });
});
