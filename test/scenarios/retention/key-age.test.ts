import { describe, expect, it } from 'vitest';
import { keyAge, keyEnd } from '../../../src/scenarios/retention/key-age.js';
import {
  create,
  declared,
  historyOf,
  observed,
  passed,
  type Create,
  type Happening,
} from '../../support/history-builder.js';

const hourMs = 3_600_000;
const first = { action: 'task', kind: 'created', id: 't1' } as const;
const retry = { started: { role: 'retry' } } as const;

/** A key that was used at first and again at these ages, and the records that were counted in the end. */
function uses(
  later: readonly (Pick<Create, 'kind' | 'id'> & { readonly afterMs: number })[],
  records: readonly string[],
  complete = true,
) {
  const happenings: Happening[] = [declared('task'), create('x0', first)];
  later.forEach(({ afterMs, ...what }, index) => {
    happenings.push(passed(afterMs), create(`x${index + 1}`, { action: 'task', ...retry, ...what }));
  });
  const [each] = historyOf([...happenings, observed('task', records, { complete })]).tries;
  if (each === undefined) throw new Error('A history of one try has one.');
  return { age: keyAge(each, 'task'), end: keyEnd(each, 'task') };
}

function boundsOf({ age }: ReturnType<typeof uses>): readonly (number | null)[] | null {
  const [{ between } = {}] = age;
  const inHours = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / hourMs));
  return between === undefined ? null : [inHours(between.atLeastMs), inHours(between.atMostMs)];
}

describe('the age of a key', () => {
  it('is held where a use of it names the first record', () => {
    const seen = uses([{ kind: 'replayed', id: 't1', afterMs: 5 * hourMs }], ['t1']);
    expect(boundsOf(seen)).toEqual([5, null]);
    expect(seen.end).toEqual([]);
  });

  it('is over where a use of it makes a record of its own', () => {
    const seen = uses(
      [
        { kind: 'replayed', id: 't1', afterMs: 5 * hourMs },
        { kind: 'created', id: 't2', afterMs: 4 * hourMs },
        { kind: 'replayed', id: 't2', afterMs: hourMs },
      ],
      ['t1', 't2'],
    );
    expect(boundsOf(seen)).toEqual([5, 9]);
    expect(seen.end).toMatchObject([{ claim: 'after_expiry', observed: 'new_record' }]);
  });

  it('is over where a use of it is refused as expired, or refused after it was known', () => {
    const expired = uses([{ kind: 'expired', afterMs: 2 * hourMs }], ['t1']);
    expect(boundsOf(expired)).toEqual([null, 2]);
    expect(expired.end).toMatchObject([{ observed: 'refuse' }]);
    const refused = uses(
      [
        { kind: 'replayed', id: 't1', afterMs: hourMs },
        { kind: 'rejected', afterMs: hourMs },
      ],
      ['t1'],
    );
    expect(boundsOf(refused)).toEqual([1, 2]);
  });

  it('is not told by a receiver that refuses every repeat, that names another record than it has, or that says nothing', () => {
    expect(uses([{ kind: 'rejected', afterMs: hourMs }], ['t1']).age).toEqual([]);
    expect(uses([{ kind: 'replayed', id: 'other', afterMs: hourMs }], ['t1']).age).toEqual([]);
    expect(uses([{ kind: 'unknown', afterMs: hourMs }], ['t1']).age).toEqual([]);
  });

  it('is not told where the records could not be counted', () => {
    expect(uses([{ kind: 'replayed', id: 't1', afterMs: hourMs }], ['t1'], false).age).toEqual([]);
  });

  it('goes by the count where answers name no record', () => {
    expect(boundsOf(uses([{ kind: 'exists', id: null, afterMs: hourMs }], ['t1']))).toEqual([1, null]);
    expect(boundsOf(uses([{ kind: 'created', id: null, afterMs: hourMs }], ['t1', 't2']))).toEqual([null, 1]);
  });
});
