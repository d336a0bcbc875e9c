import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tryCommandApi, type CommandApiTrial } from '../../support/command-api-trial.js';
import { emptyLedger } from '../../support/postgresql.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const longestMs = 300_000;

function failures({ report }: CommandApiTrial): readonly string[] {
  return report.entries
    .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-exercised')
    .map(({ id, verdict }) => `${id} ${verdict}`);
}

describe('twiceshy run on the command API', () => {
  it(
    'reaches the grade that its claims allow, on SQLite, killed and started again on the way',
    async () => {
      const data = join(temporaryFolder(), 'orders.sqlite');
      const trial = await tryCommandApi(data, [
        'acceptance/creates-and-names-record',
        'replay/same-record',
        'replay/faithful-answer',
        'lost-reply',
        'concurrency',
        'conflict/no-second-effect',
        'conflict/refused',
        'conflict/same-intent',
        'conflict/intent-differs',
        'durability',
        'failure',
        'retention/after-expiry',
      ]);
      expect(failures(trial), trial.out).toEqual([]);
      expect(trial.report.grade.reached).toBe('retry-safe');
      expect(trial.histories.some((event) => event.type === 'acceptance-settled')).toBe(true);
    },
    longestMs,
  );

  it(
    'holds on PostgreSQL what a retry needs, copies at once and a kill among it',
    async () => {
      const only = ['replay/same-record', 'lost-reply/timeout', 'concurrency/one-effect', 'conflict/raced'];
      const trial = await tryCommandApi(await emptyLedger(), [
        ...only,
        'conflict/same-intent',
        'durability/replay-after-kill',
      ]);
      expect(failures(trial), trial.out).toEqual([]);
      expect(trial.report.entries.filter(({ verdict }) => verdict === 'pass')).toHaveLength(6);
    },
    longestMs,
  );

  it.each([
    ['event-outside-transaction', 'failure/no-partial'],
    ['order-per-key', 'conflict/same-intent'],
  ])(
    'finds the flaw %s by %s',
    async (flaw, requirement) => {
      const data = join(temporaryFolder(), 'orders.sqlite');
      const trial = await tryCommandApi(data, [requirement], { flaw });
      expect(failures(trial), trial.out).toEqual([`${requirement} fail`]);
      expect(trial.code).toBe(1);
    },
    longestMs,
  );
});
