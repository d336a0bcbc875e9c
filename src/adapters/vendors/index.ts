import { readFileSync } from 'node:fs';

/** A contract that is ready to be filled in: a file of the vendor's operation, with comments and sources. */
export interface Vendor {
  /** The name on the command line, and of the file. */
  readonly name: string;
  /** Whether the reference receiver can speak it; a word on why where it cannot. */
  readonly unspoken: string | null;
  /** The text of the file. */
  text(): string;
}

/** The contracts in the order in which they are listed. */
export const vendors: readonly Vendor[] = [ready('ietf-idempotency-key')];

function ready(name: string, unspoken: string | null = null): Vendor {
  return { name, unspoken, text: () => readFileSync(new URL(`${name}.yaml`, import.meta.url), 'utf8') };
}
