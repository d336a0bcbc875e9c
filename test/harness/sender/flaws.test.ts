import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/harness/model/outcome.js';
import { senderFlaws } from '../../../src/harness/sender/flaws/index.js';
import { soundRules } from '../../../src/harness/sender/rules.js';
import {
  intentFor,
  Killed,
  keyOf,
  openTrial,
  outcome,
  policy,
  taskRequest,
  tellDataVersion,
  type TrialOptions,
} from './support.js';

/** Whether the misbehaviour shows in a course of events; each is told for the sound sender and for the flawed one. */
type Course = (open: (options?: TrialOptions) => ReturnType<typeof openTrial>) => Promise<boolean>;

const courses: Readonly<Record<string, Course>> = {
  /** A create follows a look-up that came before anything could be concluded from it. */
  'absent-believed-at-once': async (open) => {
    const { approve, attempt, work, creates, clock } = open({
      policy: { retry: 'lookup-first', absentAfterMs: 60_000 },
    });
    await approve();
    await attempt({ effects: [{ kind: 'refuse' }] });
    const givenUpAt = clock.now();
    await work();
    expect(creates).toHaveLength(2);
    return (creates[1]?.at ?? 0) < givenUpAt + 60_000;
  },

  /** A crash between the two writes leaves an approval without a row. */
  'two-writes-at-approval': async (open) => {
    const { sender, of } = open();
    const killed = (): void => {
      throw new Killed();
    };
    await expect(sender.approve(intentFor(), killed)).rejects.toThrow(Killed);
    await sender.countLedger();
    const [ledger] = of('ledger-counted');
    return ledger?.approvals.length !== ledger?.rows.length;
  },

  /** A retry carries another key, and the receiver holds two records. */
  'new-key-per-attempt': async (open) => {
    const { approve, attempt, work, creates, records } = open();
    await approve();
    await attempt({ effects: [{ kind: 'lose-reply' }] });
    await work();
    const keys = new Set(creates.map((create) => keyOf(create)));
    expect(await records()).toHaveLength(keys.size);
    return keys.size === 2;
  },

  /** A retry carries the same payload in other bytes. */
  'payload-reserialised': async (open) => {
    const { approve, attempt, work, creates } = open();
    await approve();
    await attempt({ effects: [{ kind: 'refuse' }] });
    await work();
    const [first, second] = creates.map((create) => create.request.body ?? '');
    expect(JSON.parse(second ?? '')).toEqual(JSON.parse(first ?? ''));
    return first !== second;
  },

  /** A request that never arrived counts as sent. */
  'sent-before-acknowledged': async (open) => {
    const { approve, attempt, row, records } = open();
    await approve();
    await attempt({ effects: [{ kind: 'refuse' }] });
    expect(await records()).toHaveLength(0);
    return (await row()).state === 'sent';
  },

  /** An approved action is in no state at all. */
  'row-dropped-after-budget': async (open) => {
    const { sender, approve, work, of } = open({ outcomes: unknowns(policy.maxAttempts) });
    await approve();
    await work();
    await sender.countLedger();
    const [ledger] = of('ledger-counted');
    expect(ledger?.rows).toHaveLength(ledger?.approvals.length ?? -1);
    return ledger?.rows.length === 0;
  },

  /** More attempts than the policy allows. */
  'budget-not-kept': async (open) => {
    const { approve, work, creates } = open({ outcomes: unknowns(20) });
    await approve();
    await work();
    return creates.length > policy.maxAttempts;
  },

  /** A create after an unknown outcome, and nobody asked in between. */
  'retries-without-lookup': async (open) => {
    const { approve, attempt, work, creates, lookUps } = open({ policy: { retry: 'lookup-first' } });
    await approve();
    await attempt({ effects: [{ kind: 'lose-reply' }] });
    await work();
    return creates.length === 2 && lookUps.length === 0;
  },

  /** A request starts from a worker whose lease has run out. */
  'sends-without-lease': async (open) => {
    const { approve, attempt, clock, creates } = open();
    await approve();
    await attempt({ stallAt: 'before-send', meanwhile: async () => clock.sleep(policy.leaseMs) });
    return creates.length === 1;
  },

  /** A late owner turns a row that another has settled. */
  'late-owner-writes': async (open) => {
    const { approve, attempt, clock, row, of } = open({ outcomes: [outcome('unknown')] });
    await approve();
    await attempt({
      stallAt: 'before-record',
      meanwhile: async () => {
        await clock.sleep(policy.leaseMs);
        await attempt({ worker: 'worker-2' });
        expect((await row()).state).toBe('sent');
      },
    });
    return (await row()).state === 'unknown' && of('row-recorded').at(-1)?.worker === 'worker-1';
  },

  /** Two workers hold one row. */
  'rescued-by-age': async (open) => {
    const { approve, attempt, clock, of, creates } = open();
    await approve();
    await attempt({
      stallAt: 'before-send',
      meanwhile: async () => {
        await clock.sleep(3_000);
        await attempt({ worker: 'worker-2' });
      },
    });
    return of('row-claimed').length === 2 && creates.length > 0 && of('row-claimed')[1]?.takenOver === true;
  },

  /** The next attempt comes before the receiver's wait is over. */
  'throttle-ignored': async (open) => {
    const { approve, work, creates } = open({ outcomes: [outcome('throttled', { retryAfterMs: 30_000 })] });
    await approve();
    await work();
    const [first, second] = creates;
    return (second?.at ?? 0) - (first?.at ?? 0) < 30_000;
  },

  /** A create under an approval that has expired, and under one for other bytes. */
  'stale-approval-sent': async (open) => {
    const expired = open();
    await expired.approve(intentFor('case-104', { expiresInMs: 1_000 }));
    await expired.clock.sleep(1_000);
    await expired.attempt();
    const tampered = open();
    await tampered.approve();
    await tampered.sender.tamper('case-104');
    await tampered.attempt();
    const moved = open();
    await moved.approve(intentFor('case-104', { data: { object: 'order 1842', version: '3' } }));
    await tellDataVersion(moved, 'order 1842', '4');
    await moved.attempt();
    expect(tampered.creates).toHaveLength(expired.creates.length);
    expect(moved.creates).toHaveLength(expired.creates.length);
    return tampered.creates.length === 1;
  },

  /** The row of a worker that died stays in its hands for ever. */
  'crashed-row-forgotten': async (open) => {
    const { approve, attempt, work, row } = open();
    await approve();
    await attempt({ crashAt: 'after-claim' });
    await work('worker-2');
    return (await row()).state === 'processing';
  },

  /** A blocked row is claimed without an operator. */
  'conflict-retried': async (open) => {
    const { approve, ask, work, creates, row } = open();
    await ask(taskRequest(intentFor().key, { title: 'Other content', reference: 'other' }));
    await approve();
    await work();
    expect((await row()).state).toBe('blocked');
    return creates.length > 1;
  },

  /** The same key goes out after its window, and nobody asked before. */
  'retries-after-expiry': async (open) => {
    const { approve, attempt, clock, creates, lookUps } = open({ policy: { windowMs: 60_000 } });
    await approve();
    await attempt({ effects: [{ kind: 'lose-reply' }] });
    await clock.sleep(60_000);
    await attempt();
    return creates.length === 2 && lookUps.length === 0;
  },

  /** A lost reply ends the action, and its record is never learned of. */
  'timeout-read-as-refusal': async (open) => {
    const { approve, attempt, work, row, records } = open();
    await approve();
    await attempt({ effects: [{ kind: 'lose-reply' }] });
    await work();
    expect(await records()).toHaveLength(1);
    return (await row()).state === 'failed';
  },
};

