import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { say, type Said } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** Asks the doctor about a file of a few lines, at a receiver of a few lines. */
async function doctor(listener: RequestListener, sections: string): Promise<Said> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const path = join(temporaryFolder(), 'adapter.yaml');
  writeFileSync(
    path,
    `adapter: 1
name: 'Tasks: create'
target: { base_url: 'http://127.0.0.1:${port}' }
create: { path: /tasks, body: { reference: '{{marker}}' } }
key: { in: header, name: Idempotency-Key }
id: { json: /id }
${sections}
`,
  );
  return say(['doctor', path]);
}

const reads = `
outcomes: [{ is: created, when: { status: 201 } }]
observe: { path: /tasks, query: { reference: '{{marker}}' }, items: /data, item_id: /id }
lookup: { path: /tasks, query: { key: '{{key}}' }, items: /data, item_id: /id }`;

/** A receiver that answers creates with this status, and shows that many records to every read. */
function receiver(status: number, records: number, creates: string[] = []): RequestListener {
  return (request, response) => {
    const isCreate = request.method === 'POST';
    if (isCreate) creates.push(request.url ?? '');
    const data = Array.from({ length: records }, (_, index) => ({ id: `t${index + 1}` }));
    response.writeHead(isCreate ? status : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isCreate ? { id: 't1' } : { data }));
  };
}

it('finds the bundled receiver well, part by part', async () => {
  const said = await say(['doctor']);
  expect(said.code).toBe(0);
  for (const part of ['file', 'create', 'observe', 'lookup', 'fetch']) {
    expect(said.out).toMatch(new RegExp(`^  ✓ ${part} `, 'm'));
  }
});

it('says what each missing section would let be tried, and sends one create', async () => {
  const creates: string[] = [];
  const { code, out } = await doctor(receiver(201, 1, creates), reads);
  expect(code).toBe(0);
  expect(creates).toHaveLength(1);
  expect(out).toContain('✓ create   answered 201, created t1');
  expect(out).toContain('– cleanup  no delete is described; left behind: 1 record');
  expect(out).toMatch(/– an `update` section: .*ordering\/stale-update-refused/);
  expect(out).toContain('– `fields.number`: ');
});

it('names the rule that is missing where an answer is not read', async () => {
  const { code, out } = await doctor(receiver(202, 1), reads);
  expect(code).toBe(1);
  expect(out).toContain('✗ create   answered 202, read as unknown');
  expect(out).toContain('add the rule that reads this answer to outcomes');
  expect(out).not.toContain('More could be tried');
});

it.each([
  ['none of the records is counted', 0, '✗ observe  0 records'],
  ['everything is counted', 3, '✗ observe  3 records'],
])('finds fault with a count where %s', async (_, records, line) => {
  const { code, out } = await doctor(receiver(201, records), reads);
  expect(code).toBe(1);
  expect(out).toContain(line);
  expect(out).toContain('plant {{marker}} in create.body');
});

it('finds fault with a look-up that finds another record', async () => {
  const { code, out } = await doctor((request, response) => {
    response.writeHead(request.method === 'POST' ? 201 : 200);
    const found = (request.url ?? '').includes('key=') ? 't9' : 't1';
    response.end(JSON.stringify(request.method === 'POST' ? { id: 't1' } : { data: [{ id: found }] }));
  }, reads);
  expect(code).toBe(1);
  expect(out).toContain('✗ lookup   found t9, and not t1');
});

it('prints the same as JSON', async () => {
  const said = await say(['doctor', '--json']);
  const { parts, trouble } = JSON.parse(said.out) as {
    parts: { part: string; state: string }[];
    trouble: null;
  };
  expect(trouble).toBeNull();
  expect(parts.map(({ part, state }) => `${part} ${state}`)).toEqual([
    'create works',
    'observe works',
    'lookup works',
    'fetch works',
    'cleanup absent',
  ]);
});
