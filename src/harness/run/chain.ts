import { hash } from 'node:crypto';
import type { EventBody, HistoryEvent } from '../model/event.js';
import { KitError } from '../model/kit-error.js';

/** The digest that the first event of every history is chained to. */
export const genesis = sha256('twiceshy history, format 1');

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Numbers, stamps and chains an event; the line is what goes to disk. */
export function sealEvent(
  body: EventBody,
  place: { readonly seq: number; readonly at: number; readonly previous: string },
): { readonly event: HistoryEvent; readonly line: string } {
  const open = { seq: place.seq, at: place.at, ...body };
  const text = JSON.stringify(open);
  const digest = sha256(`${place.previous}\n${text}`);
  const event = Object.assign(open, { digest }) as HistoryEvent;
  return { event, line: `${text.slice(0, -1)}${lineEnd(digest)}` };
}

/** The digest is the last member, so that the text that it is made from need not be written out a second time. */
function lineEnd(digest: string): string {
  return `,"digest":"${digest}"}`;
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
    const event = JSON.parse(line) as HistoryEvent;
    const end = lineEnd(event.digest);
    const isSpelledAsWritten = line.endsWith(end) && JSON.stringify(event) === line;
    const sealed = sha256(`${previous}\n${line.slice(0, -end.length)}}`);
    return isSpelledAsWritten && sealed === event.digest ? event : null;
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
