// Copies what tsc leaves behind (adapter files) into dist, beside the code that reads it, and takes out of dist what
// has no source any more, so that no package carries it.
import { chmodSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const path = (name) => fileURLToPath(new URL(name, root));

cpSync(path('src'), path('dist/src'), {
  recursive: true,
  filter: (source) => !source.endsWith('.ts'),
});
chmodSync(path('dist/src/cli.js'), 0o755);

for (const name of readdirSync(path('dist'), { recursive: true, encoding: 'utf8' })) {
  const source = name.replace(/(?:\.d\.ts|\.js)$/, '.ts');
  if (!existsSync(path(source))) rmSync(path(`dist/${name}`), { recursive: true, force: true });
}
