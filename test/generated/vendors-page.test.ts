import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { vendorsPage, type VendorRow } from '../../build/vendors-page.js';
import { vendors } from '../../src/adapters/vendors/index.js';
import { vendorRowOf } from '../support/vendor-trial.js';

const file = new URL('../../docs/vendors.md', import.meta.url);
const updating = process.env['TWICESHY_UPDATE'] === '1';

it('docs/vendors.md lists every ready contract, in order (its rows are held by the tests of the contracts)', async () => {
  if (updating) {
    const rows: VendorRow[] = [];
    for (const vendor of vendors) rows.push(await vendorRowOf(vendor));
    writeFileSync(file, vendorsPage(rows));
  }
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(lines.map((line) => line.split('`')[1])).toEqual(vendors.map(({ name }) => name));
}, 900_000);
