import { mapping, names, optional, required } from '../reading/groups.js';
import type { Read } from '../reading/shape.js';
import { extractors, outcomes } from './answers.js';
import { fields } from './claims.js';
import { create, invalidSample, key } from './create.js';

const oneVariant = mapping('a variant', {
  create: required(create),
  key: optional(key),
  outcomes: optional(outcomes),
  id: optional(extractors),
  fields: optional(fields),
  invalid_sample: optional(invalidSample),
});

/** The section `variants`: other ways to the same create, such as a batch or another route, by name. */
export const variants = names('names of variants', oneVariant, (name) =>
  /^[a-z][a-z0-9-]{0,40}$/.test(name) ? null : { next: 'use small letters, digits and hyphens' },
);

type Variant = Read<typeof oneVariant>;

type Given = { readonly [Name in 'key' | 'outcomes' | 'id']: NonNullable<Variant[Name]> };

/** What a variant puts in place of the file's own: fields and the invalid sample speak of its payload, or are not there. */
export function sectionsOf(
  variant: Variant,
): Pick<Variant, 'create' | 'fields' | 'invalid_sample'> & Partial<Given> {
  return {
    create: variant.create,
    fields: variant.fields,
    invalid_sample: variant.invalid_sample,
    ...(variant.key === null ? {} : { key: variant.key }),
    ...(variant.outcomes === null ? {} : { outcomes: variant.outcomes }),
    ...(variant.id === null ? {} : { id: variant.id }),
  };
}
