import { createServer, type AddressInfo } from 'node:net';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../src/harness/control/free-port.js';
import { say, type Said } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

function expectThreeParts(said: Said, code: number): void {
  expect(said.code).toBe(code);
  expect(said.err).toMatch(/twiceshy: .+\n {2}expected: .+\n {2}to do: {4}.+/s);
}

function adapterFile(folder: string, baseUrl: string, more = ''): string {
  const path = join(folder, 'adapter.yaml');
  writeFileSync(
    path,
    `adapter: 1
name: Tasks
target: { base_url: '${baseUrl}' }
create: { path: /tasks, body: { reference: '{{marker}}' } }
key: { in: header, name: Idempotency-Key }
outcomes: [{ is: created, when: { status: 201 } }]
id: [{ json: /id }]
observe: { path: /tasks, query: { reference: '{{marker}}' }, items: /data, item_id: /id }
${more}`,
  );
  return path;
}

describe('what the operator got wrong', () => {
  it.each([
    ['an unknown option', ['run', '--colour']],
    ['an unknown command', ['rum']],
    ['no command', []],
    ['a seed that is no number', ['run', '--seed', 'seven']],
    ['an unknown effort', ['run', '--effort', 'lazy']],
    ['an unknown grade', ['run', '--require', 'perfect']],
    ['an unknown flaw', ['run', '--flaw', 'no-such-flaw']],
    ['an empty selection', ['run', '--only', 'replay/nothing-of-the-kind']],
    ['an empty selection of a plan', ['plan', '--only', 'no/such']],
    ['a requirement that is not there', ['explain', 'replay/nothing']],
    ['a file that is not there', ['run', '/no/such/adapter.yaml']],
    ['a report that is not there', ['render', '/no/such/report.json']],
    ['a folder without histories', ['judge', '/no/such/folder']],
    ['an unknown format', ['render', 'report.json', '--as', 'pdf']],
    ['an argument too many', ['list', 'replay']],
    ['a flaw of the sender to be served', ['serve', '--flaw', 'budget-not-kept']],
    ['a database in no folder', ['serve', '--port', '0', '--data', '/no/such/folder/x.sqlite']],
    ['a folder that is a file', ['run', '--only', 'key/empty', '--out', 'package.json/report']],
  ])('%s ends with 64 and a message in three parts', async (_name, words) => {
    expectThreeParts(await say(words), 64);
  });

  it('a bad YAML file ends with 64 and names file and line', async () => {
    const path = join(temporaryFolder(), 'adapter.yaml');
    writeFileSync(path, 'adapter: 1\nname: Tasks\nkeys: {}\n');
    const said = await say(['run', path]);
    expectThreeParts(said, 64);
    expect(said.err).toMatch(/adapter\.yaml:3/);
  });

  it('a flaw together with a file ends with 64', async () => {
    expectThreeParts(await say(['run', '--flaw', 'no-deduplication', 'adapter.yaml']), 64);
  });

  it.each([
    ['that nobody listens on', freePort],
    ['that fetch speaks to no more than browsers do', async () => Promise.resolve(9)],
  ])('a target on a port %s ends with 69, without verdicts and without a report', async (_, portOf) => {
    const folder = temporaryFolder();
    const path = adapterFile(folder, `http://127.0.0.1:${await portOf()}`);
    const said = await say(['run', path, '--out', join(folder, 'report')]);
    expectThreeParts(said, 69);
    expect(said.out).toBe('');
    expect(existsSync(join(folder, 'report'))).toBe(false);
  });

  it('a host that is not this machine must be named twice before anything is sent', async () => {
    const folder = temporaryFolder();
    const unnamed = adapterFile(folder, 'http://crm.example.test');
    expectThreeParts(await say(['run', unnamed]), 64);
    const named = adapterFile(
      folder,
      'http://crm.example.test',
      "guard: { allow_hosts: ['crm.example.test'] }",
    );
    const said = await say(['run', named]);
    expectThreeParts(said, 64);
    expect(said.err).toContain('--i-may-write-to crm.example.test');
  });

  it('a port in use ends with 64, and names it', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const said = await say(['serve', '--port', String(port)]);
    server.close();
    expectThreeParts(said, 64);
    expect(said.err).toContain(`Port ${port}`);
  });

  it('a missing secret is named, and nothing is sent', async () => {
    const folder = temporaryFolder();
    const path = adapterFile(folder, 'http://127.0.0.1:9/${env:CRM_PATH}');
    const said = await say(['run', path]);
    expectThreeParts(said, 64);
    expect(said.err).toContain('CRM_PATH');
  });

  it('a file that stands after a list of globs is taken for the file', async () => {
    const path = adapterFile(temporaryFolder(), 'http://127.0.0.1:9');
    const said = await say(['plan', '--only', 'replay', 'key/empty', path]);
    expect(said.code).toBe(0);
    expect(said.out).toContain('Tasks at http://127.0.0.1:9');
  });
});
