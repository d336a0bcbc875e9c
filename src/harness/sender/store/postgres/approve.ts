import type { Constraint } from '../../constraints/constraint.js';
import { renewalAct, versionToldBy } from '../approval-acts.js';
import {
  decideApprovals,
  previewed,
  refusalsOf,
  refusedBatch,
  scopeOf,
  none,
  type Counted,
  type Decision,
  type Standings,
} from '../decide-approvals.js';
import { approvalFrom, type FlatApproval } from '../flat-approval.js';
import type { ApprovalWritten, KnownApproval, NewApproval, SenderStore } from '../sender-store.js';
import type { Transaction } from './connections.js';
import { keepable } from './keepable.js';
import type { PostgresParts } from './parts.js';
import type { Statements } from './statements.js';

type Writing = Parameters<SenderStore['approve']>[1];
type Step = Pick<Transaction, 'query'> & { readonly sql: Statements };

/** What one statement takes at most, so that none is too large for a server. */
const mostAtOnce = 1_000;

/** Decides on approvals and writes them with their rows in one transaction, and tells whoever waits for work. */
export function approve(
  { connections, sql }: PostgresParts,
  approvals: readonly NewApproval[],
  { writes, betweenWrites, isPreview = false }: Writing,
): Promise<readonly ApprovalWritten[]> {
  if (writes === 'apart') return approveApart({ connections, sql }, approvals, betweenWrites);
  return connections.transact(async ({ query }) => {
    const step = { query, sql };
    await lockScopes(step, approvals);
    const decisions = decideApprovals(approvals, await standingsOf(step, approvals));
    if (isPreview) return previewed(decisions, approvals, connections.now());
    if (decisions.some(({ kind }) => kind === 'refused')) {
      await refuse(step, approvals, decisions);
      return refusedBatch(decisions);
    }
    const written = await writeAll(step, approvals, { decisions, betweenWrites });
    await query(sql.notify, []);
    return written;
  });
}

async function lockScopes({ query, sql }: Step, approvals: readonly NewApproval[]): Promise<void> {
  const scopes = new Set<string>();
  for (const { aggregate, constraints } of approvals) {
    if (aggregate !== null) scopes.add(aggregate);
    for (const constraint of constraints) scopes.add(scopeOf(constraint));
  }
  if (scopes.size > 0) await query(sql.lockScopes, [[...scopes]]);
}

/** All that the ledger holds that the batch may clash with, read once its scopes are locked. */
async function standingsOf(step: Step, approvals: readonly NewApproval[]): Promise<Standings> {
  const known = await knownOf(step, approvals);
  const counted = await countedBy(
    step,
    approvals.flatMap(({ constraints }) => constraints),
  );
  const objects = new Set(approvals.flatMap(({ data }) => (data === null ? [] : [data.object])));
  const versions =
    objects.size === 0
      ? []
      : await step.query<{ object: string; version: string }>(step.sql.versions, [[...objects]]);
  const versionOf = new Map(versions.map(({ object, version }) => [object, version]));
  return {
    known,
    counted: (constraint) => counted.get(scopeOf(constraint)) ?? none,
    version: (object) => versionOf.get(object),
  };
}

async function knownOf({ query, sql }: Step, approvals: readonly NewApproval[]): Promise<Standings['known']> {
  const keys = approvals.map(({ key }) => key);
  const actions = approvals.map(({ action }) => action);
  const found = await query<FlatApproval>(sql.known, [keys, actions]);
  const byKey = new Map<string, KnownApproval>();
  const byAction = new Map<string, KnownApproval>();
  for (const known of found.map(approvalFrom)) {
    byKey.set(known.key, known);
    byAction.set(known.action, known);
  }
  return ({ key, action }) => byKey.get(key) ?? byAction.get(action);
}

async function countedBy(
  { query, sql }: Step,
  constraints: readonly Constraint[],
): Promise<ReadonlyMap<string, Counted>> {
  if (constraints.length === 0) return new Map();
  const scopes = [...new Map(constraints.map((each) => [scopeOf(each), each])).values()];
  const found = await query<Counted & Pick<Constraint, 'rule' | 'on'>>(sql.counted, [
    scopes.map(({ rule }) => rule),
    scopes.map(({ on }) => on),
    scopes.map((each) => (each.kind === 'one' ? each.lasts : each.kind)),
    scopes.map((each) => (each.kind === 'one' ? null : each.withinMs)),
  ]);
  return new Map(found.map((each) => [scopeOf(each), each]));
}

async function refuse(
  { query, sql }: Step,
  approvals: readonly NewApproval[],
  decisions: readonly Decision[],
): Promise<void> {
  const refusals = refusalsOf(approvals, decisions);
  await query(sql.refuse, [
    refusals.map(({ key }) => key),
    refusals.map(({ action }) => action),
    refusals.map(({ rule }) => rule),
    refusals.map(({ why }) => keepable(why)),
    refusals.map(({ standing }) => standing),
  ]);
}

/** An approval as the server has written it; times are milliseconds since the epoch. */
interface Made {
  readonly key: string;
  readonly action: string;
  readonly approvedAt: number;
  readonly expiresAt: number | null;
}

