import { KitError } from '../../../harness/model/kit-error.js';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A text of the target in pieces: what stands in the file, and the names of variables. */
export type Pieces = readonly ({ readonly literal: string } | { readonly variable: string })[];

/** Parts a text at its `${env:NAME}` references. */
export function piecesOf(text: string): Pieces {
  return text
    .split(/(\$\{env:[A-Za-z0-9_]+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const variable = /^\$\{env:([A-Za-z0-9_]+)\}$/.exec(part)?.[1];
      return variable === undefined ? { literal: part } : { variable };
    });
}

/** The value of a variable that was found to be set. */
export function valueOf(environment: Environment, variable: string): string {
  const value = environment[variable];
  if (value === undefined) throw new Error(`${variable} is not set, though it was found to be.`);
  return value;
}

/** A text with its variables put in. */
export function resolved(text: string, environment: Environment): string {
  return piecesOf(text)
    .map((piece) => ('literal' in piece ? piece.literal : valueOf(environment, piece.variable)))
    .join('');
}

/** Throws SECRET_MISSING naming every variable that is not set, or that holds what no header can carry; never a value. */
export function requireVariables(names: readonly string[], environment: Environment, file: string): void {
  const missing = names.filter((name) => (environment[name] ?? '') === '');
  if (missing.length > 0) {
    throw new KitError('SECRET_MISSING', {
      happened: `${file} uses ${listed(missing)}, which ${missing.length === 1 ? 'is' : 'are'} not set`,
      expected: `${missing.length === 1 ? 'an environment variable' : 'environment variables'} with a value`,
      next: `export ${missing.map((name) => `${name}=...`).join(' ')}`,
    });
  }
  const broken = names.filter((name) => /[\r\n\0]/.test(environment[name] ?? ''));
  if (broken.length === 0) return;
  throw new KitError('SECRET_MISSING', {
    happened: `${listed(broken)} of ${file} ${broken.length === 1 ? 'holds' : 'hold'} a line break`,
    expected: 'a value of one line',
    next: 'export it again without the line break, such as with $(cat file)',
  });
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\${env:${name}}`).join(', ');
}
