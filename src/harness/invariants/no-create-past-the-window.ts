import type { TryView } from '../model/history-view.js';
import { resultOf, type Broken, type Invariant } from '../model/invariant.js';
import { overCases, overTries, senderCreatesOf, spelledMs } from './reading.js';

interface Outlived {
  readonly action: string;
  readonly firstAt: number;
  readonly windowMs: number;
}

/** Once the time in which a key is safe is over, the sender does not send the action again under it. */
export const noCreatePastTheWindow: Invariant = {
  id: 'no-create-past-the-window',
  about: 'sender',
  promise: 'After the window of its key an action is looked up or held, never sent again by itself.',
  check: (history) => {
    const { cases, findings } = overTries(history, (each) =>
      overCases(
        each.actions.flatMap((action) => outlivedOf(each, action)),
        (outlived) => sentAgain(each, outlived),
      ),
    );
    return resultOf(cases, findings, 'no action of the sender outlived the window of its key');
  },
};

/** Actions whose window was over before the try was; an operator's act begins a new window. */
function outlivedOf(each: TryView, action: string): Outlived[] {
  const first = senderCreatesOf(each, action)[0]?.started;
  const { windowMs } = each.policy;
  const unblocked = each.of('operator-acted').some((act) => act.action === action && act.act === 'unblock');
  if (first === undefined || windowMs === null || unblocked) return [];
  const over = each.events.some(({ at }) => at >= first.at + windowMs);
  return over ? [{ action, firstAt: first.at, windowMs }] : [];
}

function sentAgain(each: TryView, { action, firstAt, windowMs }: Outlived): Broken | null {
  const creates = senderCreatesOf(each, action);
  const late = creates.find(({ started }) => started.at >= firstAt + windowMs);
  if (late === undefined) return null;
  return {
    attempt: each.name,
    action,
    sentence: 'The sender sent an action again after the receiver may have forgotten its key.',
    expected: `no create later than ${spelledMs(windowMs)} after the first`,
    actual: `a create ${spelledMs(late.started.at - firstAt)} after the first`,
    events: [...creates.slice(0, 1).map(({ started }) => started.seq), late.started.seq],
  };
}
