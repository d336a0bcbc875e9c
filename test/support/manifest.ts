import { readFileSync } from 'node:fs';

/** The package's own manifest, as far as tests ask about it. */
export const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
  readonly files: readonly string[];
};
