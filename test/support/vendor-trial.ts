import { bundledOrigin, mountBundledReceiver } from '../../src/adapters/in-process/mount-bundled-receiver.js';
import { dialectOf } from '../../src/adapters/dialect/dialect-of.js';
import type { Vendor } from '../../src/adapters/vendors/index.js';
import { readAdapter } from '../../src/adapters/yaml/read-adapter.js';
import { gradeOf } from '../../src/harness/judge/grade.js';
import type { Judged } from '../../src/harness/judge/judge-history.js';
import { settleDependencies } from '../../src/harness/judge/settle-dependencies.js';
import type { Adapter } from '../../src/harness/model/adapter.js';
import type { Report } from '../../src/harness/model/report.js';
import { inProcessSource } from '../../src/harness/run/in-process-source.js';
import { seededRandom } from '../../src/harness/run/seeded-random.js';
import { scenarios } from '../../src/scenarios/index.js';
import { tryOutOn } from './trial.js';

const now = Date.UTC(2026, 0, 1);

/** Every variable is set, each to a value of its own. */
export const anyEnvironment: Readonly<Record<string, string>> = new Proxy(
  {},
  { get: (_, name) => `value of ${String(name)}` },
);

/** A ready contract, read for a receiver in this process. */
export function vendorAdapter({ name, text }: Vendor): Adapter {
  const options = {
    file: `${name}.yaml`,
    environment: anyEnvironment,
    now: () => now,
    baseUrl: bundledOrigin,
  };
  return readAdapter(text(), options).adapter;
}

/** Puts a ready contract on trial against its own dialect, in process, without regard to the limits of the real service. */
export async function tryVendor(
  vendor: Vendor,
  only: readonly string[] = [],
): Promise<{ readonly judged: readonly Judged[]; readonly grade: Report['grade'] }> {
  const read = vendorAdapter(vendor);
  const limits = { creates: 100_000, perSecond: 10_000, parallel: 64, timeoutMs: 750, load: null };
  const adapter: Adapter = { ...read, contract: { ...read.contract, limits } };
  const dialect = dialectOf(vendor.text(), { file: `${vendor.name}.yaml`, environment: anyEnvironment });
  const random = seededRandom(1);
  const source = inProcessSource({
    adapter,
    mount: (place) => mountBundledReceiver({ ...place, flaw: null, dialect }),
    mountOffers: ['move-clock', 'slow', 'fail-next', 'throttle-next', 'restart'],
    random,
  });
  const chosen = only.length === 0 ? scenarios : scenarios.filter(({ id }) => only.includes(id));
  const { judged: each } = await tryOutOn(source, chosen, { random, seed: 1, effort: 'standard' });
  const judged = settleDependencies(each);
  const grade = gradeOf(judged, adapter.contract, { complete: true, gone: null, required: null });
  return { judged, grade };
}
