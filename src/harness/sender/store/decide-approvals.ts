import type { Breach, Constraint } from '../constraints/constraint.js';
import type { ApprovalWritten, KnownApproval, NewApproval } from './sender-store.js';

/** How many actions a constraint counts, and the one that was accepted last. */
export interface Counted {
  readonly count: number;
  readonly last: string;
}

/** What a constraint counts where there is nothing. */
export const none: Counted = { count: 0, last: '' };

/** What a ledger knows that approvals of a batch may clash with, as it stands within the transaction that writes them. */
export interface Standings {
  /** The approval with that key, or else of that action. */
  readonly known: (approval: NewApproval) => KnownApproval | undefined;
  /** What a constraint counts. */
  readonly counted: (constraint: Constraint) => Counted;
  /** The latest known version of an object's data. */
  readonly version: (object: string) => string | undefined;
}

/** What is to be done with one approval. */
export type Decision =
  | { readonly kind: 'new' }
  | { readonly kind: 'renewal'; readonly known: KnownApproval }
  | { readonly kind: 'known'; readonly approval: KnownApproval }
  | { readonly kind: 'refused'; readonly breaches: readonly Breach[] };

/** Decides on a batch in its order: what an earlier one of it takes is taken for the later ones. */
export function decideApprovals(approvals: readonly NewApproval[], ledger: Standings): readonly Decision[] {
  const taken = { known: new Map<string, KnownApproval>(), counted: new Map<string, Counted>() };
  const versions = new Map<string, string>();
  const countedBy = (constraint: Constraint): Counted => {
    const counted = taken.counted.get(scopeOf(constraint)) ?? ledger.counted(constraint);
    taken.counted.set(scopeOf(constraint), counted);
    return counted;
  };
  return approvals.map((approval): Decision => {
    const { key, action, data } = approval;
    const known =
      taken.known.get(`key ${key}`) ?? ledger.known(approval) ?? taken.known.get(`action ${action}`);
    const renews = known !== undefined && isRenewal(approval, known);
    if (known !== undefined && !renews) return { kind: 'known', approval: known };
    const version = data === null ? undefined : (ledger.version(data.object) ?? versions.get(data.object));
    const breaches = [...approval.breaches, ...staleData(approval, version)];
    if (!renews) {
      for (const constraint of approval.constraints) {
        breaches.push(...clash(constraint, countedBy(constraint)));
      }
    }
    if (breaches.length > 0) return { kind: 'refused', breaches };
    if (data !== null) versions.set(data.object, data.version);
    if (renews) return { kind: 'renewal', known };
    const written = { ...approval, state: 'pending' } as const;
    taken.known.set(`key ${key}`, written).set(`action ${action}`, written);
    for (const each of approval.constraints) {
      taken.counted.set(scopeOf(each), { count: countedBy(each).count + 1, last: action });
    }
    return { kind: 'new' };
  });
}

/** All that stands against a batch, with the approval that it stands against. */
export function refusalsOf(
  approvals: readonly NewApproval[],
  decisions: readonly Decision[],
): readonly (Breach & Pick<NewApproval, 'key' | 'action'>)[] {
  return approvals.flatMap(({ key, action }, index) => {
    const decision = decisions[index];
    return decision?.kind === 'refused' ? decision.breaches.map((each) => ({ ...each, key, action })) : [];
  });
}

/** What a batch comes to of which nothing is written, for the sake of those that are refused. */
export function refusedBatch(decisions: readonly Decision[]): readonly ApprovalWritten[] {
  return decisions.map((decision) =>
    decision.kind === 'new' || decision.kind === 'renewal' ? { kind: 'left-out' } : decision,
  );
}

/** What a batch would come to at `now`, milliseconds since the epoch. */
export function previewed(
  decisions: readonly Decision[],
  approvals: readonly NewApproval[],
  now: number,
): readonly ApprovalWritten[] {
  return decisions.map((decision, index) => {
    const expiresInMs = approvals[index]?.expiresInMs ?? null;
    const expiresAt = expiresInMs === null ? null : now + expiresInMs;
    if (decision.kind === 'new') return { kind: 'recorded', expiresAt };
    return decision.kind === 'renewal' ? { kind: 'renewed', expiresAt } : decision;
  });
}

/** One text for all constraints that count the same actions. */
export function scopeOf({ rule, on }: Pick<Constraint, 'rule' | 'on'>): string {
  return `${rule}\n${on}`;
}

/** Whether an approval is for what was approved before: the same content, for the same receiver's eyes. */
export function sameContent(approval: NewApproval, known: KnownApproval): boolean {
  return (
    known.key === approval.key &&
    known.action === approval.action &&
    known.credential === approval.credential &&
    known.payloadHash === approval.payloadHash &&
    known.aggregate === approval.aggregate
  );
}

/** The same content, decided anew on other data, while it may still be sent. */
function isRenewal(approval: NewApproval, known: KnownApproval): boolean {
  const { data } = approval;
  const open = known.state === 'pending' || known.state === 'unknown' || known.state === 'blocked';
  const moved = data !== null && (known.data?.object !== data.object || known.data.version !== data.version);
  return open && moved && sameContent(approval, known);
}

function staleData({ data }: NewApproval, version: string | undefined): readonly Breach[] {
  if (data === null || version === undefined || version === data.version) return [];
  const [object, known, decided] = [data.object, version, data.version].map((each) => JSON.stringify(each));
  const why = `${object} is known to be at version ${known}, and this was decided on version ${decided}`;
  return [{ rule: 'data version', why, standing: null }];
}

function clash(constraint: Constraint, { count, last }: Counted): readonly Breach[] {
  const most = constraint.kind === 'one' ? 1 : constraint.most;
  if (count < most) return [];
  return [{ rule: constraint.rule, why: whyFull(constraint, count), standing: last }];
}

function whyFull(constraint: Constraint, count: number): string {
  if (constraint.kind === 'rate')
    return `${String(count)} were accepted within ${String(constraint.withinMs / 1_000)} s`;
  return constraint.lasts === 'open' ? 'another one is open' : 'there is one already';
}