function unknowns(count: number): Outcome[] {
  return Array.from({ length: count }, () => outcome('unknown'));
}

describe('a flaw of the sender', () => {
  it.each(senderFlaws)('$name shows, and the sound sender does not show it', async (flaw) => {
    const course = courses[flaw.name];
    if (course === undefined) throw new Error(`No course shows ${flaw.name}.`);
    const rules = flaw.apply(soundRules);
    expect(await course((options) => openTrial(options))).toBe(false);
    expect(await course((options) => openTrial({ ...options, rules }))).toBe(true);
  });

  it('has a file of its name in the list, and a requirement', () => {
    const files = readdirSync(new URL('../../../src/harness/sender/flaws', import.meta.url))
      .map((file) => file.replace(/\.ts$/, ''))
      .filter((file) => file !== 'index');
    expect(new Set(senderFlaws.map((flaw) => flaw.name))).toEqual(new Set(files));
    expect(senderFlaws.map((flaw) => flaw.requirement).every((id) => /^[a-z-]+\/[a-z-]+$/.test(id))).toBe(
      true,
    );
  });

  it.each(senderFlaws)('$name leaves an undisturbed action as it should be', async (flaw) => {
    const { approve, work, row, records } = openTrial({ rules: flaw.apply(soundRules) });
    await approve();
    await work();
    expect(await row()).toMatchObject({ state: 'sent', attempts: 1 });
    expect(await records()).toHaveLength(1);
  });
});

describe('new-key-per-attempt', () => {
  const flaw = senderFlaws.find((each) => each.name === 'new-key-per-attempt');
  const rules = flaw?.apply(soundRules) ?? soundRules;

  it('replaces the key in header, path and body, each in its own spelling', () => {
    const key = 'a "b"/7';
    const request = {
      method: 'PUT',
      path: `/accounts/${encodeURIComponent(key)}?key=${encodeURIComponent(key)}`,
      headers: [
        ['Idempotency-Key', key],
        ['Accept', 'application/json'],
      ],
      body: JSON.stringify({ external: key, title: 'kept' }),
    } as const;
    expect(rules.requestFor({ request, key, attempt: 1 })).toEqual(request);
    const next = 'a "b"/8';
    expect(rules.requestFor({ request, key, attempt: 2 })).toEqual({
      method: 'PUT',
      path: `/accounts/${encodeURIComponent(next)}?key=${encodeURIComponent(next)}`,
      headers: [
        ['Idempotency-Key', next],
        ['Accept', 'application/json'],
      ],
      body: JSON.stringify({ external: next, title: 'kept' }),
    });
  });

  it.each(['5f0c1e9a-4b7d-4e1f-8a2b-9c3d4e5f6a7f', 'CASE-X', 'case-104', '---'])(
    'makes %s into another key of the same kind for each attempt',
    (key) => {
      const request = { method: 'POST', path: '/', headers: [['Idempotency-Key', key]], body: null } as const;
      const keys = [1, 2, 3, 4, 5].map(
        (attempt) => rules.requestFor({ request, key, attempt }).headers[0]?.[1] ?? '',
      );
      expect(new Set(keys).size).toBe(5);
      if (key !== '---') expect(keys.every((each) => each.length === key.length)).toBe(true);
    },
  );
});
