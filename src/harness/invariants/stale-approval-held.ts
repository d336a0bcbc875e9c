import type { EventOf } from '../model/event.js';
import type { SeenExchange, TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { overTries, overCases, senderCreatesOf, stampLagMs } from './reading.js';

/** What is sent is what was approved, while the approval holds. */
export const staleApprovalHeld: Invariant = {
  id: 'stale-approval-held',
  about: 'sender',
  promise: 'An action whose approval has expired, or whose payload is not the approved one, is not sent.',
  check: (history) => {
    const lagMs = stampLagMs(history);
    const { cases, findings } = overTries(history, (each) => {
      const approvals = each.of('approval-recorded').filter((approval) => canGoStale(each, approval));
      const held = each.of('send-held').filter(({ why }) => why !== 'lease-lost');
      const sent = overCases(
        approvals.flatMap((approval) =>
          senderCreatesOf(each, approval.action).map((create) => ({ approval, create })),
        ),
        ({ approval, create }) => stale(each, approval, create, lagMs),
      );
      return { cases: held.length + sent.cases, findings: sent.findings };
    });
    return resultOf(cases, findings, 'no approval expired and no approved payload was changed');
  },
};

function canGoStale(each: TryView, { action, expiresAt }: EventOf<'approval-recorded'>): boolean {
  return expiresAt !== null || tampering(each, action) !== undefined;
}

function tampering(each: TryView, action: string): EventOf<'payload-tampered'> | undefined {
  return each.of('payload-tampered').find((event) => event.action === action);
}

function stale(
  each: TryView,
  approval: EventOf<'approval-recorded'>,
  { started }: SeenExchange,
  lagMs: number,
): Broken | null {
  const { action, expiresAt } = approval;
  const tampered = tampering(each, action);
  const changed = tampered !== undefined && tampered.seq < started.seq;
  const expired = expiresAt !== null && started.at >= expiresAt + lagMs;
  if (!changed && !expired) return null;
  return {
    attempt: each.name,
    action,
    sentence: changed
      ? 'The sender sent another content than the one that was approved.'
      : 'The sender carried an action out whose approval had expired.',
    expected: 'the action is held and shown to an operator',
    actual: changed
      ? 'it was sent after its stored payload had been changed'
      : `it was sent ${started.at - (expiresAt ?? 0)} ms after its approval had ended`,
    events: [approval.seq, ...(changed ? [tampered.seq] : []), started.seq],
  };
}
