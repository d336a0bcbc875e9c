import { isMap, isScalar, isSeq, type Pair, type ParsedNode, type YAMLMap } from 'yaml';
import { nearest } from './nearest.js';
import type { Place, Trouble } from './place.js';
import type { Mistake } from './scalars.js';
import { bad, misfit, nodeKind, type About, type AboutField, type Bad, type Shape } from './shape.js';

/** A field of a mapping: its shape, and what it is where it is left out. */
export interface Field<T> {
  readonly shape: Shape<T>;
  readonly required: boolean;
  /** What it is for, a sentence. */
  readonly meaning?: string;
  absent(): T;
}

/** A field that must be there. */
export function required<T>(shape: Shape<T>): Field<T> {
  return {
    shape,
    required: true,
    absent: () => {
      throw new Error('A required field is never read as absent.');
    },
  };
}

/** A field that may be left out; it is `null` then. */
export function optional<T>(shape: Shape<T>): Field<T | null> {
  return { shape, required: false, absent: () => null };
}

/** A field that has this value where it is left out. */
export function standard<T>(shape: Shape<T>, value: NoInfer<T>): Field<T> {
  return { shape, required: false, absent: () => value };
}

/** The same field, with what it is for: a sentence for editors. */
export function documented<T>(meaning: string, field: Field<T>): Field<T> {
  return { ...field, meaning };
}

type Fields = Readonly<Record<string, Field<unknown>>>;

/** The type of a mapping's values. */
export type Members<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** Reports trouble at a path below the mapping that is being checked; at the mapping itself where nothing is there. */
export type Check<T> = (value: T, report: (path: string, trouble: Trouble) => void) => void;

/** A mapping with known fields; `check` runs on the members that were read (all of them, where it is sound). */
export function mapping<F extends Fields>(
  title: string,
  fields: F,
  check?: Check<Members<F>>,
): Shape<Members<F>> {
  return {
    about: { kind: 'mapping', title, fields: aboutFields(fields) },
    expected: `a mapping (${title})`,
    nodes: ['mapping'],
    read: (place) => {
      const read = readMembers(fields, title, place);
      if (read === bad) return bad;
      if (!read.sound) return bad;
      const value = read.members as Members<F>;
      if (check === undefined) return value;
      let held = true;
      check(value, (path, trouble) => {
        held = false;
        placeBelow(place, path).report(trouble);
      });
      return held ? value : bad;
    },
  };
}

/** Reads a mapping's members one by one: those that are wrong are left out, and the mapping is then not sound. */
export function readMembers<F extends Fields>(
  fields: F,
  title: string,
  place: Place,
): { readonly sound: boolean; readonly members: Partial<Members<F>> } | Bad {
  if (!isMap(place.node)) return misfit(place, `a mapping (${title})`);
  const known = Object.keys(fields);
  const members: Record<string, unknown> = {};
  let sound = true;
  const seen = new Set<string>();
  for (const { name, value, offset } of entriesOf(place.node)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) {
      reportUnknown(place.below(name, null, offset), name, known, title);
      sound = false;
      continue;
    }
    seen.add(name);
    const read = field.shape.read(place.below(name, value, offset));
    if (read === bad) sound = false;
    else members[name] = read;
  }
  for (const name of known) {
    const field = fields[name];
    if (seen.has(name) || field === undefined) continue;
    if (field.required) {
      sound = false;
      place.report({
        found: `no "${name}" in ${title}`,
        expected: `${name}: ${field.shape.expected}`,
        next: `add "${name}"`,
      });
    } else members[name] = field.absent();
  }
  return { sound, members: members as Partial<Members<F>> };
}

function reportUnknown(place: Place, name: string, known: readonly string[], title: string): void {
  const meant = nearest(name, known);
  place.report({
    found: `the unknown field "${name}"`,
    expected: `one of the fields of ${title}: ${known.join(', ')}`,
    next: meant === null ? 'remove it, or move it to where it belongs' : `did you mean "${meant}"?`,
  });
}

