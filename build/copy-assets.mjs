// Copies what tsc leaves behind (adapter files) into dist, beside the code that reads it.
import { chmodSync, cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const path = (name) => fileURLToPath(new URL(name, root));

cpSync(path('src'), path('dist/src'), {
  recursive: true,
  filter: (source) => !source.endsWith('.ts'),
});
chmodSync(path('dist/src/cli.js'), 0o755);
