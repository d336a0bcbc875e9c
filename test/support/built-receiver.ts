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

/** The file of the receiver's process, compiled from the sources as they are now; there for one test file. */
export function builtReceiver(): string {
  built ??= build();
  return join(built, 'reference-receiver/main.js');
}

/** Type checks are the compiler's affair; here each file is only turned into JavaScript, which takes a second. */
function build(): string {
  const folder = mkdtempSync(join(tmpdir(), 'twiceshy-built-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const sources = readdirSync(join(root, 'reference-receiver'), { recursive: true, encoding: 'utf8' });
  for (const source of sources.filter((name) => name.endsWith('.ts'))) {
    const text = readFileSync(join(root, 'reference-receiver', source), 'utf8');
    const target = join(folder, 'reference-receiver', source.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(
      target,
      ts.transpile(text, { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }),
    );
  }
  return folder;
}
