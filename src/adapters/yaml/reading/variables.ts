import { nearest } from './nearest.js';
import type { Mistake } from './scalars.js';

/** The closed list of template variables; each place of the file knows some of them. */
export const variables = [
  'key',
  'marker',
  'n',
  'now_iso',
  'first_sent_imf',
  'run_id',
  'id',
  'version',
  'value',
  'cursor',
  'limit',
  'port',
  'ms',
  'at',
  'retry_after_s',
] as const;

/** One of the template variables. */
export type Variable = (typeof variables)[number];

/** Values for the variables of one place. */
export type Values = Readonly<Partial<Record<Variable, string>>>;

const reference = /\{\{([^{}]*)\}\}/g;

/** What is wrong with the variables of a text that may use only these, or null. */
export function variableMistake(text: string, allowed: readonly Variable[]): Mistake | null {
  const known = allowed.map((name) => `{{${name}}}`).join(', ');
  const expected =
    allowed.length === 0 ? 'text without variables' : `one of the variables known here: ${known}`;
  for (const [whole, inner = ''] of text.matchAll(reference)) {
    const name = inner.trim();
    if ((allowed as readonly string[]).includes(name)) continue;
    const meant = nearest(name, allowed);
    return {
      found: `the unknown variable "${whole}"`,
      expected,
      next: meant === null ? 'write the value itself, or a known variable' : `did you mean "{{${meant}}}"?`,
    };
  }
  const rest = text.replaceAll(reference, '');
  if (!rest.includes('{{')) return null;
  return { found: '"{{" without "}}"', expected, next: 'close the variable with "}}"' };
}

/** True when the text uses the variable. */
export function uses(text: string, variable: Variable): boolean {
  return [...text.matchAll(reference)].some(([, inner = '']) => inner.trim() === variable);
}

/** The text with its variables put in; `spell` writes each value in the way of the place, such as percent-encoded. */
export function filled(
  text: string,
  values: Values,
  spell: (value: string, variable: Variable) => string = (value) => value,
): string {
  return text.replaceAll(reference, (_, inner: string) => {
    const variable = inner.trim() as Variable;
    const value = values[variable];
    if (value === undefined)
      throw new Error(`No value for {{${variable}}}, though the file was found sound.`);
    return spell(value, variable);
  });
}
