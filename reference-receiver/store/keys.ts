import type { Preparing } from './opening.js';

/** Whose key it is and for what: the same text elsewhere is another key. */
export interface Scope {
  readonly tenant: string;
  readonly method: string;
  readonly route: string;
}

/** The right to run one create, until `lease` ends or somebody takes over; its fence shuts out a late owner. */
export interface KeyClaim {
  readonly sequence: number;
  readonly fence: number;
}

/** A key in use: being worked on, or done with the answer that every later use is to get. */
export interface KeyRow extends KeyClaim {
  readonly key: string;
  readonly state: 'working' | 'done';
  readonly fingerprint: string;
  readonly leaseUntil: number;
  readonly expiresAt: number | null;
  readonly recordId: string | null;
  readonly status: number | null;
  readonly contentType: string | null;
  readonly location: string | null;
  readonly body: string | null;
}

/** What is kept with a key once its create is done. */
interface KeyAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly location: string | null;
  readonly body: string;
  readonly recordId: string | null;
  /** Epoch milliseconds; from then on the key is as good as new. */
  readonly expiresAt: number;
}

interface ClaimRequest extends Scope {
  readonly key: string;
  readonly fingerprint: string;
  readonly leaseUntil: number;
  readonly now: number;
}

/** The key table; `claim` and `seize` want a transaction around them, which also makes each fence unique. */
export interface KeyTable {
  /** Claims a key that is new, expired, or left behind by an owner whose lease is over; undefined when it is held. */
  claim(request: ClaimRequest): KeyClaim | undefined;
  /** Takes the key whoever holds it. The sound receiver never does; flaws do. */
  seize(request: ClaimRequest): KeyClaim;
  find(scope: Scope, key: string): KeyRow | undefined;
  /** Stores the answer; false when the claim is no longer the caller's. */
  finish(claim: KeyClaim, answer: KeyAnswer): boolean;
  /** Keeps an unfinished claim until it is finished or given back, however long that takes; false when it is no longer the caller's. */
  hold(claim: KeyClaim): boolean;
  /** Gives an unfinished claim back, so that the key is unused again. */
  release(claim: KeyClaim): void;
  /** Removes up to `limit` keys that expired by `now`. */
  sweep(now: number, limit: number): void;
}

const columns = `sequence, fence, key, state, fingerprint, lease_until AS leaseUntil, expires_at AS expiresAt,
  record_id AS recordId, status, content_type AS contentType, location, body`;

const claimAnd = (free: string) => `
  INSERT INTO keys (tenant, method, route, key, state, fence, fingerprint, lease_until)
  VALUES (@tenant, @method, @route, @key, 'working', (SELECT next FROM fences), @fingerprint, @leaseUntil)
  ON CONFLICT (tenant, method, route, key) DO UPDATE
  SET state = 'working', fence = excluded.fence, fingerprint = excluded.fingerprint, lease_until = excluded.lease_until,
      expires_at = NULL, record_id = NULL, status = NULL, content_type = NULL, location = NULL, body = NULL
  WHERE ${free}
  RETURNING sequence, fence`;

/** Prepares the statements of the key table. */
export function openKeys(database: Preparing): KeyTable {
  const claim = database.prepare<[ClaimRequest], KeyClaim>(
    claimAnd(`(state = 'working' AND lease_until <= @now) OR (state = 'done' AND expires_at <= @now)`),
  );
  const seize = database.prepare<[ClaimRequest], KeyClaim>(claimAnd('@now = @now'));
  const fence = database.prepare(`UPDATE fences SET next = next + 1`);
  const find = database.prepare<[Scope & { key: string }], KeyRow>(
    `SELECT ${columns} FROM keys WHERE tenant = @tenant AND method = @method AND route = @route AND key = @key`,
  );
  const finish = database.prepare<[KeyClaim & KeyAnswer]>(
    `UPDATE keys SET state = 'done', expires_at = @expiresAt, record_id = @recordId, status = @status,
       content_type = @contentType, location = @location, body = @body
     WHERE sequence = @sequence AND fence = @fence AND state = 'working'`,
  );
  const hold = database.prepare<[KeyClaim]>(
    `UPDATE keys SET lease_until = ${Number.MAX_SAFE_INTEGER}
     WHERE sequence = @sequence AND fence = @fence AND state = 'working'`,
  );
  const release = database.prepare<[KeyClaim]>(
    `DELETE FROM keys WHERE sequence = @sequence AND fence = @fence AND state = 'working'`,
  );
  const sweep = database.prepare<[{ now: number; limit: number }]>(
    `DELETE FROM keys WHERE sequence IN
       (SELECT sequence FROM keys WHERE state = 'done' AND expires_at <= @now ORDER BY expires_at LIMIT @limit)`,
  );
  return {
    claim: (request) => {
      const claimed = claim.get(request);
      if (claimed !== undefined) fence.run();
      return claimed;
    },
    seize: (request) => {
      const seized = seize.get(request);
      if (seized === undefined) throw new Error('Seizing a key returned no row; expected exactly one.');
      fence.run();
      return seized;
    },
    find: (scope, key) => find.get({ ...scope, key }),
    finish: (owner, answer) =>
      finish.run({ ...answer, sequence: owner.sequence, fence: owner.fence }).changes === 1,
    hold: (owner) => hold.run({ sequence: owner.sequence, fence: owner.fence }).changes === 1,
    release: (owner) => {
      release.run({ sequence: owner.sequence, fence: owner.fence });
    },
    sweep: (now, limit) => {
      sweep.run({ now, limit });
    },
  };
}
