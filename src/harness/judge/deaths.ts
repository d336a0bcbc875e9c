import { isOf, type HistoryView, type TryView } from '../model/history-view.js';
import type { About, Broken } from '../model/invariant.js';

const longestSaid = 300;

/**
 * A finding for every time that the receiver's process died by itself after it was asked something in a try. One that
 * was dead before anything was asked says nothing about this requirement.
 */
export function deathsIn({
  tries,
}: HistoryView): readonly (Broken & { readonly invariant: string; readonly about: About })[] {
  return tries.flatMap((each) =>
    each.of('target-died').flatMap((died) => {
      const last = each.exchanges.findLast(({ started }) => started.seq < died.seq)?.started;
      if (last === undefined) return [];
      const { method, path } = last.request;
      return [
        {
          invariant: 'process-stays-up',
          about: 'answer' as const,
          attempt: each.name,
          action: last.action,
          sentence: `The receiver died after ${method} ${path}: ${died.why}.`,
          expected: 'a process that goes on, whatever it is asked',
          actual: `${died.why}; ${saidLast(died.output)}`,
          events: [last.seq, ...endOf(each, last.exchange), died.seq],
        },
      ];
    }),
  );
}

function endOf(each: TryView, exchange: string): readonly number[] {
  return each.events.flatMap((event) =>
    isOf(event, 'exchange-ended') && event.exchange === exchange ? [event.seq] : [],
  );
}

function saidLast(output: string): string {
  const text = output.trim().slice(-longestSaid);
  return text === '' ? 'it printed nothing' : `it printed last: ${text}`;
}
