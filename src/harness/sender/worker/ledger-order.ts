import type { EventBody } from '../../model/event.js';

/** Something that a worker's process told: an event of the ledger, or null for anything else, and what to do about it. */
interface ToldThing {
  readonly event: EventBody | null;
  pass(): void;
}

/** Passes on what several processes tell, so that a history reads as the ledger was written. */
export interface LedgerOrder {
  take(process: number, told: ToldThing): void;
  /** What the process is at is over, or the process is gone: nobody need wait for what it would still tell. */
  over(process: number): void;
}

/**
 * Two processes write to one ledger and each tells of it afterwards, so that the later one may be heard first. A claim
 * of a row that was given back is kept, with all that its process tells after it, until the giving back was heard.
 */
export function ledgerOrder(): LedgerOrder {
  const kept = new Map<number, ToldThing[]>();
  /** Who was heard to hold an action, and not yet to have ended that. */
  const holders = new Map<string, number>();
  const mayPass = (process: number, { event }: ToldThing): boolean => {
    if (event?.type !== 'row-claimed' || event.takenOver) return true;
    const holder = holders.get(event.row.action);
    return holder === undefined || holder === process;
  };
  const note = (process: number, { event }: ToldThing): void => {
    if (event?.type === 'row-claimed') holders.set(event.row.action, process);
    const ended = event === null ? null : endedBy(event);
    if (ended !== null && holders.get(ended) === process) holders.delete(ended);
  };
  const passAll = (): void => {
    for (let moved = true; moved;) {
      moved = false;
      for (const [process, things] of kept) {
        for (let next = things[0]; next !== undefined && mayPass(process, next); next = things[0]) {
          things.shift();
          note(process, next);
          next.pass();
          moved = true;
        }
      }
    }
  };
  return {
    take(process, told) {
      const things = kept.get(process) ?? [];
      kept.set(process, things);
      things.push(told);
      passAll();
    },
    over(process) {
      for (const [action, holder] of holders) if (holder === process) holders.delete(action);
      passAll();
    },
  };
}

/** The action that an event says its worker is through with. */
function endedBy(event: EventBody): string | null {
  switch (event.type) {
    case 'row-recorded':
      return event.row.action;
    case 'row-write-fenced':
    case 'send-held':
      return event.action;
    default:
      return null;
  }
}
