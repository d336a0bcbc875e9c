import { list, mapping, optional, required, standard, type Members } from '../reading/groups.js';
import { scalarOf, text } from '../reading/scalars.js';
import { misfit, type Shape } from '../reading/shape.js';
import { extractors, extractor, outcomes, retry, when } from './answers.js';
import { claims, fields, limits, promises, retention, scope, unconfirmed } from './claims.js';
import { control } from './control.js';
import { create, invalidSample, key, second } from './create.js';
import { fetch, lookup, observe, remove, update } from './reads.js';
import { guard, target } from './target.js';

const version: Shape<1> = {
  about: { kind: 'number', whole: true, least: 1, most: 1 },
  expected: '1, the version of this grammar',
  nodes: ['scalar'],
  read: (place) =>
    scalarOf(place) === 1 ? 1 : misfit(place, '1, the version of this grammar', 'write adapter: 1'),
};

/** The grammar of adapter files, version 1, as data; from it files are read and editors can be told. */
export const adapterFields = {
  adapter: required(version),
  name: required(text('a name for the report')),
  sources: standard(list(text('where a claim comes from')), []),
  unconfirmed: standard(unconfirmed, []),
  target: required(target),
  guard: optional(guard),
  create: required(create),
  second: optional(second),
  key: required(key),
  outcomes: required(outcomes),
  id: required(extractors),
  observe: required(observe),
  lookup: optional(lookup),
  fetch: optional(fetch),
  update: optional(update),
  delete: optional(remove),
  cleanup: optional(remove),
  async: optional(
    mapping('async', {
      when: required(when),
      poll_from: optional(extractor),
      done: optional(when),
      result_id: optional(extractors),
    }),
  ),
  retry: optional(retry),
  retention: optional(retention),
  scope: standard(scope, 'undocumented'),
  claims: optional(claims),
  fields: optional(fields),
  invalid_sample: optional(invalidSample),
  promises: standard(promises, []),
  limits: optional(limits),
  control: optional(control),
} as const;

/** An adapter file as read: every field there, `null` where it was left out and has no standard value. */
export type AdapterSections = Members<typeof adapterFields>;
