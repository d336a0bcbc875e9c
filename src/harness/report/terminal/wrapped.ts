/** Breaks a text at blanks so that each line fits `width` columns after `indent`; a longer word stands alone. */
export function wrapped(
  text: string,
  width: number,
  indent: string,
  firstIndent = indent,
): readonly string[] {
  const lines: string[] = [];
  let line = firstIndent;
  let empty = true;
  for (const word of text.split(' ').filter((each) => each !== '')) {
    if (!empty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  lines.push(line);
  return lines;
}
