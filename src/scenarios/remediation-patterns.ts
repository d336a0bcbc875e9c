import type { RemediationPattern } from '../harness/model/remediation-pattern.js';

/** Ways to mend what the requirements may find, one for each class of failures; what mends most of them first. */
export const remediationPatterns: readonly RemediationPattern[] = [
  {
    name: 'key-with-the-record',
    failure: 'an action that was told again is done again, or its first answer is forgotten',
    pattern: 'Key, record and answer in one transaction, committed before the first byte of the reply.',
    steps: [
      'Give keys a table of their own in the database of the records, unique by tenant, operation and key.',
      'Insert the key first. Where it is there already, answer from its row and write nothing.',
      'Write the record and the answer in the same transaction, and reply only after its commit.',
      'Go on to the commit whether or not the client still listens; a claim without a commit runs out.',
    ],
    sketch: [
      'BEGIN;',
      'INSERT INTO operation_key (tenant, operation, key, fingerprint) VALUES (…) ON CONFLICT DO NOTHING;',
      '-- no row inserted: compare the fingerprint, answer as its row says, ROLLBACK',
      'INSERT INTO record (…) VALUES (…) RETURNING id;',
      'UPDATE operation_key SET record_id = …, status = 201, answer = … WHERE …;',
      'COMMIT; -- and only now reply',
    ],
    mends: ['replay', 'lost-reply', 'durability', 'campaign'],
  },
  {
    name: 'one-claim-for-a-key',
    failure: 'copies that arrive together are each done, or the losers cannot tell what became of theirs',
    pattern: 'One atomic claim decides who works; everybody else waits for it, or is told to come back.',
    steps: [
      'Claim by a unique constraint or a conditional write, never by reading first and writing afterwards.',
      'Give the claim an end, so that a process that died does not hold it for ever.',
      'Answer the losers with the winner’s record, or with 409 or 429 and a Retry-After.',
    ],
    sketch: [
      'claimed = INSERT … ON CONFLICT (tenant, operation, key) DO NOTHING',
      'if claimed:           work, store the answer, reply',
      'else if row is done:  reply as the row says',
      'else:                 reply 409 with Retry-After: 1',
    ],
    mends: ['concurrency', 'conflict/raced'],
  },
  {
    name: 'content-under-the-key',
    failure: 'other content under a used key overwrites, is done, or is answered as if it were the first',
    pattern: 'Store a fingerprint of the content with the key, and refuse another one without writing.',
    steps: [
      'Take a digest of the content by its meaning: canonical JSON, without what varies by itself.',
      'Store it in the row of the key, in the transaction that claims the key.',
      'Answer 422 where it differs, and leave the row as it was.',
    ],
    sketch: [
      'fingerprint = sha256(canonical_json(body))',
      'if row.fingerprint != fingerprint: reply 422, write nothing',
    ],
    mends: ['conflict'],
  },
  {
    name: 'key-scope',
    failure: 'a key of one tenant or operation is taken for that of another',
    pattern: 'Tenant and operation are a part of every key, and come from the credential and the route.',
    steps: [
      'Authenticate and authorise before the key is looked at.',
      'Look keys up by tenant, operation and key; take the tenant from the credential, never from the request.',
      'Let a renewed credential of a tenant name the same tenant.',
    ],
    sketch: ['UNIQUE (tenant_id, operation, key) -- tenant_id: of the account, not of the token'],
    mends: ['scope', 'conflict/other-operation'],
  },
  {
    name: 'keys-are-opaque',
    failure: 'different keys are taken for one, or one key for several',
    pattern: 'A key is bytes: compared as it came, or refused by a published rule.',
    steps: [
      'Check length, characters and number of the key before anything else, and answer 400 with the rule.',
      'Store it whole, in a column with a binary collation; neither trim, fold, parse nor truncate it.',
    ],
    sketch: ['key VARCHAR(255) COLLATE "C" NOT NULL CHECK (key <> \'\')'],
    mends: ['key'],
  },
  {
    name: 'expiry-by-age',
    failure: 'a key is forgotten before its window is over, or is never free again',
    pattern: 'The moment of expiry stands in the row of the key, and age alone removes it.',
    steps: [
      'Store expires_at with the key, in one unit and by one clock, and publish from when the window counts.',
      'Keep keys in the durable store; a cache may hold them beside it, never in its place.',
      'Take an expired key over in the statement that would claim a new one. The record stays.',
    ],
    sketch: [
      'INSERT … ON CONFLICT (…) DO UPDATE SET … WHERE operation_key.expires_at <= now()',
      '-- no row written: the key still holds',
    ],
    mends: ['retention'],
  },
  {
    name: 'truthful-look-ups',
    failure: 'a look-up does not see what was done, so a careful sender does it again',
    pattern: 'A look-up by key reads the row that the create committed, by equality.',
    steps: [
      'Answer look-ups by key or external id from the primary store, apart from the search for people.',
      'Say "absent" (404, or an empty page) only after a real search; say 401, 403 or 503 for everything else.',
      'Page by a cursor that new records do not move. Where a lag cannot be avoided, publish how long it is.',
    ],
    sketch: ['SELECT record_id FROM operation_key WHERE tenant = … AND operation = … AND key = …'],
    mends: ['lookup'],
  },
  {
    name: 'refuse-before-the-key',
    failure: 'trouble or load leaves half-done work, or an error that sticks to the key',
    pattern:
      'What cannot be served is refused before the key is touched; what was begun is committed or undone.',
    steps: [
      'Throttle and shed load first: 429 or 503 with Retry-After, and no trace of the key.',
      'Keep an answer under the key only where work was done; release the key where nothing was.',
      'Give the guard no way to fail open: a store of keys that cannot be reached is a 503.',
    ],
    sketch: ['if over_limit or key_store_down: reply 503 with Retry-After; // before INSERT … operation_key'],
    mends: ['failure', 'load'],
  },
  {
    name: 'acknowledge-what-is-stored',
    failure: 'an answer promises what is not stored, or not as it was sent',
    pattern: 'Validate, store, read back, and only then acknowledge, with the id of the record.',
    steps: [
      'Validate before the key is taken; a refused request leaves neither a record nor a used key.',
      'Store every member that the contract names, unchanged.',
      'Put the record’s id into the answer; a request without a key is refused or its own, never merged.',
    ],
    sketch: ['validate(body) → 4xx, nothing stored', 'commit(record)  → 201 {"id": record.id}'],
    mends: ['acceptance'],
  },
  {
    name: 'conditional-updates',
    failure: 'a late or repeated update overwrites a newer one, or makes a record',
    pattern: 'Compare the version and write in one statement, and look at the count.',
    steps: [
      'Ask for the version with every update (If-Match, or a version member).',
      'Answer 412 where it is not the current one, 404 where there is no record, and write nothing.',
      'Merge the members that were named, and leave the others and the key alone.',
    ],
    sketch: [
      'UPDATE record SET title = …, version = version + 1 WHERE id = … AND version = …;',
      '-- 0 rows: 412 (or 404)',
    ],
    mends: ['ordering'],
  },
  {
    name: 'durable-outbox',
    failure: 'the sender forgets, repeats or misreports what it was to deliver',
    pattern:
      'Approval and intent in one transaction; a lease and a fencing token for each claim; unknown is a state.',
    steps: [
      'Store key and bytes once, at approval, and send what is stored.',
      'Make every write conditional on the claim’s own fencing token, and check the lease right before sending.',
      'Leave unknown only by a look-up or an operator; call sent only what an answer acknowledges by id.',
    ],
    sketch: [
      "UPDATE outbox SET state = 'processing', fence = fence + 1, lease_until = …",
      '  WHERE id = … AND lease_until < now();',
      'UPDATE outbox SET state = … WHERE id = … AND fence = :mine; -- 0 rows: somebody else has it',
    ],
    mends: ['sender', 'reconcile'],
  },
];
