import type { Adapter } from '../model/adapter.js';
import type { Contract } from '../model/contract.js';

/** The members of each codec; one that is null is not offered. */
const codecs = {
  create: ['request', 'outcome'],
  second: ['request', 'outcome'],
  poll: ['request', 'read'],
  lookUp: ['request', 'read'],
  observe: ['request', 'read'],
  fetch: ['request', 'read'],
  update: ['request', 'outcome', 'version'],
  remove: ['request', 'gone'],
  signIn: ['request', 'read', 'signed'],
} as const satisfies Partial<Record<keyof Adapter, readonly string[]>>;

/** Every member that a contract must have; one that is forgotten here does not compile. */
const contractMembers: {
  readonly [Name in keyof Contract as undefined extends Contract[Name] ? never : Name]: true;
} = {
  name: true,
  mode: true,
  key: true,
  retention: true,
  scope: true,
  claims: true,
  consistency: true,
  fields: true,
  kept: true,
  vary: true,
  invalid: true,
  promises: true,
  limits: true,
  sources: true,
};

/** Members that are missing or of another kind; a module is not always compiled against the kit's types. */
export function shapeMistakes(adapter: Adapter): readonly string[] {
  const value: unknown = adapter;
  if (!isObject(value)) return ['the adapter is no object'];
  const { contract } = value;
  const missing = isObject(contract)
    ? Object.keys(contractMembers)
        .filter((name) => contract[name] === undefined)
        .map((name) => `contract.${name} is missing`)
    : ['contract is missing'];
  const lists = (['offers', 'secrets'] as const)
    .filter((name) => !Array.isArray(value[name]))
    .map((name) => `${name} is no list`);
  const functions = (['payload', 'address'] as const)
    .filter((name) => typeof value[name] !== 'function')
    .map((name) => `${name} is no function`);
  const origin = typeof value['origin'] === 'string' ? [] : ['origin is no text'];
  const codecMistakes = Object.entries(codecs).flatMap(([name, members]) =>
    ofCodec(value[name], name, members),
  );
  return [...missing, ...lists, ...origin, ...functions, ...codecMistakes];
}

function ofCodec(codec: unknown, name: string, members: readonly string[]): readonly string[] {
  if (codec === null && name !== 'create') return [];
  if (!isObject(codec))
    return [`${name} is missing${name === 'create' ? '' : '; write null where it is not offered'}`];
  return members
    .filter((member) => typeof codec[member] !== 'function')
    .map((member) => `${name}.${member} is no function`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
