import type { JournalEntry } from './journal-entry.js';

/** The latest entries that are kept; older ones are forgotten. */
const mostEntries = 1_000;
/** A sender that gave up is seen to be gone after about this long, on one machine. */
const longestWaitMs = 1_000;

/** Somebody who waits for the entry of one exchange. */
export interface Watch {
  /** The entry, once the sender's part in it is over; `patient` waits a moment for it. Null if none has come. */
  entry(patient: boolean): Promise<JournalEntry | null>;
  end(): void;
}

/** The entries of a plane's exchanges, by exchange for who waits, and the latest in order. */
export interface Journal {
  /** A new entry that is over, or whose sender has gone. */
  note(entry: JournalEntry): void;
  watch(exchange: string): Watch;
  entries(): readonly JournalEntry[];
}

/** Opens an empty journal. */
export function openJournal(): Journal {
  const latest: JournalEntry[] = [];
  const watches = new Map<string, (entry: JournalEntry) => void>();
  return {
    note(entry) {
      if (entry.ending !== null) latest.push(entry);
      if (latest.length > 2 * mostEntries) latest.splice(0, latest.length - mostEntries);
      if (entry.exchange !== null) watches.get(entry.exchange)?.(entry);
    },
    watch(exchange) {
      let seen: JournalEntry | null = null;
      let wake = (): void => undefined;
      watches.set(exchange, (entry) => {
        seen = { ...entry };
        wake();
      });
      return {
        async entry(patient) {
          if (seen === null && patient) await momentOr((then) => (wake = then));
          return seen;
        },
        end: () => void watches.delete(exchange),
      };
    },
    entries: () => latest.slice(-mostEntries),
  };
}

/** Waits to be woken, in real time as sockets keep it. */
function momentOr(wakeBy: (then: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestWaitMs);
    wakeBy(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
