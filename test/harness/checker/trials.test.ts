import { describe, expect, it } from 'vitest';
import { judgeByChecker } from '../../../src/harness/checker/answers-are-explained.js';
import { viewHistory } from '../../../src/harness/model/history-view.js';
import type { InvariantResult } from '../../../src/harness/model/invariant.js';
import { vendors } from '../../../src/adapters/vendors/index.js';
import { scenarios } from '../../../src/scenarios/index.js';
import { tryOutAll } from '../../support/trial.js';
import { tryVendor } from '../../support/vendor-trial.js';

const longestMs = 120_000;

/** Courses on which the flaws below show, and some more in which a sound receiver has to be explained. */
const courses = [
  'acceptance/creates-and-names-record',
  'acceptance/distinct-keys-stay-distinct',
  'acceptance/acknowledged-is-real',
  'replay/same-record',
  'replay/insignificant-differences',
  'replay/after-delete',
  'lost-reply/timeout',
  'lost-reply/gateway-error',
  'lost-reply/late-effect',
  'lost-reply/resent-on-the-way',
  'conflict/no-second-effect',
  'conflict/other-operation',
  'conflict/raced',
  'concurrency/while-running',
  'durability/conflict-after-restart',
  'retention/held-in-window',
  'retention/protected-again',
  'retention/record-outlives-key',
  'key/repeated-header',
  'key/case-kept',
  'scope/no-leak',
  'lookup/exact',
  'sender/crash-anywhere-recovers',
];

/** Courses in which contracts differ most from each other. */
const contestedCourses = [
  'replay/same-record',
  'lost-reply/timeout',
  'conflict/original-still-replays',
  'conflict/raced',
  'concurrency/while-running',
  'retention/protected-again',
  'failure/transient-not-sticky',
  'failure/no-partial',
  'lookup/fresh',
];

/** What the checker says of the histories of a course; it sees nothing of what the course promises. */
async function judgedCourses(
  ids: readonly string[],
  flaw?: string,
): Promise<ReadonlyMap<string, InvariantResult>> {
  const chosen = scenarios.filter(({ id }) => ids.includes(id));
  const { histories } = await tryOutAll(chosen, flaw === undefined ? {} : { flaw });
  return new Map(
    [...histories].map(([id, events]) => {
      const history = viewHistory(events);
      return [id, judgeByChecker(history, history.contract)];
    }),
  );
}

describe('from answers, looks and the contract alone', () => {
  it('every course of the sound receiver is explained', { timeout: longestMs }, async () => {
    const results = await judgedCourses(courses);
    expect([...results.keys()]).toEqual(scenarios.map(({ id }) => id).filter((id) => courses.includes(id)));
    for (const [id, result] of results) expect({ id, kind: result.kind }).toEqual({ id, kind: 'holds' });
  });

  it.each(vendors)(
    'what the dialect of $name does is explained by its contract',
    { timeout: longestMs },
    async (vendor) => {
      const { judged } = await tryVendor(vendor, { only: contestedCourses });
      const broken = judged.flatMap(({ scenario, view }) => {
        const result = view === null ? null : judgeByChecker(view, view.contract);
        return result?.kind === 'broken' ? [{ course: scenario.id, findings: result.findings }] : [];
      });
      expect(broken).toEqual([]);
    },
  );

  it.each([
    ['answers-without-saving', 'acceptance/creates-and-names-record', 'had no record when looked for'],
    ['id-not-fetchable', 'acceptance/creates-and-names-record', 'alone when looked for'],
    ['loses-one-in-twenty', 'acceptance/acknowledged-is-real', 'had no record when looked for'],
    ['dedupes-by-payload', 'acceptance/distinct-keys-stay-distinct', 'made before'],
    ['no-deduplication', 'replay/same-record', 'answered with two records'],
    ['replay-names-other-id', 'replay/same-record', 'answered with two records'],
    ['raw-bytes-identity', 'replay/insignificant-differences', 'answered with two records'],
    ['effect-after-error', 'lost-reply/late-effect', 'had 2 records'],
    ['conflict-creates-second', 'conflict/no-second-effect', 'answered with two records'],
    ['race-loser-overwrites', 'conflict/raced', '(content 2)'],
    ['lease-shorter-than-work', 'concurrency/while-running', 'answered with two records'],
    ['fingerprint-in-memory', 'durability/conflict-after-restart', '(content 2)'],
    ['window-in-milliseconds', 'retention/held-in-window', 'answered with two records'],
    ['expired-key-unguarded', 'retention/protected-again', 'answered with two records'],
    ['record-goes-with-key', 'retention/record-outlives-key', 'had no record when looked for'],
    ['key-lower-cased', 'key/case-kept', 'made before'],
  ])('%s is contradicted on %s: %s', { timeout: longestMs }, async (flaw, course, words) => {
    const result = (await judgedCourses([course], flaw)).get(course);
    if (result?.kind !== 'broken') throw new Error(`The checker says ${result?.kind ?? 'nothing'}.`);
    expect(result.findings[0]?.sentence).toContain(words);
  });
});
