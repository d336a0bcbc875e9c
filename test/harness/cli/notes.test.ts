import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { file } from '../../adapters/yaml/support.js';
import { say } from '../../support/kit.js';
import { serving, type Serving } from '../../support/serving.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const note =
  'async: without poll_from nothing is asked after; what was accepted is found by lookup or observe';
let receiver: Serving;

beforeAll(async () => {
  receiver = await serving(['serve', '--port', '0']);
});

afterAll(async () => {
  await receiver.end();
});

/** A file with a part that nothing is done with. */
function adapter(): string {
  const path = join(temporaryFolder(), 'adapter.yaml');
  const target = `target: { base_url: '${receiver.url}', headers: { Authorization: 'Bearer harbor-token' } }`;
  const create =
    "create: { path: /v1/tasks, body: { title: task, reference: '{{marker}}', details: { city: Hamburg } } }";
  const observe =
    "observe: { path: /v1/tasks, query: { reference: '{{marker}}' }, items: /data, item_id: /id }";
  writeFileSync(path, file({ target, create, observe }, 'async: { when: { status: 202 } }'));
  return path;
}

it('the doctor tells what of the file is read and not acted upon', async () => {
  const path = adapter();
  expect((await say(['doctor', path])).out).toContain(`  – not acted upon: ${note}\n`);
  const told = JSON.parse((await say(['doctor', path, '--json'])).out) as { notes: string[] };
  expect(told.notes).toEqual([note]);
});

it('so does a plan', async () => {
  expect((await say(['plan', adapter()])).out).toContain(`Read in the file and not acted upon: ${note}\n`);
  expect((await say(['plan'])).out).not.toContain('not acted upon');
});

it('and a report, among its limits', async () => {
  const out = join(temporaryFolder(), 'report');
  await say(['run', adapter(), '--only', 'acceptance/creates-and-names-record', '--out', out]);
  const { limits } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as { limits: string[] };
  expect(limits).toContain(`read in the adapter file and not acted upon: ${note}`);
});
