import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/harness/model/report.js';
import { childProcesses, expectFresh, putOnTrial, type ExampleTrial } from '../support/example-trial.js';

const example = 'express-idempotency';
const reports = `examples/${example}/report`;
const longestRunMs = 120_000;

/** Verdict, effect and answer by requirement, of those that were exercised. */
function verdictsOf({ entries }: Report): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entries
      .filter(({ verdict }) => verdict !== 'not-exercised')
      .map(({ id, verdict, effect, answer }) => [id, `${verdict}: effect ${effect}, answer ${answer}`]),
  );
}

/** What was seen of a claim of the contract. */
function observedOf({ contract }: Report, claim: string): string | undefined {
  return contract.find((line) => line.claim === claim)?.observed;
}

const sound = 'pass: effect holds, answer holds';
const soundInEffect = 'pass: effect holds, answer not-judged';
const soundInAnswer = 'pass: effect not-judged, answer holds';

/** What both variants of the example have in common. */
const inBoth = {
  'acceptance/creates-and-names-record': sound,
  'replay/same-record': sound,
  'conflict/no-second-effect': soundInEffect,
  'conflict/original-still-replays': sound,
  'conflict/raced': sound,
};

describe('express-idempotency as its README shows it', () => {
  let trial: ExampleTrial;
  let childrenBefore = 0;

  beforeAll(async () => {
    childrenBefore = childProcesses();
    trial = await putOnTrial(
      `${example}/adapter.yaml`,
      [
        'acceptance/creates-and-names-record',
        'acceptance/keyless-not-merged',
        'acceptance/refused-key-usable',
        'replay',
        'lost-reply',
        'conflict',
        'key/repeated-header',
        'key/empty',
        'lookup/finds-action',
        'lookup/absent-is-definite',
        'lookup/complete',
        'reconcile',
        'concurrency',
        'failure',
        'durability/acknowledged-survives-kill',
        'durability/replay-after-restart',
        'durability/replay-after-kill',
      ],
      'quick',
    );
  }, longestRunMs);

  it('keeps what it promises for retries that come one after another, and for replies that are lost', () => {
    expect(verdictsOf(trial.report)).toMatchObject({
      ...inBoth,
      'acceptance/keyless-not-merged': sound,
      'acceptance/refused-key-usable': sound,
      'replay/many-uses': sound,
      'replay/faithful-answer': sound,
      'replay/any-connection': sound,
      'replay/insignificant-differences': sound,
      'replay/volatile-headers': sound,
      'lost-reply/timeout': sound,
      'lost-reply/reset-after-request': sound,
      'lost-reply/cut-reply': sound,
      'lost-reply/gateway-error': sound,
      'lost-reply/never-arrived': soundInEffect,
      'lost-reply/half-request': sound,
      'lost-reply/client-gone': sound,
      'lost-reply/late-original': sound,
      'lost-reply/late-effect': sound,
      'lost-reply/resent-on-the-way': sound,
      'lookup/finds-action': sound,
      'lookup/absent-is-definite': soundInAnswer,
      'lookup/complete': sound,
    });
  });

  it('makes one task of copies that arrive together, and tells the others to come back', () => {
    expect(verdictsOf(trial.report)).toMatchObject({
      'concurrency/one-effect': soundInEffect,
      'concurrency/losers-resolve': sound,
      'concurrency/losers-told-clearly': sound,
      'concurrency/while-running': sound,
      'concurrency/at-reply-edge': sound,
      'concurrency/distinct-keys-progress': sound,
    });
    expect(observedOf(trial.report, 'in_flight')).toBe('reject');
  });

  it('refuses other content in effect and in answer, but takes 1 and "1" for the same', () => {
    expect(verdictsOf(trial.report)).toMatchObject({
      'conflict/refused': soundInAnswer,
      'conflict/clear-answer': soundInAnswer,
      'conflict/deep-difference': 'fail: effect holds, answer broken',
    });
    const found = trial.report.entries.find(({ id }) => id === 'conflict/deep-difference')?.findings ?? [];
    expect([...new Set(found.map((finding) => finding.try))].toSorted()).toEqual([
      'in the type of a nested member',
      'in the type of a number',
    ]);
  });

  it('takes a key header that arrives twice for a new key, and an empty one for none', () => {
    expect(verdictsOf(trial.report)['key/repeated-header']).toBe('fail: effect broken, answer holds');
    expect(verdictsOf(trial.report)['key/empty']).toMatch(/^fail: effect broken/);
  });

  it('never hears of a handler that throws: the key stays in progress, and no retry makes the task', () => {
    expect(verdictsOf(trial.report)).toMatchObject({
      'failure/transient-not-sticky': 'fail: effect broken, answer broken',
      'failure/no-partial': 'fail: effect broken, answer broken',
    });
    expect(observedOf(trial.report, 'failures')).toBe('burnt: done after a refusal; a 5xx uses the key up');
  });

  it('forgets its keys when it is restarted or killed, and keeps its records: a retry makes a second one', () => {
    expect(verdictsOf(trial.report)).toMatchObject({
      'durability/acknowledged-survives-kill': soundInEffect,
      'durability/replay-after-restart': 'fail: effect broken, answer broken',
      'durability/replay-after-kill': 'fail: effect broken, answer broken',
    });
  });

  it('does not conform, so that a gate turns red, and its grade is reconcile-first', () => {
    expect(trial.code).toBe(1);
    expect(trial.report.grade.reached).toBe('reconcile-first');
    expect(trial.report.grade.proof?.verdict).toBe('proven');
  });

  it('leaves no process and no open port behind', async () => {
    await expect.poll(childProcesses).toBe(childrenBefore);
    await expect(fetch(`${trial.report.target.address}/healthz`)).rejects.toThrow('fetch failed');
  });

  it('is told by the report that lies beside it', () => {
    expectFresh(`${reports}/report`, trial);
  });
});

describe('express-idempotency behind the usual error handler', () => {
  let trial: ExampleTrial;

  beforeAll(async () => {
    trial = await putOnTrial(
      `${example}/adapter-with-error-handler.yaml`,
      [
        'acceptance/creates-and-names-record',
        'replay/same-record',
        'lost-reply/client-gone',
        'conflict',
        'concurrency/losers-resolve',
        'concurrency/losers-told-clearly',
        'failure/transient-not-sticky',
      ],
      'quick',
    );
  }, longestRunMs);

  it('is as right in effect, and tells a clash by a 500 that says nothing', () => {
    expect(verdictsOf(trial.report)).toMatchObject({
      ...inBoth,
      'conflict/refused': 'fail: effect not-judged, answer broken',
      'conflict/clear-answer': 'fail: effect not-judged, answer broken',
      'conflict/deep-difference': 'fail: effect holds, answer broken',
    });
  });

  it('tells those who come too early the same 500, and everybody the one task in the end', () => {
    expect(verdictsOf(trial.report)).toMatchObject({
      'lost-reply/client-gone': sound,
      'concurrency/losers-resolve': sound,
      'concurrency/losers-told-clearly': 'fail: effect holds, answer broken',
    });
  });

  it('hears of a handler that throws, and frees the key for the retry', () => {
    expect(verdictsOf(trial.report)).toMatchObject({
      'failure/transient-not-sticky': sound,
    });
  });

  it('is told by the report that lies beside it', () => {
    expectFresh(`${reports}/with-error-handler`, trial);
  });
});
