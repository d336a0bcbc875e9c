import { isMap, isScalar, isSeq, type ParsedNode } from 'yaml';
import type { Json } from '../../../harness/model/json.js';
import { entriesOf } from './groups.js';
import type { Place } from './place.js';
import { scalarOf, text, type Mistake } from './scalars.js';
import { bad, misfit, type Bad, type Shape } from './shape.js';
import { variableMistake, type Variable } from './variables.js';

/** Text in which these variables may stand. */
export function template(form: string, allowed: readonly Variable[]): Shape<string> {
  return text(form, (value) => variableMistake(value, allowed));
}

/** A value of a header or a query parameter: text with variables, or a number or flag, read as its text. */
export function valueTemplate(allowed: readonly Variable[]): Shape<string> {
  const form = 'a text, number or flag';
  return {
    about: { kind: 'text', form, loose: true },
    expected: form,
    nodes: ['scalar'],
    read: (place) => {
      const value = scalarOf(place);
      if (typeof value === 'number' || typeof value === 'boolean') return sourceOf(place.node);
      if (typeof value !== 'string') return misfit(place, form);
      const wrong = variableMistake(value, allowed) ?? lineMistake(value);
      return wrong === null ? value : refuse(place, wrong);
    },
  };
}

function lineMistake(value: string): Mistake | null {
  if (!/[\r\n\0]/.test(value)) return null;
  return { found: 'a text of several lines', expected: 'one line', next: 'remove the line break' };
}

function sourceOf(node: ParsedNode | null): string {
  return isScalar(node) ? (node.source ?? String(node.value)) : '';
}

/** Any JSON value in whose strings these variables may stand; values keep their YAML type. */
export function jsonTemplate(allowed: readonly Variable[]): Shape<Json> {
  return {
    about: { kind: 'json' },
    expected: 'a mapping, list or scalar',
    nodes: ['scalar', 'list', 'mapping'],
    read: (place) => readJson(place, allowed),
  };
}

/** Any JSON value, without variables. */
export const json: Shape<Json> = jsonTemplate([]);

function readJson(place: Place, allowed: readonly Variable[]): Json | Bad {
  const { node } = place;
  if (isMap(node)) {
    const read = entriesOf(node).map(
      ({ name, value, offset }) => [name, readJson(place.below(name, value, offset), allowed)] as const,
    );
    return read.some(([, value]) => value === bad) ? bad : (Object.fromEntries(read) as Json);
  }
  if (isSeq(node)) {
    const items = node.items;
    const read = items.map((item, index) => readJson(place.below(index, item, place.offset), allowed));
    return read.includes(bad) ? bad : (read as Json[]);
  }
  return readScalar(place, allowed);
}

function readScalar(place: Place, allowed: readonly Variable[]): Json | Bad {
  const value = scalarOf(place);
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    const wrong = variableMistake(value, allowed);
    return wrong === null ? value : refuse(place, wrong);
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return misfit(place, 'a value that JSON has');
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return misfit(place, 'a number that keeps all its digits', 'put it in quotes');
  }
  return value;
}

function refuse(place: Place, wrong: Mistake): Bad {
  place.report({ found: wrong.found ?? '', expected: wrong.expected ?? '', next: wrong.next });
  return bad;
}
