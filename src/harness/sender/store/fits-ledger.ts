/** True for text that every ledger can keep: PostgreSQL keeps no NUL in a text, and nobody half a surrogate pair. */
export function fitsLedger(text: string): boolean {
  return !/[\0\p{Cs}]/u.test(text);
}
