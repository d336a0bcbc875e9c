import type { HistoryView } from '../model/history-view.js';
import type { WireEffectKind } from '../model/exchange.js';
import type { CoverageLine, Phase } from '../model/report.js';

const order: readonly Phase[] = ['none', 'connection', 'request', 'work', 'reply', 'sender', 'receiver'];

const phaseOf: Readonly<Record<WireEffectKind, Phase>> = {
  refuse: 'connection',
  'reset-before-request': 'connection',
  'close-on-reuse': 'connection',
  'reset-in-headers': 'request',
  'reset-in-body': 'request',
  'hold-request': 'request',
  'turn-away': 'request',
  throttle: 'request',
  double: 'request',
  'reset-after-request': 'work',
  'lose-reply': 'reply',
  'hold-reply': 'reply',
  'gateway-answer': 'reply',
  'cut-status-line': 'reply',
  'cut-headers': 'reply',
  'cut-body': 'reply',
  stall: 'reply',
};

/** Fault × phase × operation: how often a mishap was planned, and how often it took place. */
export function coverageOf(views: readonly HistoryView[]): readonly CoverageLine[] {
  const lines = new Map<string, CoverageLine>();
  const count = (fault: string, phase: Phase, operation: string, applied: boolean): void => {
    const name = `${phase} ${fault} ${operation}`;
    const line = lines.get(name) ?? { fault, phase, operation, planned: 0, applied: 0 };
    lines.set(name, { ...line, planned: line.planned + 1, applied: line.applied + (applied ? 1 : 0) });
  };
  for (const view of views) countExchanges(view, count);
  for (const { events } of views) {
    for (const event of events) {
      if (event.type === 'worker-crashed')
        count(`worker died ${event.point ?? 'at some moment'}`, 'sender', 'delivery', true);
      if (event.type === 'control-done') count(event.what.control, 'receiver', 'receiver', true);
    }
  }
  return [...lines.values()].toSorted(
    (one, other) =>
      order.indexOf(one.phase) - order.indexOf(other.phase) ||
      (`${one.fault} ${one.operation}` < `${other.fault} ${other.operation}` ? -1 : 1),
  );
}

function countExchanges(
  view: HistoryView,
  count: (fault: string, phase: Phase, operation: string, applied: boolean) => void,
): void {
  for (const { started, ended } of view.tries.flatMap(({ exchanges }) => exchanges)) {
    if (started.purpose !== 'create' && started.purpose !== 'second') continue;
    if (started.effects.length === 0) count('none', 'none', started.purpose, true);
    for (const { kind } of started.effects)
      count(kind, phaseOf[kind], started.purpose, ended?.applied.includes(kind) ?? false);
  }
}
