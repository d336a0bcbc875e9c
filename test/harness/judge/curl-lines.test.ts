import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlLines } from '../../../src/harness/judge/curl-lines.js';
import { create, createRequest, declared, historyOf, type Happening } from '../../support/history-builder.js';

function linesOf(
  happenings: readonly Happening[],
  last = 1_000,
  action: string | null = 'task',
): readonly string[] {
  const [only] = historyOf(happenings).tries;
  if (only === undefined) throw new Error('There is one try.');
  return curlLines(only, { action, events: [last] }, 'http://127.0.0.1:8080');
}

const created = create('e1', { action: 'task', kind: 'created', id: 'T-1' });

describe('curl lines', () => {
  it('repeat a request, its credential as a shell variable', () => {
    expect(linesOf([declared('task'), created])).toEqual([
      `curl -i -X POST 'http://127.0.0.1:8080/tasks' -H "$TWICESHY_CREDENTIAL_MAIN" -H 'content-type: application/json' -H 'Idempotency-Key: key of task' --data-binary '{"title":"tw-task"}'`,
    ]);
  });

  it('are read by a shell as they were meant, whatever stands in them', () => {
    const body = `it's "quoted" $(touch /nowhere) \`ls\` \\ and\nmore`;
    const [line = ''] = linesOf([
      declared('task'),
      create('e1', {
        action: 'task',
        kind: 'created',
        started: { request: createRequest('task', { body }) },
      }),
    ]);
    const said = execFileSync('sh', ['-c', line.replace(/^curl/, 'printf "%s\\0"')]).toString('utf8');
    expect(said.split('\0')).toContain(body);
  });

  it('send an empty header as one, leave long bodies in the history, and name what happened on the way', () => {
    const request = createRequest('task', { headers: [['Idempotency-Key', '']], body: 'x'.repeat(5_000) });
    const [line] = linesOf([
      declared('task'),
      create('e1', {
        action: 'task',
        kind: 'created',
        started: { request, effects: [{ kind: 'lose-reply' }] },
      }),
    ]);
    expect(line).toContain("-H 'Idempotency-Key;'");
    expect(line).toMatch(/--data-binary @body-of-event-\d+\.txt/);
    expect(line).toContain('# on the way: lose-reply');
  });

  it('tell of the action and those that share its key, up to the last event that is cited', () => {
    const other = create('e2', { action: 'stranger', kind: 'created' });
    const late = create('e3', { action: 'task', kind: 'created' });
    const all = [declared('task'), declared('stranger'), created, other, late];
    expect(linesOf(all)).toHaveLength(2);
    expect(linesOf(all, 6)).toHaveLength(1);
    expect(linesOf(all, 1_000, null)).toHaveLength(3);
  });

  it('say how many were left out', () => {
    const many = Array.from({ length: 15 }, (_, index) =>
      create(`e${index}`, { action: 'task', kind: 'replayed' }),
    );
    expect(linesOf([declared('task'), ...many]).at(-1)).toBe('# and 3 more');
  });
});
