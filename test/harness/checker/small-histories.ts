import type { Heard, KeyRules, Operation } from '../../../src/harness/checker/operation.js';

/** What one operation of a small history can be: a content (null for a look), and what was heard of it. */
export interface Shape {
  readonly content: string | null;
  readonly heard: Heard;
}

const record = (content: string, id: string | null, made: 'now' | 'before' | 'either'): Shape => {
  return { content, heard: { kind: 'record', id, made } };
};
const seen = (ids: readonly string[], all: boolean): Shape => ({
  content: null,
  heard: { kind: 'seen', ids, all },
});
const unknown = (content: string): Shape => ({ content, heard: { kind: 'unknown' } });
const other = (content: string): Shape => ({ content, heard: { kind: 'other-content' } });

/** Every shape over two contents and two ids. */
export const everyShape: readonly Shape[] = [
  ...['p', 'q'].flatMap((content) => [
    unknown(content),
    other(content),
    record(content, null, 'before'),
    record(content, null, 'either'),
    ...['A', 'B'].flatMap((id) =>
      (['now', 'before', 'either'] as const).map((made) => record(content, id, made)),
    ),
  ]),
  { content: 'p', heard: { kind: 'nothing' } },
  seen([], true),
  seen(['A'], true),
  seen(['B'], true),
  seen(['A', 'B'], true),
  seen(['A'], false),
  seen(['B'], false),
];

/** The shapes that differ most from each other. */
export const plainShapes: readonly Shape[] = [
  ...['p', 'q'].flatMap((content) => [
    unknown(content),
    other(content),
    record(content, 'A', 'either'),
    record(content, 'B', 'either'),
  ]),
  record('p', 'A', 'before'),
  seen([], true),
  seen(['A'], true),
];

/** The fewest shapes by which every kind of contradiction can show. */
export const barestShapes: readonly Shape[] = [
  unknown('p'),
  other('q'),
  record('p', 'A', 'either'),
  record('q', 'A', 'either'),
  record('p', 'B', 'either'),
  seen([], true),
  seen(['A'], true),
];

/** Rules of every kind; time goes on by a millisecond with each event of a small history. */
export const everyRules: readonly KeyRules[] = (['refused', 'taken'] as const).flatMap((otherContent) =>
  [null, 2, 4].map((windowMs) => ({ otherContent, windowMs })),
);

/** Begins and ends, in every order that there is; begins keep the order of the operations. */
function* interleavings(
  endless: readonly boolean[],
  begun = 0,
  open: readonly number[] = [],
  placed: readonly (readonly [operation: number, isEnd: boolean])[] = [],
): Generator<readonly (readonly [number, boolean])[]> {
  if (begun === endless.length && open.length === 0) yield placed;
  if (begun < endless.length) {
    const nowOpen = endless[begun] === true ? open : [...open, begun];
    yield* interleavings(endless, begun + 1, nowOpen, [...placed, [begun, false]]);
  }
  for (const each of open) {
    yield* interleavings(
      endless,
      begun,
      open.filter((operation) => operation !== each),
      [...placed, [each, true]],
    );
  }
}

function* choices(shapes: readonly Shape[], count: number): Generator<readonly Shape[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (const rest of choices(shapes, count - 1)) for (const shape of shapes) yield [...rest, shape];
}

/** True unless the same history comes with its contents or its ids exchanged: `p` and `A` have to be met first. */
function isFirstOfItsKind(shapes: readonly Shape[]): boolean {
  const contents = shapes.flatMap(({ content }) => (content === null ? [] : [content]));
  const ids = shapes.flatMap(({ heard }) => {
    if (heard.kind === 'seen') return heard.ids;
    return heard.kind === 'record' && heard.id !== null ? [heard.id] : [];
  });
  return contents[0] !== 'q' && ids[0] !== 'B';
}

/** Every history of so many operations of one key over these shapes. */
export function* everyHistory(shapes: readonly Shape[], count: number): Generator<readonly Operation[]> {
  const orders = new Map<string, readonly (readonly (readonly [number, boolean])[])[]>();
  for (const chosen of choices(shapes, count)) {
    if (!isFirstOfItsKind(chosen)) continue;
    const endless = chosen.map(({ heard }) => heard.kind === 'unknown');
    const name = endless.join();
    const known = orders.get(name) ?? [...interleavings(endless)];
    orders.set(name, known);
    for (const order of known) yield placedHistory(chosen, order);
  }
}

/** Operations of those shapes, with their begins and ends in that order, `msOf` giving the time of each event. */
export function placedHistory(
  shapes: readonly Shape[],
  order: readonly (readonly [number, boolean])[],
  msOf: (event: number) => number = (event) => event,
): readonly Operation[] {
  const begins = shapes.map(() => 0);
  const ends: (number | null)[] = shapes.map(() => null);
  for (const [event, [operation, isEnd]] of order.entries()) {
    if (isEnd) ends[operation] = event;
    else begins[operation] = event;
  }
  return shapes.map((shape, operation) => {
    const begin = begins[operation] ?? 0;
    const end = ends[operation] ?? null;
    return {
      key: 'K',
      ...shape,
      begin,
      end,
      beginMs: msOf(begin),
      endMs: end === null ? null : msOf(end),
    };
  });
}
