import { createHash } from 'node:crypto';
import type { Contract } from '../model/contract.js';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const base36 = `${letters}0123456789`;
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Text that belongs to one run, scenario and try alone, so that no run meets another's records. */
export interface KeySpace {
  /** 16 lower-case letters and digits, beginning with a letter; the same label gives the same text. */
  fresh(label: string): string;
  /** A key in the form that the contract asks for. */
  key(label: string): string;
  /** A marker of fixed length, so that none is the beginning of another. */
  marker(label: string): string;
}

/** Opens the key space of one try. */
export function keySpace(
  contract: Pick<Contract, 'key'>,
  place: { readonly run: string; readonly scenario: string; readonly try: string },
): KeySpace {
  const digest = (label: string): Buffer =>
    createHash('sha256').update([place.run, place.scenario, place.try, label].join('\u0000')).digest();
  const fresh = (label: string): string => freshText(digest(label));
  return {
    fresh,
    key: (label) => keyText(contract.key.make, digest(`key ${label}`)),
    marker: (label) => `tw-${fresh(`marker ${label}`)}`,
  };
}

function freshText(bytes: Buffer): string {
  const tail = [...bytes.subarray(1, 16)].map((byte) => base36[byte % 36] ?? 'a');
  return `${letters[(bytes[0] ?? 0) % 26] ?? 'a'}${tail.join('')}`;
}

function keyText(make: string, bytes: Buffer): string {
  switch (make) {
    case 'uuid4':
    case 'uuid5':
      return uuidText(bytes, make === 'uuid4' ? 0x40 : 0x50);
    case 'uuid4-hex':
      return uuidText(bytes, 0x40).replaceAll('-', '');
    case 'ulid':
      return `0${[...bytes.subarray(0, 25)].map((byte) => crockford[byte % 32] ?? '0').join('')}`;
    default:
      return make.replaceAll(/\{\{(?:n|run_id)\}\}/g, freshText(bytes));
  }
}

function uuidText(bytes: Buffer, version: number): string {
  const raw = Buffer.from(bytes.subarray(0, 16));
  raw[6] = ((raw[6] ?? 0) & 0x0f) | version;
  raw[8] = ((raw[8] ?? 0) & 0x3f) | 0x80;
  const hex = raw.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
