import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { vendors } from '../../../src/adapters/vendors/index.js';
import { readSections } from '../../../src/adapters/yaml/grammar/read-sections.js';
import { observedFile } from '../../../src/adapters/yaml/writing/observed-file.js';
import { contractTable } from '../../../src/harness/judge/contract-table.js';
import { observedContract } from '../../../src/harness/judge/observed-contract.js';
import type { Contract } from '../../../src/harness/model/contract.js';
import { contractLineNames } from '../../../src/harness/model/contract-line.js';
import type { ContractLine } from '../../../src/harness/model/report.js';
import { scenarios } from '../../../src/scenarios/index.js';
import { sampleReport } from '../../support/report-builder.js';
import { tryVendor, vendorAdapter } from '../../support/vendor-trial.js';

const observing = scenarios.filter(({ shows = [] }) => shows.length > 0).map(({ id }) => id);
const dayMs = 86_400_000;

interface Expected {
  readonly claims: Partial<Contract['claims']>;
  readonly scope: Contract['scope'];
  /** The window that the dialect keeps; null where it forgets no key. */
  readonly windowMs: number | null;
}

/** What each dialect does, in the words of its file where that says it and another would be as true. */
const dialects: readonly (readonly [vendor: string, does: Expected])[] = [
  [
    'stripe-customers',
    {
      claims: {
        replay: 'same_response',
        mismatch: 'reject',
        in_flight: 'reject',
        failures: 'all',
        missing_key: 'unguarded',
        after_expiry: 'new_record',
      },
      scope: ['tenant'],
      windowMs: dayMs,
    },
  ],
  [
    'oasis-repeatable-requests',
    {
      // It lets a body show the current state, and shows the first one: more than it claims.
      claims: {
        replay: 'same_response',
        mismatch: 'reject',
        in_flight: 'reject',
        missing_key: 'unguarded',
        after_expiry: 'refuse',
      },
      scope: ['tenant'],
      windowMs: 300_000,
    },
  ],
  [
    'paypal-products',
    {
      claims: {
        replay: 'same_id',
        mismatch: 'reject',
        in_flight: 'reject',
        missing_key: 'unguarded',
        after_expiry: 'new_record',
      },
      scope: ['tenant'],
      windowMs: 3 * dayMs,
    },
  ],
  [
    'salesforce-upsert',
    {
      claims: { replay: 'same_id', mismatch: 'update', in_flight: 'reject', failures: 're_execute' },
      scope: ['tenant'],
      windowMs: null,
    },
  ],
  [
    'gocardless-customers',
    {
      claims: { replay: 'error_with_id', missing_key: 'unguarded' },
      scope: ['tenant'],
      windowMs: null,
    },
  ],
  [
    'bitrix24-tasks',
    {
      claims: {
        replay: 'same_response',
        mismatch: 'reject',
        in_flight: 'may_duplicate',
        missing_key: 'unguarded',
        after_expiry: 'new_record',
      },
      scope: 'undocumented',
      windowMs: dayMs,
    },
  ],
  [
    'parse-server-objects',
    {
      claims: { replay: 'error_with_id', mismatch: 'reject', failures: 'burnt', after_expiry: 'new_record' },
      scope: 'undocumented',
      windowMs: 300_000,
    },
  ],
];

const undocumented = Object.fromEntries(
  ['replay', 'mismatch', 'in_flight', 'failures', 'missing_key', 'after_expiry'].map((name) => [
    name,
    'undocumented',
  ]),
);

function stripped(text: string): string {
  const document = parseDocument(text);
  for (const section of ['claims', 'scope', 'retention']) document.delete(section);
  return document.toString();
}

describe('a ready contract without its claims gets them back from its own dialect', () => {
  it.each(dialects)(
    '%s',
    async (name, { claims, scope, windowMs }) => {
      const vendor = vendors.find((each) => each.name === name);
      if (vendor === undefined) throw new Error(`There is no ready contract ${name}.`);
      const silent = stripped(vendor.text());
      const { judged, contract } = await tryVendor(vendor, { only: observing, text: silent });
      const seen = observedContract({
        ...sampleReport(),
        target: { name: contract.name },
        contract: contractTable(contract, judged),
      });
      const text = observedFile(silent, `${name}.yaml`, seen);

      const read = readSections(text, `${name}.yaml`);
      expect({ ...undocumented, ...read.claims }).toEqual({ ...undocumented, ...claims });
      expect(read.scope).toEqual(scope);
      // A window is looked for in steps, and none is longer than the one that is kept.
      expect(read.retention?.kind).toBe('floor');
      expect(read.retention?.value ?? 0).toBeGreaterThan(0);
      expect(read.retention?.value ?? 0).toBeLessThanOrEqual(windowMs ?? 31 * dayMs);

      const again = await tryVendor(vendor, { only: observing, text });
      expect(differing(contractTable(again.contract, again.judged))).toEqual([]);
      expect(differing(contractTable(vendorAdapter(vendor).contract, judged))).toEqual([]);
    },
    60_000,
  );
});

function differing(lines: readonly ContractLine[]): readonly ContractLine[] {
  return lines.filter(({ agrees }) => agrees === 'differs');
}

it('a requirement observes the lines of the contract that it says it shows, and no others', async () => {
  const vendor = vendors.find(({ name }) => name === 'ietf-idempotency-key');
  if (vendor === undefined) throw new Error('There is a contract of the draft.');
  const { judged } = await tryVendor(vendor);
  const names: readonly string[] = contractLineNames;
  let lines = 0;
  for (const { scenario, observations } of judged) {
    for (const { claim } of observations) {
      if (!names.includes(claim)) continue;
      lines += 1;
      expect(scenario.shows, `${scenario.id}: ${claim}`).toContain(claim);
    }
  }
  expect(lines).toBeGreaterThan(10);
}, 60_000);
