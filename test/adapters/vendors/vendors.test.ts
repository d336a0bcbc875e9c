import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { vendorRow } from '../../../build/vendors-page.js';
import { vendors } from '../../../src/adapters/vendors/index.js';
import { vendorRowOf } from '../../support/vendor-trial.js';

const longestTrialMs = 120_000;
const overlapping = ['conflict/raced', 'concurrency/while-running'];

describe('a ready contract against its own dialect reaches what its claims allow, and fails nothing', () => {
  const page = readFileSync(new URL('../../../docs/vendors.md', import.meta.url), 'utf8').split('\n');
  it.each(vendors)(
    '$name',
    async (vendor) => {
      const row = await vendorRowOf(vendor);
      // Whoever says that overlapping requests may both run is found to let them run, and nothing else.
      const admitted = row.contract.claims.in_flight === 'may_duplicate' ? overlapping : [];
      expect(row.broken).toEqual(admitted);
      // What is seen of the dialect is what the file claims.
      expect(row.differing).toEqual([]);
      expect(row.reached).toBe(row.allowed);
      // The page says the same; `npm run fresh` makes it again.
      expect(page).toContain(vendorRow(row));
    },
    longestTrialMs,
  );
});
