import { bundledOrigin, mountBundledReceiver } from '../../src/adapters/in-process/mount-bundled-receiver.js';
import { dialectOf } from '../../src/adapters/dialect/dialect-of.js';
import type { Vendor } from '../../src/adapters/vendors/index.js';
import { readAdapter } from '../../src/adapters/yaml/read-adapter.js';
import { contractTable } from '../../src/harness/judge/contract-table.js';
import { gradeOf } from '../../src/harness/judge/grade.js';
import type { Judged } from '../../src/harness/judge/judge-history.js';
import { settleDependencies } from '../../src/harness/judge/settle-dependencies.js';
import type { Adapter } from '../../src/harness/model/adapter.js';
import type { Contract } from '../../src/harness/model/contract.js';
import type { Level, Verdict } from '../../src/harness/model/verdict.js';
import type { Report } from '../../src/harness/model/report.js';
import { inProcessSource } from '../../src/harness/run/in-process-source.js';
import { seededRandom } from '../../src/harness/run/seeded-random.js';
import { scenarios } from '../../src/scenarios/index.js';
import type { VendorRow } from '../../build/vendors-page.js';
import { gradeAllowed } from '../../src/harness/plan/grade-allowed.js';
import { tryOutOn } from './trial.js';

const now = Date.UTC(2026, 0, 1);

/** Every variable is set, each to a value of its own. */
export const anyEnvironment: Readonly<Record<string, string>> = new Proxy(
  {},
  { get: (_, name) => `value of ${String(name)}` },
);

/** A ready contract, read for a receiver in this process. */
export function vendorAdapter({ name, text }: Pick<Vendor, 'name' | 'text'>): Adapter {
  const options = {
    file: `${name}.yaml`,
    environment: anyEnvironment,
    now: () => now,
    baseUrl: bundledOrigin,
  };
  return readAdapter(text(), options).adapter;
}

/**
 * Puts a ready contract on trial against its own dialect, in process, without regard to the limits of the real service;
 * `text` is what the file says in place of it, to whoever asks.
 */
export async function tryVendor(
  vendor: Vendor,
  {
    only = [],
    flaw = null,
    text = vendor.text(),
  }: { readonly only?: readonly string[]; readonly flaw?: string | null; readonly text?: string } = {},
): Promise<{
  readonly judged: readonly Judged[];
  readonly grade: Report['grade'];
  readonly contract: Contract;
}> {
  const read = vendorAdapter({ name: vendor.name, text: () => text });
  const limits = { creates: 100_000, perSecond: 10_000, parallel: 64, timeoutMs: 750, load: null };
  const adapter: Adapter = { ...read, contract: { ...read.contract, limits } };
  const dialect = dialectOf(vendor.text(), { file: `${vendor.name}.yaml`, environment: anyEnvironment });
  const random = seededRandom(1);
  const source = inProcessSource({
    adapter,
    mount: mountBundledReceiver({ flaw, dialect }),
    mountOffers: ['move-clock', 'slow', 'fail-next', 'throttle-next', 'restart'],
    random,
  });
  // The sender's own promises do not depend on whom it speaks to.
  const ofReceivers = scenarios.filter(({ id }) => !id.startsWith('sender/'));
  const chosen = only.length === 0 ? ofReceivers : scenarios.filter(({ id }) => only.includes(id));
  const { judged: each } = await tryOutOn(source, chosen, { random, seed: 1, effort: 'quick' });
  const judged = settleDependencies(each);
  const grade = gradeOf(judged, adapter.contract, { complete: true, gone: null, required: null });
  return { judged, grade, contract: adapter.contract };
}

/** The row of a ready contract on the page of contracts. */
export async function vendorRowOf(
  vendor: Vendor,
): Promise<VendorRow & { readonly differing: readonly string[] }> {
  const { contract, offers } = vendorAdapter(vendor);
  const told = { name: vendor.name, contract, allowed: gradeAllowed(contract, offers) };
  const { judged, grade } = await tryVendor(vendor);
  const count = (verdict: Verdict): number => judged.filter((each) => each.verdict === verdict).length;
  const failed = (wanted: Level): readonly string[] =>
    judged
      .filter(({ verdict, level }) => (verdict === 'fail' || verdict === 'kit-error') && level === wanted)
      .map(({ scenario }) => scenario.id);
  return {
    ...told,
    reached: grade.reached,
    held: count('pass'),
    tried: judged.length - count('not-exercised'),
    broken: failed('MUST'),
    warned: failed('SHOULD'),
    differing: contractTable(contract, judged)
      .filter(({ agrees }) => agrees === 'differs')
      .map(({ claim, declared, observed }) => `${claim}: ${declared}, ${observed}`),
  };
}
