import { describe, expect, it } from 'vitest';
import { openTrial, outcome } from './support.js';

const lookUpFirst = { policy: { actions: { unknown: 'lookup-first' } } } as const;

describe('a sender that is told what to do after an outcome', () => {
  it('looks up before it sends again, and takes the record that is there', async () => {
    const { approve, attempt, work, creates, lookUps, row } = openTrial(lookUpFirst);
    await approve();
    await attempt({ effects: [{ kind: 'lose-reply' }] });
    await work();
    expect(lookUps).toHaveLength(1);
    expect(creates).toHaveLength(1);
    expect((await row()).state).toBe('sent');
  });

  it('sends again when the look-up finds nothing', async () => {
    const { approve, attempt, work, creates, lookUps } = openTrial(lookUpFirst);
    await approve();
    await attempt({ effects: [{ kind: 'refuse' }] });
    await work();
    expect(lookUps).toHaveLength(1);
    expect(creates).toHaveLength(2);
  });

  it('is blocked where it cannot look up', async () => {
    const { approve, work, creates, row } = openTrial({
      ...lookUpFirst,
      findings: 'off',
      outcomes: [outcome('unknown')],
    });
    await approve();
    await work();
    expect(creates).toHaveLength(1);
    expect((await row()).state).toBe('blocked');
  });

  it('stops after the outcome that it is told to stop after', async () => {
    const { approve, work, creates, row } = openTrial({
      policy: { actions: { throttled: 'stop' } },
      outcomes: [outcome('throttled')],
    });
    await approve();
    await work();
    expect(creates).toHaveLength(1);
    expect((await row()).state).toBe('blocked');
  });

  it('tries a refusal again where it is told to', async () => {
    const { approve, work, creates, row } = openTrial({
      policy: { actions: { rejected: 'same-key' } },
      outcomes: [outcome('rejected')],
    });
    await approve();
    await work();
    expect(creates.map((create) => create.outcome)).toEqual(['rejected', 'created']);
    expect((await row()).state).toBe('sent');
  });

  it('heeds the answer’s own signal before the general word', async () => {
    const { approve, work, creates, row } = openTrial({
      policy: { actions: { unknown: 'same-key' } },
      outcomes: [outcome('unknown', { advice: 'stop' })],
    });
    await approve();
    await work();
    expect(creates).toHaveLength(1);
    expect((await row()).state).toBe('blocked');
  });

  it('does not try a clash again, whatever it is told', async () => {
    const { approve, work, creates, row } = openTrial({
      policy: { actions: { mismatch: 'same-key' } },
      outcomes: [outcome('mismatch', { advice: 'same-key' })],
    });
    await approve();
    await work();
    expect(creates).toHaveLength(1);
    expect((await row()).state).toBe('blocked');
  });

  it('never becomes less careful than its policy', async () => {
    const { approve, work, creates, row } = openTrial({
      policy: { retry: 'never', actions: { unknown: 'same-key' } },
      outcomes: [outcome('unknown')],
    });
    await approve();
    await work();
    expect(creates).toHaveLength(1);
    expect((await row()).state).toBe('blocked');
  });
});
