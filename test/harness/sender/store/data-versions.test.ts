import { describe, expect, it } from 'vitest';
import { postgresAddress } from '../../../../src/harness/sender/store/postgres/address.js';
import type { SenderStore } from '../../../../src/harness/sender/store/sender-store.js';
import { connected, emptyLedger } from '../../../support/postgresql.js';
import { approvalOf, claim, openAt, settle, stores, together, type OpenStore } from './stores.js';

const signed = { who: 'Ada', why: 'the order was changed' };
const on = (version: string, object = 'order 1842') => ({ data: { object, version } });

describe.each(stores)(
  'the data that an approval was decided on, in $name',
  ({ open }: { open: OpenStore }) => {
    const tell = (store: SenderStore, version: string, object = 'order 1842') =>
      store.tellDataVersion({ object, version, ...signed });

    it('is known from the approval on, and then as it was told last, whoever looks', async () => {
      const { store, another } = await open();
      await store.approve([approvalOf('a', on('3')), approvalOf('b')], together);
      expect(await store.rows()).toMatchObject([
        { dataObject: 'order 1842', dataVersion: '3', knownVersion: '3' },
        { dataObject: null, dataVersion: null, knownVersion: null },
      ]);
      expect(await tell(store, '4')).toBe('3');
      const other = await another();
      expect(await other.rows()).toMatchObject([
        { dataVersion: '3', knownVersion: '4' },
        { dataVersion: null },
      ]);
      expect((await other.look('key of a'))?.row).toMatchObject({ knownVersion: '4' });
      expect((await claim(other)).taken).toMatchObject([{ row: { dataVersion: '3', knownVersion: '4' } }]);
      expect(await tell(store, '1', 'order 7')).toBeNull();
    });

    it('is seen as it is by who is about to send, however it was when the row was claimed', async () => {
      const { store, another } = await open();
      await store.approve([approvalOf('a', on('3'))], together);
      const [taken] = (await claim(store)).taken;
      expect(taken?.row).toMatchObject({ knownVersion: '3' });
      await tell(await another(), '4');
      const hold = { key: 'key of a', fence: 1 };
      const refuses = ({
        dataVersion,
        knownVersion,
      }: {
        dataVersion: string | null;
        knownVersion: string | null;
      }) => (dataVersion === knownVersion ? null : 'data-changed');
      expect(await store.recordSend(hold, refuses)).toBe('data-changed');
      expect(await store.rows()).toMatchObject([{ inDoubt: 0, firstSentAt: null }]);
      await tell(store, '3');
      expect(await store.recordSend(hold, refuses)).toMatchObject({ action: 'a' });
    });

    it('keeps an approval on any other version out', async () => {
      const { store } = await open();
      await tell(store, '4');
      const came = await store.approve([approvalOf('a', on('3'))], together);
      expect(came).toMatchObject([{ kind: 'refused', breaches: [{ rule: 'data version', standing: null }] }]);
      const both = [approvalOf('b', on('1', 'order 7')), approvalOf('c', on('2', 'order 7'))];
      expect((await store.approve(both, together)).map(({ kind }) => kind)).toEqual(['left-out', 'refused']);
      expect((await store.ledger()).approvals).toEqual([]);
      expect(await store.approve([approvalOf('a', on('4'))], together)).toMatchObject([{ kind: 'recorded' }]);
    });

    it('may be another one in a new approval of the same content, which keeps key, row and who decided', async () => {
      const { store, advance } = await open();
      const first = approvalOf('a', { ...on('3'), expiresInMs: 60_000 });
      await store.approve([first], together);
      await tell(store, '4');
      await advance(10_000);
      const anew = { ...first, ...on('4'), approvedBy: 'Grace' };
      const [before] = await store.rows();
      const [renewed] = await store.approve([anew], together);
      expect(renewed).toMatchObject({ kind: 'renewed' });
      const [after, ...more] = await store.rows();
      expect(more).toEqual([]);
      expect(after).toMatchObject({ key: 'key of a', state: 'pending', dataVersion: '4', knownVersion: '4' });
      expect((after?.expiresAt ?? 0) - (before?.expiresAt ?? 0)).toBeGreaterThanOrEqual(10_000);
      expect(await store.dossier('key of a')).toMatchObject({
        approvedBy: 'Grace',
        acts: [
          {
            act: 'approve',
            who: 'Grace',
            result: 'renewed',
            why: expect.stringContaining('order 1842 at 4') as string,
          },
        ],
      });
      expect(await store.approve([anew], together)).toMatchObject([{ kind: 'known' }]);
      expect(await store.approve([{ ...anew, payloadHash: 'another' }], together)).toMatchObject([
        { kind: 'known' },
      ]);
    });

    it('cannot be renewed by an approval that a rule refuses, or of what was sent', async () => {
      const { store } = await open();
      await store.approve([approvalOf('a', on('3'))], together);
      await tell(store, '4');
      const breaches = [{ rule: 'large amounts', why: 'too large', standing: null }];
      expect(await store.approve([approvalOf('a', { ...on('4'), breaches })], together)).toMatchObject([
        { kind: 'refused' },
      ]);
      await claim(store);
      await settle(store, { key: 'key of a', fence: 1 });
      expect(await store.approve([approvalOf('a', on('4'))], together)).toMatchObject([{ kind: 'known' }]);
      expect(await store.rows()).toMatchObject([{ state: 'sent', dataVersion: '3' }]);
    });
  },
);

