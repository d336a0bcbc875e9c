import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../src/harness/control/free-port.js';

/** What a frail receiver does not survive. */
export interface Frailty {
  /** It dies of this create, counted over all its starts, before it answers. */
  readonly diesOfCreate?: number;
  /** It dies of a body that is no JSON. */
  readonly diesOfBadJson?: boolean;
  /** It does not start a second time. */
  readonly startsOnce?: boolean;
}

/**
 * Keeps one record for each key, in a file beside it, and dies as it is told to. Its last words hold the credential
 * that it was sent, bytes that are no text, and a control character.
 */
const program = `
import { createServer } from 'node:http';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const { PORT, FRAILTY } = process.env;
const frailty = JSON.parse(FRAILTY);
const kept = existsSync('kept.json') ? JSON.parse(readFileSync('kept.json', 'utf8')) : { creates: 0, starts: 0, records: [] };
const keep = () => writeFileSync('kept.json', JSON.stringify(kept));
if (kept.starts > 0 && frailty.startsOnce) {
  console.error('no database');
  process.exit(4);
}
kept.starts += 1;
keep();
console.log('start ' + kept.starts);
const die = (why, request) => {
  process.stderr.write(Buffer.concat([Buffer.from('fatal: ' + why + ' ' + request.headers['x-token']), Buffer.from([0xff, 0xfe, 0x1b]), Buffer.from('\\n')]), () => process.exit(3));
};
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  const answer = (status, value) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const { pathname, searchParams } = new URL(request.url, 'http://x');
  if (request.method === 'GET') {
    const marker = searchParams.get('q');
    return answer(200, { data: kept.records.filter(({ title }) => title === marker) });
  }
  kept.creates += 1;
  keep();
  if (kept.creates === frailty.diesOfCreate) return die('create ' + kept.creates, request);
  let value;
  try { value = JSON.parse(body); } catch { return frailty.diesOfBadJson ? die('no JSON', request) : answer(400, {}); }
  if (typeof value.title !== 'string') return answer(400, {});
  const key = request.headers['idempotency-key'];
  const known = kept.records.find((each) => each.key === key);
  const record = known ?? { id: 'r-' + (kept.records.length + 1), key, title: value.title };
  if (known === undefined) kept.records.push(record);
  keep();
  answer(201, record);
});
server.listen(Number(PORT), '127.0.0.1', () => console.log('listening'));
`;

const adapter = (baseUrl: string, control: string): string => `
adapter: 1
name: Frail
target: { base_url: '${baseUrl}', headers: { X-Token: '\${env:FRAIL_TOKEN}' } }
create: { path: /tasks, body: { title: '{{marker}}' } }
key: { in: header, name: Idempotency-Key }
outcomes: [{ is: created, when: { status: 201 } }, { is: rejected, when: { status: 400 } }]
id: { json: /id }
observe: { path: /tasks, query: { q: '{{marker}}' }, items: /data, item_id: /id }
limits: { creates: 200, rps: 1000, timeout: 2s }
${control}
`;

/** The value of `FRAIL_TOKEN`, which the adapter file names. */
export const frailToken = 'Qv8-token-of-the-frail-receiver';

/** Writes a frail receiver and the adapter file by which the kit starts it; gives the path of the file. */
export function frailProcess(folder: string, frailty: Frailty): string {
  writeFileSync(join(folder, 'frail.mjs'), program);
  const file = join(folder, 'frail.yaml');
  const env = `{ FRAILTY: '${JSON.stringify(frailty)}' }`;
  const command = `[${process.execPath}, frail.mjs]`;
  const control = `control: { process: { command: ${command}, ready: { path: /healthz }, env: ${env} } }`;
  writeFileSync(file, adapter('http://127.0.0.1:1', control));
  return file;
}

/** Starts a frail receiver that is not the kit's own; gives the path of its adapter file and its process. */
export async function frailEndpoint(
  folder: string,
  frailty: Frailty,
): Promise<{ readonly file: string; readonly child: ChildProcess }> {
  writeFileSync(join(folder, 'frail.mjs'), program);
  const port = await freePort();
  const child = spawn(process.execPath, ['frail.mjs'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: String(port), FRAILTY: JSON.stringify(frailty) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  while (!said.includes('listening')) said += String((await once(child.stdout, 'data'))[0]);
  const file = join(folder, 'frail.yaml');
  writeFileSync(file, adapter(`http://127.0.0.1:${port}`, ''));
  return { file, child };
}
