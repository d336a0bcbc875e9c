import type { ApprovalRule, Demand } from '../../model/approval-rules.js';
import { atPointer, canonicalJson, sameJson, type Json } from '../../model/json.js';
import type { Breach, Constraint, Judged } from './constraint.js';

/** An action as rules look at it; null where nobody is named. */
interface Asked {
  readonly payload: Json;
  readonly requestedBy: string | null;
  readonly approvedBy: string | null;
}

/** What the rules ask of one action; a value that a rule needs and that the payload does not have is a breach of it. */
export function applyRules(rules: readonly ApprovalRule[], asked: Asked): Judged {
  const constraints: Constraint[] = [];
  const breaches: Breach[] = [];
  for (const { name: rule, when, demand } of rules) {
    if (!when.every(({ at, value }) => sameJson(atPointer(asked.payload, at), value))) continue;
    if (demand.kind === 'approver') {
      const why = whyNotApproved(demand, asked);
      if (why !== null) breaches.push({ rule, why, standing: null });
      continue;
    }
    const { per, ...limit } = demand;
    const values = per.map((at) => atPointer(asked.payload, at) ?? null);
    const missing = per.find((_, index) => values[index] === null);
    if (missing === undefined) constraints.push({ rule, on: onText(per, values), ...limit });
    else breaches.push({ rule, why: `the payload has nothing at ${missing}`, standing: null });
  }
  return { constraints, breaches };
}

/** 7 and "7" are one order number: who spells it otherwise gets around no rule. */
function onText(per: readonly string[], values: readonly Json[]): string {
  const texts = values.map((value) => (typeof value === 'object' ? canonicalJson(value) : String(value)));
  return JSON.stringify(per.map((at, index) => [at, texts[index] ?? '']));
}

function whyNotApproved(
  { amount: at, above }: Extract<Demand, { kind: 'approver' }>,
  { payload, requestedBy, approvedBy }: Asked,
): string | null {
  const value = atPointer(payload, at) ?? null;
  const amount = amountOf(value);
  if (amount === null) return `the payload has no amount at ${at}`;
  if (Math.abs(amount) <= above) return null;
  const high = `the amount ${String(amount)} is above ${String(above)}`;
  if (approvedBy === null) return `${high}, and nobody is named who approves it`;
  const own = requestedBy !== null && plain(requestedBy) === plain(approvedBy);
  return own ? `${high}, and ${JSON.stringify(approvedBy)} who approves it has asked for it` : null;
}

/** Amounts are often kept as text, so that no digit is lost; what is neither is none. */
function amountOf(value: Json): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^[+-]?\d{1,30}(\.\d{1,30})?$/.test(value) ? Number(value) : null;
}

function plain(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}
