import { createHash } from 'node:crypto';
import type { EventBody, HistoryEvent } from '../model/event.js';
import { KitError } from '../model/kit-error.js';

/** The digest that the first event of every history is chained to. */
export const genesis = sha256('twiceshy history, format 1');

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Numbers, stamps and chains an event; the line is what goes to disk. */
export function sealEvent(
  body: EventBody,
  place: { readonly seq: number; readonly at: number; readonly previous: string },
): { readonly event: HistoryEvent; readonly line: string } {
  const open = { seq: place.seq, at: place.at, ...body };
  const digest = sha256(`${place.previous}\n${JSON.stringify(open)}`);
  const event = { ...open, digest } as HistoryEvent;
  return { event, line: JSON.stringify(event) };
}

/**
 * Reads a recorded history (NDJSON) and verifies its chain.
 * Throws `HISTORY_BROKEN` with the line where the file stops being what was written.
 */
export function readChain(text: string, file: string): readonly HistoryEvent[] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw broken(file, lines.length + 1, 'the last line does not end');
  const events: HistoryEvent[] = [];
  let previous = genesis;
  for (const [index, line] of lines.entries()) {
    const event = checkedLine(line, previous);
    if (event === null) throw broken(file, index + 1, 'the line is not what its digest was made from');
    if (event.seq !== index)
      throw broken(file, index + 1, `event ${event.seq} stands where ${index} belongs`);
    events.push(event);
    previous = event.digest;
  }
  const last = events.at(-1);
  if (last?.type !== 'history-closed') {
    throw broken(file, lines.length, 'the history is cut off: it does not end with history-closed');
  }
  return events;
}

function checkedLine(line: string, previous: string): HistoryEvent | null {
  try {
    const { digest, ...open } = JSON.parse(line) as HistoryEvent;
    const sealed = sha256(`${previous}\n${JSON.stringify(open)}`);
    return sealed === digest && JSON.stringify({ ...open, digest }) === line ? { ...open, digest } : null;
  } catch {
    return null;
  }
}

function broken(file: string, line: number, what: string): KitError {
  return new KitError('HISTORY_BROKEN', {
    happened: `${file}, line ${line}: ${what}.`,
    expected: 'a history exactly as it was recorded, every event chained to the one before',
    next: 'take the file from the original report again; nothing is judged from a changed history',
  });
}
