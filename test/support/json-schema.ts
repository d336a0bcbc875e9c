/** The part of JSON Schema 2020-12 that the kit's own schemas use. */
export interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly minItems?: number;
  readonly maximum?: number;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** The schema that a `$ref` into `$defs` names, else the schema itself. */
export function resolved(schema: Schema, root: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.replace('#/$defs/', '');
  const target = root.$defs?.[name];
  if (target === undefined) throw new Error(`the schema has no definition for ${schema.$ref}`);
  return target;
}

/** Every way in which a value breaks a schema, as `path: what`; empty where it is valid. */
export function schemaTroubles(value: unknown, schema: Schema, root: Schema = schema, path = ''): string[] {
  const rule = resolved(schema, root);
  const troubles: string[] = [];
  const say = (what: string): void => void troubles.push(`${path === '' ? '/' : path}: ${what}`);
  if (rule.const !== undefined && value !== rule.const) say(`is not ${JSON.stringify(rule.const)}`);
  if (rule.enum !== undefined && !rule.enum.includes(value))
    say(`${JSON.stringify(value)} is not in the list`);
  for (const part of rule.allOf ?? []) troubles.push(...schemaTroubles(value, part, root, path));
  if (rule.anyOf !== undefined) {
    const ways = rule.anyOf.map((part) => schemaTroubles(value, part, root, path));
    if (!ways.some((way) => way.length === 0))
      troubles.push(...(ways.toSorted((a, b) => a.length - b.length)[0] ?? []));
  }
  const types = rule.type === undefined ? [] : [rule.type].flat();
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) say(`is no ${types.join(' or ')}`);
  if (typeof value === 'number' && rule.minimum !== undefined && value < rule.minimum) say('is too small');
  if (typeof value === 'number' && rule.maximum !== undefined && value > rule.maximum) say('is too large');
  if (typeof value === 'string') {
    if (rule.minLength !== undefined && value.length < rule.minLength) say('is too short');
    if (rule.pattern !== undefined && !new RegExp(rule.pattern, 'u').test(value))
      say(`does not match ${rule.pattern}`);
  }
  if (Array.isArray(value) && rule.items !== undefined) {
    const { items } = rule;
    value.forEach((item, index) =>
      troubles.push(...schemaTroubles(item, items, root, `${path}/${String(index)}`)),
    );
  }
  if (Array.isArray(value) && value.length < (rule.minItems ?? 0)) say('has too few items');
  if (isObject(value)) {
    for (const name of rule.required ?? []) if (!Object.hasOwn(value, name)) say(`lacks ${name}`);
    const { additionalProperties: others = true } = rule;
    for (const [name, member] of Object.entries(value)) {
      if (Object.hasOwn(rule.properties ?? {}, name)) continue;
      if (others === false) say(`has the unknown member ${name}`);
      else if (others !== true) troubles.push(...schemaTroubles(member, others, root, `${path}/${name}`));
    }
    for (const [name, part] of Object.entries(rule.properties ?? {})) {
      if (Object.hasOwn(value, name))
        troubles.push(...schemaTroubles(value[name], part, root, `${path}/${name}`));
    }
  }
  return troubles;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}