describe('an application that shares a database with the ledger', () => {
  it('tells a version in its own transaction, and nothing is marked as sent between its change and its commit', async () => {
    const { store, schema, application } = await claimedOnThree();
    await application.query('BEGIN');
    await application.query(`SELECT ${schema}.tell_data_version('order 1842', '4')`);
    const sends = store.recordSend({ key: 'key of a', fence: 1 }, ({ knownVersion }) =>
      knownVersion === '3' ? null : `known at ${knownVersion ?? ''}`,
    );
    expect(await waitsForALock(schema, sends)).toBe(true);
    await application.query('COMMIT');
    expect(await sends).toBe('known at 4');
    await application.end();
  });

  it('waits for a send that is being marked by the version before', async () => {
    const { store, schema, application } = await claimedOnThree();
    await application.query(`SELECT ${schema}.tell_data_version('order 1842', '3')`);
    await application.query('BEGIN');
    await application.query(`SELECT ${schema}.held_data_version('order 1842')`);
    const tells = store.tellDataVersion({ object: 'order 1842', version: '4', ...signed });
    expect(await waitsForALock(schema, tells)).toBe(true);
    expect(await store.rows()).toMatchObject([{ knownVersion: '3' }]);
    await application.query('COMMIT');
    expect(await tells).toBe('3');
    await application.end();
  });
});

/** A ledger with a row that was claimed, decided on version 3 of its data, and an application's own connection. */
async function claimedOnThree() {
  const text = await emptyLedger();
  const { schema } = postgresAddress(text);
  const store = await openAt(text);
  await store.approve([approvalOf('a', on('3'))], together);
  await claim(store);
  return { store, schema, application: await connected() };
}

/** Whether a statement of that ledger comes to wait for a lock before `over` is settled. */
async function waitsForALock(schema: string, over: Promise<unknown>): Promise<boolean> {
  const ended = new AbortController();
  void over.catch(() => undefined).then(() => ended.abort());
  const watcher = await connected();
  try {
    while (!ended.signal.aborted) {
      const { rows } = await watcher.query(
        `SELECT 1 FROM pg_stat_activity WHERE application_name = 'twiceshy ${schema}' AND wait_event_type = 'Lock'`,
      );
      if (rows.length > 0) return true;
    }
    return false;
  } finally {
    await watcher.end();
  }
}
