/** What the command API decides where real ones go wrong; a flaw replaces one of them. */
export interface CommandRules {
  /** Whether the event of an order is written in the transaction that writes the order, or once that is committed. */
  readonly eventWritten: 'with-its-order' | 'after-its-order';
  /** Whether the inbox of the ERP knows an event again. */
  readonly inbox: 'remembers' | 'forgets';
  /** Which content stands in the ERP when an older version arrives after a newer one. */
  readonly standing: 'newest' | 'last-arrived';
  /** Whether what a relay reports counts only while its claim is the latest. */
  readonly fence: 'kept' | 'ignored';
  /** What becomes of a change that was decided on a version which is no longer the order's. */
  readonly staleChange: 'refused' | 'carried-out';
  /** Whether an order is one for each business intent, or for each key. */
  readonly intent: 'heeded' | 'ignored';
}

/** The rules without a flaw. */
export const soundCommandRules: CommandRules = {
  eventWritten: 'with-its-order',
  inbox: 'remembers',
  standing: 'newest',
  fence: 'kept',
  staleChange: 'refused',
  intent: 'heeded',
};
