/** The length of a text in characters (code points), which no encoding changes. */
export function charactersIn(text: string): number {
  return Array.from(text).length;
}
