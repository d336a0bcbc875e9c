/** A stretch of a text, from an offset to one after it, and what is put in its place. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

/** A text with stretches of it replaced; those at one place stand in their order. They do not overlap. */
export function spliced(text: string, splices: readonly Splice[]): string {
  let result = '';
  let at = 0;
  for (const { from, to, put } of splices.toSorted((one, other) => one.from - other.from)) {
    result += text.slice(at, from) + put;
    at = to;
  }
  return result + text.slice(at);
}

/** The offset of the line that begins at or after this one. */
export function lineStartFrom(text: string, at: number): number {
  if (at === 0 || text[at - 1] === '\n') return at;
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

/** How many characters stand before this offset in its line. */
export function columnAt(text: string, at: number): number {
  return at - (text.lastIndexOf('\n', at - 1) + 1);
}