/** The place of a member or item by its path (steps parted by slashes), or the nearest place above it. */
export function placeBelow(place: Place, path: string): Place {
  let here = place;
  for (const step of path === '' ? [] : path.split('/')) {
    const { node } = here;
    if (isMap(node)) {
      const entry = entriesOf(node).find(({ name }) => name === step);
      if (entry === undefined) return here;
      here = here.below(step, entry.value, entry.offset);
    } else if (isSeq(node)) {
      const item = node.items[Number(step)];
      if (item === undefined) return here;
      here = here.below(Number(step), item, here.offset);
    } else return here;
  }
  return here;
}

/** A list of values of one shape; where `orOne` is said, a single value stands for a list of it. */
export function list<T>(
  items: Shape<T>,
  options: { least?: number; orOne?: boolean } = {},
): Shape<readonly T[]> {
  const { least = 0, orOne = false } = options;
  const about: About = { kind: 'list', items: items.about, least };
  const expected = `a list of ${items.expected.replace(/^an? /, '')}${orOne ? ', or one' : ''}`;
  return {
    about: orOne ? { kind: 'either', options: [items.about, about] } : about,
    expected,
    nodes: orOne ? [...items.nodes, 'list'] : ['list'],
    read: (place) => {
      if (!isSeq(place.node)) {
        if (!orOne) return misfit(place, expected);
        const one = items.read(place);
        return one === bad ? bad : [one];
      }
      const nodes = place.node.items;
      if (nodes.length < least) {
        place.report({ found: 'an empty list', expected, next: `add at least ${least}` });
        return bad;
      }
      const read = nodes.map((node, index) => items.read(place.below(index, node, place.offset)));
      return read.includes(bad) ? bad : (read as T[]);
    },
  };
}

/** A mapping of free names to values of one shape; `mistake` judges the names. */
export function names<T>(
  form: string,
  values: Shape<T>,
  mistake: (name: string) => Mistake | null = () => null,
): Shape<Readonly<Record<string, T>>> {
  return {
    about: { kind: 'names', form, values: values.about },
    expected: `a mapping of ${form} to ${values.expected}`,
    nodes: ['mapping'],
    read: (place) => {
      if (!isMap(place.node)) return misfit(place, `a mapping of ${form} to ${values.expected}`);
      const result: [string, T][] = [];
      let sound = true;
      for (const { name, value, offset } of entriesOf(place.node)) {
        const wrong = mistake(name);
        if (wrong !== null) {
          place
            .below(name, null, offset)
            .report({ found: `the name "${name}"`, expected: form, next: wrong.next });
        }
        const read = values.read(place.below(name, value, offset));
        if (read === bad || wrong !== null) sound = false;
        else result.push([name, read]);
      }
      return sound ? Object.fromEntries(result) : bad;
    },
  };
}

/** A shape whose values are put into another form once they are read. */
export function mapped<A, B>(shape: Shape<A>, change: (value: A) => B): Shape<B> {
  return {
    ...shape,
    read: (place) => {
      const value = shape.read(place);
      return value === bad ? bad : change(value);
    },
  };
}

/** One of several shapes, told apart by the kind of node; an empty value is a scalar. */
export function either<A, B>(first: Shape<A>, second: Shape<B>): Shape<A | B> {
  const expected = `${first.expected}, or ${second.expected}`;
  return {
    about: { kind: 'either', options: [first.about, second.about] },
    expected,
    nodes: [...first.nodes, ...second.nodes],
    read: (place) => {
      const kind = nodeKind(place.node);
      if (first.nodes.includes(kind)) return first.read(place);
      return second.nodes.includes(kind) ? second.read(place) : misfit(place, expected);
    },
  };
}

interface Entry {
  readonly name: string;
  readonly value: ParsedNode | null;
  readonly offset: number;
}

/** The members of a mapping in their order; names are taken as they are written. */
export function entriesOf(node: YAMLMap.Parsed): readonly Entry[] {
  return node.items.map((pair: Pair<ParsedNode, ParsedNode | null>) => ({
    name: isScalar(pair.key) ? (pair.key.source ?? String(pair.key.value)) : 'a list or mapping as a name',
    value: pair.value,
    offset: pair.key.range[0],
  }));
}

/** The fields of a mapping as data. */
export function aboutFields(fields: Fields): Readonly<Record<string, AboutField>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { about: field.shape.about, required: field.required, meaning: field.meaning ?? null },
    ]),
  );
}
