import type { Tone } from '../signs.js';

/** Colours a text for the terminal by its tone, or makes it bold. */
export type Paint = (text: string, tone: Tone | 'bold') => string;

const codes: Record<Tone | 'bold', string> = {
  good: '32',
  bad: '31',
  warn: '33',
  open: '35',
  quiet: '2',
  bold: '1',
};

/** A painter that colours by ANSI sequences, or leaves the text as it is. */
export function paintWith(colour: boolean): Paint {
  return colour ? (text, tone) => `\u001b[${codes[tone]}m${text}\u001b[0m` : (text) => text;
}
