/** The text as PostgreSQL keeps it, which has no NUL in a text: what a receiver says may hold one. */
export function keepable<Text extends string | null>(text: Text): Text {
  return (text === null ? null : text.replaceAll('\0', '\u{FFFD}')) as Text;
}
