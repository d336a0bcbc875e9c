/** A place in a pattern while a text is made from it. */
interface Reader {
  readonly tokens: readonly string[];
  at: number;
  /** What stands for the first capturing group; null where the group is to be made like all else. */
  group: string | null;
}

const token = /\\.|\(\?:|\[(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[\s\S]/gu;

/**
 * A short text that a pattern of the portable subset matches: first alternatives, least repetitions. `group` is put in
 * place of the first capturing group. A pattern that is odd may get a text that it does not match: check it.
 */
export function sampleText(pattern: string, group: string | null = null): string {
  const reader: Reader = { tokens: pattern.match(token) ?? [], at: 0, group };
  return alternatives(reader);
}

/** Up to the end of the group: the first alternative counts, the others are read over. */
function alternatives(reader: Reader): string {
  let chosen: string | null = null;
  let text = '';
  while (reader.at < reader.tokens.length && reader.tokens[reader.at] !== ')') {
    if (reader.tokens[reader.at] === '|') {
      chosen ??= text;
      text = '';
      reader.at += 1;
    } else text += piece(reader);
  }
  return chosen ?? text;
}

function piece(reader: Reader): string {
  const made = unit(reader);
  const repetition = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})$/.exec(reader.tokens[reader.at] ?? '');
  if (repetition === null) return made;
  reader.at += 1;
  // A lazy repetition is a repetition.
  if (reader.tokens[reader.at] === '?') reader.at += 1;
  if (made.includes('{{')) return made;
  const least = repetition[1] === undefined ? (repetition[0] === '+' ? 1 : 0) : Number(repetition[1]);
  return made.repeat(least);
}

function unit(reader: Reader): string {
  const here = reader.tokens[reader.at] ?? '';
  reader.at += 1;
  if (here === '(' || here === '(?:') return groupText(reader, here === '(');
  if (here === '^' || here === '$') return '';
  if (here === '.') return 'x';
  if (here.startsWith('[')) return classText(here);
  return here.startsWith('\\') ? escapeText(here) : here;
}

function groupText(reader: Reader, captures: boolean): string {
  const { group } = reader;
  if (captures && group !== null) reader.group = null;
  const inner = alternatives(reader);
  reader.at += 1;
  return captures && group !== null ? group : inner;
}

function classText(set: string): string {
  if (set.startsWith('[^')) return ['x', '0', '-', '.'].find((one) => new RegExp(set, 'u').test(one)) ?? 'x';
  const [first = ''] = set.slice(1, -1).match(/\\.|[\s\S]/gu) ?? [];
  return first.startsWith('\\') ? escapeText(first) : first;
}

function escapeText(escape: string): string {
  const stands: Readonly<Record<string, string>> = {
    '\\d': '1',
    '\\w': 'x',
    '\\s': ' ',
    '\\S': 'x',
    '\\D': 'x',
    '\\b': '',
    '\\n': '\n',
    '\\t': '\t',
  };
  return stands[escape] ?? escape.slice(1);
}
