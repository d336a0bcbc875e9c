import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSections } from '../../../src/adapters/yaml/grammar/read-sections.js';
import { KitError } from '../../../src/harness/model/kit-error.js';
import { say } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { mutated, type BrokenFile } from './broken-files.js';

const fewestRefused = 200;
const tried = 600;
const fewestOfKind = 3;

let server: Server;
let requests = 0;
beforeAll(async () => {
  server = createServer((_request, response) => {
    requests += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

/** Sound files of every mode, pointed at a server that counts what comes. */
function soundFiles(): readonly string[] {
  const places = [
    './fixtures/key-in-body.yaml',
    './fixtures/key-in-header.yaml',
    './fixtures/unguarded.yaml',
    './fixtures/upsert-in-path.yaml',
    '../../../src/adapters/in-process/bundled.yaml',
    '../../../examples/express-idempotency/adapter.yaml',
  ];
  const { port } = server.address() as AddressInfo;
  return places.map((place) =>
    readFileSync(new URL(place, import.meta.url), 'utf8')
      .replaceAll(/base_url: .+/g, `base_url: 'http://127.0.0.1:${port}'`)
      .replaceAll(/\$\{env:\w+\}/g, '${env:CRM}'),
  );
}

/** What the grammar itself says; null where the file is sound still. */
function mistake(text: string): KitError | null {
  try {
    readSections(text, 'crm.yaml');
    return null;
  } catch (error) {
    if (error instanceof KitError) return error;
    throw error;
  }
}

test('broken files, of every kind, are refused by file, line, finding and expectation; none crashes, none runs', async () => {
  const files: readonly BrokenFile[] = fc.sample(mutated(soundFiles()), { numRuns: tried, seed: 20_260_102 });
  const folder = temporaryFolder();
  const refused = new Map<string, number>();
  for (const [index, { kind, bytes }] of files.entries()) {
    if (mistake(bytes.toString('utf8')) === null) continue;
    const path = join(folder, `broken-${index}.yaml`);
    writeFileSync(path, bytes);
    const said = await say([index % 5 === 0 ? 'plan' : 'run', path], {
      environment: { CRM: 'secret-of-crm' },
    });
    const about = `${kind}: ${bytes.toString('utf8').slice(0, 200)}\n${said.err.slice(0, 1_000)}`;
    expect(said.code, about).toBe(64);
    expect(said.out, about).toBe('');
    const line = new RegExp(`broken-${index}\\.yaml:[1-9]\\d*:[1-9]\\d*[^\\n]*: found \\S`);
    expect(said.err, about).toMatch(line);
    expect(said.err, about).toMatch(/\n {2}expected: +\S/);
    expect(said.err, about).toMatch(/\n {2}to do: +\S/);
    expect(said.err, about).not.toContain('secret-of-crm');
    expect(said.err, about).not.toMatch(/\n {4}at .+:\d+:\d+\)/);
    // oxlint-disable-next-line no-control-regex -- what a file holds must not steer the terminal
    expect(said.err, about).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e]/);
    refused.set(kind, (refused.get(kind) ?? 0) + 1);
  }
  expect([...refused.values()].reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(fewestRefused);
  expect([...refused].filter(([, times]) => times < fewestOfKind)).toEqual([]);
  expect(refused.size).toBe(20);
  expect(requests).toBe(0);
}, 180_000);