async function writeAll(
  step: Step,
  approvals: readonly NewApproval[],
  { decisions, betweenWrites }: { decisions: readonly Decision[]; betweenWrites: () => void },
): Promise<readonly ApprovalWritten[]> {
  const written = new Map<NewApproval, ApprovalWritten>();
  const fresh: NewApproval[] = [];
  for (const [index, approval] of approvals.entries()) {
    const decision = decisions[index];
    if (decision?.kind === 'known') written.set(approval, decision);
    else if (decision?.kind === 'new') fresh.push(approval);
    else if (decision?.kind === 'renewal') written.set(approval, await renew(step, approval, decision.known));
  }
  await learnVersions(step, fresh);
  for (let from = 0; from < fresh.length; from += mostAtOnce) {
    const part = fresh.slice(from, from + mostAtOnce);
    const made = await insert(step, part, written);
    for (const [approval, { expiresAt }] of made) {
      written.set(approval, { kind: 'recorded', expiresAt });
      betweenWrites();
    }
    await enqueue(step, made);
  }
  return approvals.map((approval) => {
    const each = written.get(approval);
    if (each === undefined) throw new Error('Each approval comes to something.');
    return each;
  });
}

async function renew(
  { query, sql }: Step,
  approval: NewApproval,
  known: KnownApproval,
): Promise<ApprovalWritten> {
  const [made] = await query<Made>(sql.renew, valuesOf([approval]));
  if (made === undefined) return { kind: 'known', approval: known };
  const { act, who, why, result } = renewalAct(approval, known);
  await query(sql.act, [made.approvedAt, act, approval.key, who, why, result]);
  return { kind: 'renewed', expiresAt: made.expiresAt };
}

async function learnVersions({ query, sql }: Step, approvals: readonly NewApproval[]): Promise<void> {
  const learned = approvals.flatMap((approval) =>
    approval.data === null ? [] : [{ ...approval.data, who: versionToldBy(approval) }],
  );
  if (learned.length === 0) return;
  await query(sql.learnVersions, [
    learned.map(({ object }) => object),
    learned.map(({ version }) => version),
    learned.map(({ who }) => who),
  ]);
}

/** Writes what nobody else has written meanwhile; what somebody has is put down as known in `written`. */
async function insert(
  step: Step,
  approvals: readonly NewApproval[],
  written: Map<NewApproval, ApprovalWritten>,
): Promise<ReadonlyMap<NewApproval, Made>> {
  const made = new Map<NewApproval, Made>();
  let rest = approvals;
  // One that was there is gone again only where a flawed sender has dropped it meanwhile.
  while (rest.length > 0) {
    const named = new Map(rest.map((approval) => [nameOf(approval), approval]));
    for (const each of await step.query<Made>(step.sql.approve, valuesOf(rest))) {
      const approval = named.get(nameOf(each));
      if (approval !== undefined) made.set(approval, each);
    }
    rest = rest.filter((approval) => !made.has(approval));
    if (rest.length === 0) break;
    const known = await knownOf(step, rest);
    for (const approval of rest) {
      const there = known(approval);
      if (there !== undefined) written.set(approval, { kind: 'known', approval: there });
    }
    rest = rest.filter((approval) => !written.has(approval));
  }
  return made;
}

/** A key has no line breaks. */
function nameOf({ key, action }: Pick<NewApproval, 'key' | 'action'>): string {
  return `${key}\n${action}`;
}

async function enqueue({ query, sql }: Step, made: ReadonlyMap<NewApproval, Made>): Promise<void> {
  const rows = [...made];
  if (rows.length === 0) return;
  await query(sql.enqueue, [
    rows.map(([{ key }]) => key),
    rows.map(([{ request }]) => request),
    rows.map(([{ aggregate }]) => aggregate),
    rows.map(([, { approvedAt }]) => approvedAt),
  ]);
  const counts = rows.flatMap(([{ key, constraints }, { approvedAt }]) =>
    constraints.map(({ rule, on }) => ({ rule, on, key, approvedAt })),
  );
  if (counts.length === 0) return;
  await query(sql.count, [
    counts.map(({ rule }) => rule),
    counts.map(({ on }) => on),
    counts.map(({ key }) => key),
    counts.map(({ approvedAt }) => approvedAt),
  ]);
}

function valuesOf(approvals: readonly NewApproval[]): readonly unknown[] {
  return [
    approvals.map(({ key }) => key),
    approvals.map(({ action }) => action),
    approvals.map(({ marker }) => marker),
    approvals.map(({ credential }) => credential),
    approvals.map(({ payloadHash }) => payloadHash),
    approvals.map(({ aggregate }) => aggregate),
    approvals.map(({ expiresInMs }) => expiresInMs),
    approvals.map(({ data }) => data?.object ?? null),
    approvals.map(({ data }) => data?.version ?? null),
    approvals.map(({ requestedBy }) => requestedBy),
    approvals.map(({ approvedBy }) => approvedBy),
  ];
}

/** Commits each approval before its row, which no sound sender does. */
async function approveApart(
  { connections, sql }: PostgresParts,
  approvals: readonly NewApproval[],
  betweenWrites: () => void,
): Promise<readonly ApprovalWritten[]> {
  const written = new Map<NewApproval, ApprovalWritten>();
  for (const approval of approvals) {
    const made = await connections.transact(({ query }) => insert({ query, sql }, [approval], written));
    const { expiresAt } = made.get(approval) ?? {};
    if (expiresAt === undefined) continue;
    betweenWrites();
    await connections.transact(({ query }) => enqueue({ query, sql }, made));
    written.set(approval, { kind: 'recorded', expiresAt });
  }
  await connections.ask(sql.notify, []);
  return approvals.flatMap((approval) => written.get(approval) ?? []);
}
