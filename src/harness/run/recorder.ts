import type { Clock } from '../model/clock.js';
import type { EventBody, HistoryEvent } from '../model/event.js';
import { genesis, sealEvent } from './chain.js';
import { redactor } from './redact.js';

/** The most events that one history holds; past it the run of this scenario ends and says so. */
export const mostEvents = 200_000;

/** Writes what happens into one history, in order, redacted and chained. */
export interface Recorder {
  record(event: EventBody): HistoryEvent;
  readonly events: readonly HistoryEvent[];
  /** The digest of the last event. */
  head(): string;
  /** Writes the closing event. */
  close(): void;
}

/** Opens a history. `write` gets each line, with its newline, before `record` returns: disk comes before judgement. */
export function openRecorder(options: {
  readonly clock: Clock;
  readonly secrets: readonly string[];
  readonly write: (line: string) => void;
}): Recorder {
  const events: HistoryEvent[] = [];
  const redact = redactor(options.secrets);
  let head = genesis;
  const record = (body: EventBody): HistoryEvent => {
    if (events.length >= mostEvents) throw new Error(`A history holds at most ${mostEvents} events.`);
    const place = { seq: events.length, at: options.clock.now(), previous: head };
    const asTold = sealEvent(body, place);
    const clean = redact(body, asTold.line);
    const { event, line } = clean === body ? asTold : sealEvent(clean, place);
    options.write(`${line}\n`);
    events.push(event);
    head = event.digest;
    return event;
  };
  return {
    record,
    events,
    head: () => head,
    close: () => {
      record({ type: 'history-closed', events: events.length });
    },
  };
}
