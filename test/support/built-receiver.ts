import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
let built: string | undefined;

afterAll(() => {
  if (built !== undefined) rmSync(built, { recursive: true, force: true });
  built = undefined;
});

/** A compiled file by its path in the repository, from the sources as they are now; there for one test file. */
export function builtFile(path: string): string {
  built ??= build();
  return join(built, path);
}

/** The compiled file of the receiver's process. */
export function builtReceiver(): string {
  return builtFile('reference-receiver/main.js');
}

const parts = [
  'reference-receiver',
  'src/harness/control',
  'src/harness/model',
  'src/harness/run',
  'src/harness/sender',
  'src/harness/wire',
];

/** Type checks are the compiler's affair; here each file is only turned into JavaScript, which takes a second. */
function build(): string {
  const folder = mkdtempSync(join(tmpdir(), 'twiceshy-built-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  compileInto(folder, parts);
  return folder;
}

/** Turns all sources below these folders of the repository into JavaScript, at the same paths below `folder`. */
export function compileInto(folder: string, below: readonly string[]): void {
  for (const part of below) {
    const names = readdirSync(join(root, part), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((each) => each.endsWith('.ts'))) compile(join(part, name), folder);
  }
}

function compile(source: string, folder: string): void {
  const text = readFileSync(join(root, source), 'utf8');
  const target = join(folder, source.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, ts.transpile(text, { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }));
}
