import * as fc from 'fast-check';
import type { KeyRules, Operation } from '../../../src/harness/checker/operation.js';
import { everyShape, type Shape } from './small-histories.js';

/** One operation of a course that a sound receiver takes; `spoiled` puts another shape in the place of what was heard. */
interface Turn {
  readonly kind: 'create' | 'unheard' | 'unnamed' | 'refused' | 'look' | 'count';
  readonly content: string;
  readonly begin: number;
  readonly untilActs: number;
  readonly untilEnds: number;
  /** Whether it acts though nobody hears of it, and lets a key lapse that may. */
  readonly acts: boolean;
  readonly made: 'told' | 'either';
  readonly spoiled: Shape | null;
}

const rules: fc.Arbitrary<KeyRules> = fc.record({
  otherContent: fc.constantFrom('refused', 'taken'),
  windowMs: fc.constantFrom(null, null, 3, 6, 10),
});

const turn: fc.Arbitrary<Turn> = fc.record({
  kind: fc.constantFrom('create', 'create', 'create', 'unheard', 'unnamed', 'refused', 'look', 'count'),
  content: fc.constantFrom('p', 'p', 'p', 'q'),
  begin: fc.nat(20),
  untilActs: fc.nat(6),
  untilEnds: fc.nat(6),
  acts: fc.boolean(),
  made: fc.constantFrom('told', 'either'),
  spoiled: fc.option(fc.constantFrom(...everyShape), { freq: 10 }),
});

/** Up to nine operations of one key as a sound receiver takes them, of which some are spoiled afterwards. */
export const randomHistory: fc.Arbitrary<{ rules: KeyRules; operations: readonly Operation[] }> = fc
  .record({ rules, turns: fc.array(turn, { minLength: 2, maxLength: 9, size: 'max' }) })
  .map((course) => ({ rules: course.rules, operations: taken(course.turns, course.rules) }));

/** Two events share each millisecond, and two may share a number. */
function msOf(event: number): number {
  return Math.floor(event / 2) * 2;
}

function taken(turns: readonly Turn[], { otherContent, windowMs }: KeyRules): readonly Operation[] {
  const made: string[] = [];
  let stands: { id: string; content: string; lapsesMs: number } | null = null;
  const heardBy = (each: Turn): Operation['heard'] => {
    const { kind, content, begin, untilActs, acts } = each;
    if (kind === 'look') return { kind: 'seen', ids: made.slice(0, 1), all: made.length === 0 };
    if (kind === 'count') return { kind: 'seen', ids: [...made], all: true };
    if (kind === 'refused') return { kind: 'nothing' };
    if (kind === 'unheard' && !acts) return { kind: 'unknown' };
    const lapsed = stands !== null && acts && msOf(begin + untilActs) >= stands.lapsesMs;
    const isFirst = stands === null || lapsed;
    if (stands === null || lapsed) {
      const lapsesMs = windowMs === null ? Infinity : msOf(begin) + windowMs;
      stands = { id: 'ABCDEFGHI'.charAt(made.length), content, lapsesMs };
      made.push(stands.id);
    }
    if (kind === 'unheard') return { kind: 'unknown' };
    if (otherContent === 'refused' && stands.content !== content) return { kind: 'other-content' };
    const told = isFirst ? 'now' : 'before';
    return {
      kind: 'record',
      id: kind === 'unnamed' ? null : stands.id,
      made: each.made === 'told' ? told : 'either',
    };
  };
  const inOrder = turns.toSorted((one, other) => one.begin + one.untilActs - (other.begin + other.untilActs));
  return inOrder.map((each) => {
    const heard = heardBy(each);
    const shape = each.spoiled ?? { content: heard.kind === 'seen' ? null : each.content, heard };
    const end = shape.heard.kind === 'unknown' ? null : each.begin + each.untilActs + each.untilEnds;
    return {
      key: 'K',
      ...shape,
      begin: each.begin,
      end,
      beginMs: msOf(each.begin),
      endMs: end === null ? null : msOf(end),
    };
  });
}
