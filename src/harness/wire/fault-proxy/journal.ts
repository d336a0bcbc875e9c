import type { JournalEntry } from './journal-entry.js';

/** The latest entries that are kept; older ones are forgotten. */
const mostEntries = 1_000;

/** Somebody who waits for the entry of one exchange. */
export interface Watch {
  /** The entry, once the sender's part in it is over; waits for it so many milliseconds. Null if none has come. */
  entry(waitMs: number): Promise<JournalEntry | null>;
  /** Resolves once the request of that exchange is held; never where it is not. */
  readonly held: Promise<void>;
  end(): void;
}

interface Watcher {
  note(entry: JournalEntry): void;
  held(): void;
}

/** The entries of a plane's exchanges, by exchange for who waits, and the latest in order. */
export interface Journal {
  /** A new entry that is over, or whose sender has gone. */
  note(this: void, entry: JournalEntry): void;
  /** An entry whose request is held, and may be for long. */
  held(this: void, entry: JournalEntry): void;
  watch(exchange: string): Watch;
  entries(): readonly JournalEntry[];
}

/** Opens an empty journal. */
export function openJournal(): Journal {
  const latest: JournalEntry[] = [];
  const watches = new Map<string, Watcher>();
  return {
    note(entry) {
      if (entry.ending !== null) latest.push(entry);
      if (latest.length > 2 * mostEntries) latest.splice(0, latest.length - mostEntries);
      if (entry.exchange !== null) watches.get(entry.exchange)?.note(entry);
    },
    held: ({ exchange }) => void (exchange !== null && watches.get(exchange)?.held()),
    watch(exchange) {
      let seen: JournalEntry | null = null;
      let wake = (): void => undefined;
      let hold = (): void => undefined;
      const held = new Promise<void>((resolve) => (hold = resolve));
      const note = (entry: JournalEntry): void => {
        seen = { ...entry };
        wake();
      };
      watches.set(exchange, { note, held: hold });
      return {
        held,
        async entry(waitMs) {
          if (seen === null && waitMs > 0) await momentOr(waitMs, (then) => (wake = then));
          return seen;
        },
        end: () => void watches.delete(exchange),
      };
    },
    entries: () => latest.slice(-mostEntries),
  };
}

/** Waits to be woken, in real time as sockets keep it. */
function momentOr(ms: number, wakeBy: (then: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    wakeBy(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
