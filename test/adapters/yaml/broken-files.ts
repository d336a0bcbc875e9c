import * as fc from 'fast-check';
import { parse, stringify } from 'yaml';

/** One adapter file that was sound, and what was done to it. */
export interface BrokenFile {
  readonly kind: string;
  readonly bytes: Buffer;
}

type Value = null | boolean | number | string | readonly Value[] | { readonly [name: string]: Value };
type Path = readonly (string | number)[];

/** What is put where something else stood, beyond what any field takes. */
const strangers: readonly Value[] = [
  null,
  true,
  17,
  -1,
  0.5,
  1e300,
  '',
  'no such thing',
  [],
  {},
  [[]],
  { zebra: 1 },
  ['zebra', { zebra: [] }],
  'x'.repeat(5_000),
  '{{no_such_variable}}',
  '{{key',
  '${env:}',
  '\u0000',
  '\u202e',
  'a\nb',
];

/** Files made from sound ones by one mishap each; many are broken, and some happen to be sound still. */
export function mutated(sound: readonly string[]): fc.Arbitrary<BrokenFile> {
  const text = fc.constantFrom(...sound);
  const at = fc.nat(1_000_000);
  const inText = (kind: string, change: (from: string, at: number) => string): fc.Arbitrary<BrokenFile> =>
    fc.tuple(text, at).map(([from, place]) => ({ kind, bytes: Buffer.from(change(from, place)) }));
  const inValue = (
    kind: string,
    change: (from: Value, at: number, to: Value) => Value,
  ): fc.Arbitrary<BrokenFile> =>
    fc.tuple(text, at, fc.constantFrom(...strangers)).map(([from, place, to]) => ({
      kind,
      bytes: Buffer.from(stringify(change(parse(from) as Value, place, to))),
    }));
  return fc.oneof(
    inValue('an unknown member', (from, place) => withMember(from, place, `zebra_${place}`)),
    inValue('a stranger in the place of a value', (from, place, to) =>
      replaced(from, pick(paths(from), place), to),
    ),
    inValue('a member that is missing', (from, place) => replaced(from, pick(paths(from), place), undefined)),
    inValue('another version', (from, place) =>
      replaced(from, ['adapter'], pick([2, 0, '1', 1.5, null, [1]], place)),
    ),
    inValue('a number beyond all', (from, place) =>
      replaced(from, pick(paths(from), place), pick([9e99, -9e99, Number.MAX_VALUE], place)),
    ),
    inValue('a secret outside the target', (from, place) =>
      replaced(from, pick(outsideTarget(from), place), `Bearer \${env:CRM_${place}}`),
    ),
    inValue('a pattern that takes for ever', (from, place) =>
      replaced(from, ['outcomes', 0, 'when'], {
        body_regex: pick(['(a+)+$', '(a|a)*b', '(?=a)', '(', 'a{9'], place),
      }),
    ),
    inText('a field that stands twice', (from, place) => `${from}\n${pick(topLines(from), place)}`),
    inText('a character out of place', (from, place) =>
      inserted(
        from,
        place,
        pick(
          ['[', '{', '"', "'", '\t', ': ', '- ', '%', '@', '&a ', '*a ', '!x ', '`', '}', ']', '?'],
          place,
        ),
      ),
    ),
    inText('a NUL or control character', (from, place) =>
      inserted(from, place, pick(['\0', '\x07', '\x1b[2J', '\x7f', '\ufffe'], place)),
    ),
    inText('an end too early', (from, place) => from.slice(0, place % from.length)),
    inText('a bomb of aliases', (from) => `${laughs}\n${from}`),
    inText('an alias to itself', (from) => `sources: &all [*all]\n${from}`),
    inText('a merge key', (from) => `<<: { adapter: 1 }\n${from}`),
    inText(
      'a tag',
      (from, place) =>
        `zebra: !!${pick(['js/function', 'binary', 'python/object', 'set'], place)} x\n${from}`,
    ),
    inText(
      'nesting without end',
      (from, place) => `zebra: ${pick(['[', '{a: ', '- '], place).repeat(10_000)}\n${from}`,
    ),
    inText('a second document', (from) => `${from}\n---\n${from}`),
    inText('a file without end', (from) => `${from}\n# ${'x'.repeat(300_000)}`),
    inText('nothing', (_from, place) =>
      pick(['', '\n\n', '# nothing', '---', '...', 'null', '\ufeff', '~'], place),
    ),
    fc
      .uint8Array({ minLength: 1, maxLength: 4_096 })
      .map((bytes) => ({ kind: 'bytes of any kind', bytes: Buffer.from(bytes) })),
  );
}

/** Ten to the ninth times the same, were anybody to write it out. */
const laughs = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
  .concat(
    Array.from({ length: 8 }, (_, depth) => {
      const [from, to] = ['abcdefgh'.charAt(depth), 'bcdefghi'.charAt(depth)];
      return `${to}: &${to} [${Array<string>(10).fill(`*${from}`).join(', ')}]`;
    }),
  )
  .join('\n');

function pick<Item>(items: readonly Item[], at: number): Item {
  const item = items[at % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

function inserted(text: string, at: number, piece: string): string {
  const place = at % text.length;
  return text.slice(0, place) + piece + text.slice(place);
}

/** Top-level fields of one line. */
function topLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^[a-z_]+: \S/.test(line));
}

/** The paths of all values but the whole. */
function paths(value: Value, before: Path = []): readonly Path[] {
  const members = membersOf(value).flatMap(([name, member]) => paths(member, [...before, name]));
  return before.length === 0 ? members : [before, ...members];
}

function outsideTarget(value: Value): readonly Path[] {
  return paths(value).filter(([first], _, all) => first !== 'target' && all.length > 0);
}

function membersOf(value: Value): readonly (readonly [string | number, Value])[] {
  if (Array.isArray(value)) return (value as readonly Value[]).map((item, index) => [index, item] as const);
  return typeof value === 'object' && value !== null ? Object.entries(value as Record<string, Value>) : [];
}

/** With another value at the path, or without it. */
function replaced(value: Value, [head, ...rest]: Path, to: Value | undefined): Value {
  const members = membersOf(value).flatMap(([name, member]): [string | number, Value][] => {
    if (name !== head) return [[name, member]];
    if (rest.length > 0) return [[name, replaced(member, rest, to)]];
    return to === undefined ? [] : [[name, to]];
  });
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

function withMember(value: Value, at: number, name: string): Value {
  const mappings = [[], ...paths(value)].filter((path) => {
    const here = path.reduce<Value>(
      (from, part) => membersOf(from).find(([each]) => each === part)?.[1] ?? null,
      value,
    );
    return typeof here === 'object' && here !== null && !Array.isArray(here);
  });
  return added(value, pick(mappings, at), name);
}

function added(value: Value, [head, ...rest]: Path, name: string): Value {
  if (head === undefined) return { ...(value as Record<string, Value>), [name]: 1 };
  const members = membersOf(value).map(
    ([each, member]) => [each, each === head ? added(member, rest, name) : member] as const,
  );
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}
