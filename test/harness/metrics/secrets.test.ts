import { join } from 'node:path';
import Database from 'better-sqlite3';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { expect, it } from 'vitest';
import { observeLedger } from '../../../src/harness/metrics/observe-ledger.js';
import { prometheusText } from '../../../src/harness/metrics/prometheus-text.js';
import { systemClock } from '../../../src/harness/run/system-clock.js';
import { openSqliteStore } from '../../../src/harness/sender/store/sqlite/open-sqlite-store.js';
import { say } from '../../support/kit.js';
import { adapterAt, approvalsFile } from '../../support/outbox-trial.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { AskedReader } from './asked-reader.js';

const secret = 'Zk9vWm';

/** An outbox with a blocked action, of whose texts each one that is free holds the secret; the names of those texts. */
async function fullOfSecrets(outbox: string): Promise<readonly string[]> {
  const adapter = adapterAt('http://127.0.0.1:9');
  const line = {
    action: `action ${secret}`,
    key: `key-${secret}`,
    aggregate: `aggregate ${secret}`,
    requestedBy: `${secret}@desk`,
    object: `object ${secret}`,
    dataVersion: 1,
    payload: { title: `title ${secret}`, reference: `reference ${secret}` },
  };
  const approve = ['approve', approvalsFile([line]), '--adapter', adapter, '--outbox', outbox];
  const signature = ['--who', `who ${secret}`, '--why', `why ${secret}`, '--outbox', outbox];
  expect(await say(['outbox', ...approve])).toMatchObject({ code: 0 });
  expect(await say(['outbox', 'pause', ...signature])).toMatchObject({ code: 0 });
  const database = new Database(outbox);
  try {
    database
      .prepare(`UPDATE outbox SET state = 'blocked', next_at = NULL, reason = @text, remote_id = @text`)
      .run({ text: `several records at the receiver (${secret})` });
    database
      .prepare(
        `INSERT INTO attempts (key, fence, number, worker, claimed_at, lease_until, sent_at, ended_at, exchange, outcome, result)
         VALUES (@key, 1, 1, @text, 1, 2, 1, 2, @text, 'mismatch', 'blocked')`,
      )
      .run({ key: line.key, text: `worker ${secret}` });
    database
      .prepare(`INSERT INTO refusals (at, key, action, rule, why, standing) VALUES (1, @t, @t, @t, @t, @t)`)
      .run({ t: secret });
    return textsWith(database);
  } finally {
    database.close();
  }
}

/** Each `table.column` that holds the secret somewhere. */
function textsWith(database: Database.Database): readonly string[] {
  const columns = database
    .prepare<[], { place: string; name: string; within: string }>(
      `SELECT t.name || '.' || c.name AS place, c.name AS name, t.name AS within
       FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'`,
    )
    .all();
  return columns.flatMap(({ place, name, within }) =>
    database.prepare(`SELECT 1 FROM "${within}" WHERE instr("${name}", ?) > 0`).get(secret) === undefined
      ? []
      : [place],
  );
}

it('no metric tells anything of what is in a ledger but how much it is', async () => {
  const outbox = join(temporaryFolder(), 'outbox.sqlite');
  const texts = await fullOfSecrets(outbox);
  expect(texts).toEqual(
    expect.arrayContaining([
      'approvals.action',
      'approvals.requested_by',
      'attempts.worker',
      'kill_switch.who',
      'operator_acts.why',
      'outbox.aggregate',
      'outbox.key',
      'outbox.reason',
      'outbox.remote_id',
      'outbox.request',
      'refusals.why',
    ]),
  );
  const store = openSqliteStore(outbox, { clock: systemClock });
  const reader = new AskedReader();
  try {
    const provider = new MeterProvider({ readers: [reader] });
    observeLedger(provider.getMeter('test'), store);
    const { resourceMetrics, errors } = await reader.collect();
    expect(errors).toEqual([]);
    const told = JSON.stringify(resourceMetrics.scopeMetrics);
    const text = await prometheusText(await store.figures());
    // They have been read from that ledger.
    expect(told).toContain('twiceshy.outbox.discrepancies');
    expect(text).toContain('twiceshy_outbox_discrepancies 1\n');
    expect(text).toContain('twiceshy_outbox_hash_conflicts_total 1\n');
    for (const each of [told, text]) {
      expect(each).not.toContain(secret);
      expect(each).not.toContain(outbox);
    }
  } finally {
    await reader.shutdown();
    await store.close();
  }
});
