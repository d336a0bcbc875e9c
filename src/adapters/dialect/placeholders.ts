type Environment = Readonly<Record<string, string | undefined>>;

/** The environment with a value for every variable that a file names and nobody has set; and those values alone. */
export function withPlaceholders(
  text: string,
  environment: Environment,
): { readonly environment: Environment; readonly placeholders: Readonly<Record<string, string>> } {
  const address = addressVariable(text);
  const unset = variablesIn(text).filter((name) => name !== address && (environment[name] ?? '') === '');
  const placeholders = Object.fromEntries(unset.map((name) => [name, placeholderFor(name)]));
  return { environment: { ...environment, ...placeholders }, placeholders };
}

/** The variable that is all of a file's `base_url`, or null where the address is put together otherwise. */
export function addressVariable(text: string): string | null {
  return /^\s*base_url:\s*["']?\$\{env:(\w+)\}["']?\s*(?:#.*)?$/m.exec(text)?.[1] ?? null;
}

function variablesIn(text: string): readonly string[] {
  const withoutComments = text.replaceAll(/(?:^|\s)#.*$/gm, '');
  return [...new Set([...withoutComments.matchAll(/\$\{env:(\w+)\}/g)].map(([, name = '']) => name))];
}

function placeholderFor(name: string): string {
  return `placeholder-${name.toLowerCase().replaceAll('_', '-')}`;
}
