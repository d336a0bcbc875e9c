import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { builtCommandLine } from '../../support/built-kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const terminal = fileURLToPath(new URL('../../support/in-a-terminal.py', import.meta.url));
const longestTalkS = 60;

/** Types answers into `twiceshy init` in a pseudo-terminal, in a folder of its own. */
function typed(entry: string, answers: readonly string[]) {
  const folder = temporaryFolder();
  const words = [terminal, String(longestTalkS), JSON.stringify(answers), process.execPath, entry, 'init'];
  const { status, stdout } = spawnSync('python3', words, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  return { folder, status, screen: stdout };
}

it('asks in a real terminal, writes the file, and leaves nothing after Ctrl-C or Ctrl-D', () => {
  const entry = builtCommandLine();
  const answers = ['', 'http://127.0.0.1:8080', 'header', '', '/orders', '', '', '', '', ''];
  const { folder, status, screen } = typed(entry, answers);
  expect(screen).toContain('Where the key travels (header, body, query, path, none) [header]: ');
  expect(screen).toContain('next: twiceshy doctor adapter.yaml');
  expect(status).toBe(0);
  const text = readFileSync(join(folder, 'adapter.yaml'), 'utf8');
  expect(text).toContain('base_url: http://127.0.0.1:8080');
  expect(text).toContain('path: /orders');
  for (const leave of ['^C', '^D']) {
    const left = typed(entry, ['', 'http://127.0.0.1:8080', leave]);
    expect(left.screen).toContain('Nothing was written.');
    expect(left.status).toBe(2);
    expect(readdirSync(left.folder)).toEqual([]);
  }
}, 240_000);
