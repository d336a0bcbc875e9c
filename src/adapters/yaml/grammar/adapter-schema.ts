import type { Json, JsonObject } from '../../../harness/model/json.js';
import { aboutFields } from '../reading/groups.js';
import type { About, AboutField } from '../reading/shape.js';
import { adapterFields } from './adapter-file.js';

type MappingAbout = Extract<About, { readonly kind: 'mapping' }>;

/**
 * The grammar as a JSON Schema (draft-07, which editors know best), so that they complete a file and mark what is no
 * part of it. It says less than the reader does: what spans several sections is checked there alone.
 */
export function adapterSchema(): Json {
  const root: MappingAbout = {
    kind: 'mapping',
    title: 'an adapter file',
    fields: aboutFields(adapterFields),
  };
  const shared = sharedMappings(root);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Twiceshy adapter file, version 1',
    description:
      'One operation of one receiver: its requests, how its answers are read, and what its owner claims.',
    ...ofMapping(root, shared),
    $defs: Object.fromEntries([...shared].map(([about, name]) => [name, ofMapping(about, shared)])),
  };
}

/** Mappings that are met more than once, each with a name of its own. */
function sharedMappings(root: About): ReadonlyMap<MappingAbout, string> {
  const met = new Map<MappingAbout, number>();
  const visit = (about: About): void => {
    if (about.kind === 'mapping') {
      met.set(about, (met.get(about) ?? 0) + 1);
      if (met.get(about) === 1) for (const { about: below } of Object.values(about.fields)) visit(below);
    } else if (about.kind === 'list') visit(about.items);
    else if (about.kind === 'names') visit(about.values);
    else if (about.kind === 'either') about.options.forEach(visit);
  };
  visit(root);
  const shared = [...met].filter(([, times]) => times > 1).map(([about]) => about);
  return new Map(shared.map((about, index) => [about, defName(about.title, index, shared)]));
}

function defName(title: string, index: number, shared: readonly MappingAbout[]): string {
  const name = title.replace(/^an? /, '').replaceAll(/[^a-z0-9]+/gi, '-');
  const first = shared.findIndex((about) => about.title === title) === index;
  return first ? name : `${name}-${index}`;
}

function schemaOf(about: About, shared: ReadonlyMap<MappingAbout, string>): JsonObject {
  switch (about.kind) {
    case 'text':
      return ofText(about);
    case 'number':
      return { type: about.whole ? 'integer' : 'number', minimum: about.least, maximum: about.most };
    case 'flag':
      return { type: 'boolean' };
    case 'json':
      return {};
    case 'list':
      return {
        type: 'array',
        items: schemaOf(about.items, shared),
        ...(about.least === 0 ? {} : { minItems: about.least }),
      };
    case 'names':
      return {
        type: 'object',
        description: about.form,
        additionalProperties: schemaOf(about.values, shared),
      };
    case 'either':
      return { anyOf: about.options.map((option) => schemaOf(option, shared)) };
    case 'mapping': {
      const name = shared.get(about);
      return name === undefined ? ofMapping(about, shared) : { $ref: `#/$defs/${name}` };
    }
  }
}

function ofText({ form, values, pattern, loose }: Extract<About, { readonly kind: 'text' }>): JsonObject {
  if (values !== undefined) return { enum: values };
  return {
    type: loose === true ? ['string', 'number', 'boolean'] : 'string',
    description: form,
    ...(pattern === undefined ? {} : { pattern }),
  };
}

function ofMapping({ fields, title }: MappingAbout, shared: ReadonlyMap<MappingAbout, string>): JsonObject {
  const needed = Object.entries(fields).flatMap(([name, { required }]) => (required ? [name] : []));
  const properties = Object.entries(fields).map(([name, field]) => [name, ofField(field, shared)]);
  return {
    type: 'object',
    title,
    properties: Object.fromEntries(properties) as JsonObject,
    ...(needed.length === 0 ? {} : { required: needed }),
    additionalProperties: false,
  };
}

/** Draft-07 heeds nothing beside a `$ref`, so that what a field is for goes around one. */
function ofField({ about, meaning }: AboutField, shared: ReadonlyMap<MappingAbout, string>): JsonObject {
  const schema = schemaOf(about, shared);
  if (meaning === null) return schema;
  return { ...('$ref' in schema ? { allOf: [schema] } : schema), description: meaning };
}
