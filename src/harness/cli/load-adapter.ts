import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkAdapter } from '../check/check-adapter.js';
import type { AdapterFile, AdapterModule } from '../model/adapter-file.js';
import type { Adapter } from '../model/adapter.js';
import { KitError } from '../model/kit-error.js';
import type { Kit } from './kit.js';
import { readNamedFile } from './read-file.js';

/** Reads the adapter again, for a receiver at this address or for the file's own. */
export type LoadedAdapter = (baseUrl?: string) => Promise<AdapterFile>;

/**
 * Loads an adapter: a file in YAML, or a module (`.mjs`, `.js`, and `.ts` where Node is told how) whose default export
 * makes one. Throws `BAD_FILE` with all that is wrong.
 */
export async function loadAdapter(kit: Kit, path: string, variant?: string): Promise<LoadedAdapter> {
  if (!isModule(path)) {
    const text = readNamedFile(path, 'an adapter file in YAML, or a module');
    return (baseUrl) => Promise.resolve(kit.readAdapter(text, path, baseUrl, variant));
  }
  const make = await moduleAt(path);
  const { environment, clock } = kit;
  return async (baseUrl) => {
    const context = {
      environment,
      now: () => clock.now(),
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(variant === undefined ? {} : { variant }),
    };
    const made = await madeBy(make, context, path);
    const mistakes = fileMistakes(made);
    if (mistakes.length > 0) throw unsound(path, mistakes);
    return made;
  };
}

/** True for the path of an adapter that is a module. */
export function isModule(path: string): boolean {
  return /\.[cm]?[jt]s$/.test(path);
}

async function moduleAt(path: string): Promise<AdapterModule> {
  readNamedFile(path, 'a module whose default export makes an adapter');
  const { href } = pathToFileURL(resolve(path));
  try {
    const { default: make } = (await import(/* @vite-ignore */ href)) as { readonly default?: unknown };
    if (typeof make === 'function') return make as AdapterModule;
  } catch (error) {
    throw new KitError(
      'BAD_FILE',
      {
        happened: `${path} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
        expected: 'a module that this version of Node can load',
        next: 'compile TypeScript first, or run the kit with a loader (node --import tsx)',
      },
      error,
    );
  }
  throw new KitError('BAD_FILE', {
    happened: `${path} has no default export that is a function.`,
    expected: 'export default (context) => ({ adapter, guard, control, notes })',
    next: 'see AdapterModule in the types of the package',
  });
}

async function madeBy(
  make: AdapterModule,
  context: Parameters<AdapterModule>[0],
  path: string,
): Promise<AdapterFile> {
  try {
    return await make(context);
  } catch (error) {
    if (error instanceof KitError) throw error;
    throw new KitError(
      'BAD_FILE',
      {
        happened: `${path} makes no adapter: ${error instanceof Error ? error.message : String(error)}`,
        expected: 'a default export that returns an adapter file',
        next: 'mend the module; `checkAdapter` tells the same in your own tests',
      },
      error,
    );
  }
}

function fileMistakes(made: unknown): readonly string[] {
  if (typeof made !== 'object' || made === null) return ['it returns no object'];
  const { adapter, guard, control, notes } = made as Partial<Record<keyof AdapterFile, unknown>>;
  const { allowHosts, requireEnv } = (guard ?? {}) as Partial<Record<string, unknown>>;
  return [
    ...(Array.isArray(allowHosts) && Array.isArray(requireEnv)
      ? []
      : ['guard lacks its lists allowHosts and requireEnv']),
    ...(typeof control === 'object' ? [] : ['control is missing; write null where there is none']),
    ...(Array.isArray(notes) ? [] : ['notes is no list']),
    ...checkAdapter(adapter as Adapter),
  ];
}

function unsound(path: string, mistakes: readonly string[]): KitError {
  const shown = mistakes.slice(0, 20).map((mistake) => `\n  - ${mistake}`);
  const more = mistakes.length > shown.length ? `\n  and ${mistakes.length - shown.length} more` : '';
  return new KitError('BAD_FILE', {
    happened: `${path} makes an adapter that is not sound:${shown.join('')}${more}`,
    expected: 'an adapter that the kit can rely on',
    next: 'mend the module; `checkAdapter` tells the same in your own tests',
  });
}
