import { afterEach, describe, expect, it } from 'vitest';
import { readAdapter } from '../../../src/adapters/yaml/read-adapter.js';
import { startReceiver } from '../../../src/harness/control/child-receiver.js';
import { endpointControls } from '../../../src/harness/run/endpoint-controls.js';
import { offsetClock } from '../../../src/harness/run/offset-clock.js';
import { systemClock } from '../../../src/harness/run/system-clock.js';
import { openPlainFetch } from '../../../src/harness/wire/plain-fetch.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { hostileAnswers } from '../wire/hostile-answers.js';
import { openHostileTarget } from '../wire/hostile-target.js';

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

/** The first looks are answered badly, each in its own way; then it is ready. */
const badStart = `
const looks = [
  (answer) => { answer.writeHead(200); const more = () => { while (answer.write(Buffer.alloc(1 << 20))); answer.once('drain', more); }; more(); },
  (answer) => { answer.writeHead(200); setInterval(() => answer.write(' '), 50).unref(); },
  (answer) => answer.destroy(),
  (answer) => { answer.writeHead(200, { 'content-length': 100 }); answer.write('x'); answer.destroy(); },
  (answer) => { answer.writeHead(503); answer.end(); },
];
let look = 0;
require('http').createServer((_, answer) => {
  const bad = looks[look++];
  if (bad === undefined) answer.end(String(look));
  else bad(answer);
}).listen(process.env.PORT, '127.0.0.1');
`;

it('a receiver is ready once a look is answered as a whole, whatever came before', async () => {
  const child = await startReceiver(
    { command: () => ['node', '-e', badStart], readyPath: '/healthz', stop: 'SIGTERM', env: {} },
    { folder: temporaryFolder(), signal: new AbortController().signal },
  );
  closings.push(() => child.stop());
  expect(Number(await (await fetch(child.url)).text())).toBe(7);
}, 60_000);

const quick = hostileAnswers.filter(({ ends }) => !ends.includes('timeout') && !ends.includes('answered'));

describe('a control that is answered by what is no answer was not carried out', () => {
  it.each(quick)(
    '$name',
    async (hostile) => {
      const target = await openHostileTarget(hostile);
      closings.push(() => target.close());
      const text = `adapter: 1
name: Hostile
target: { base_url: '${target.origin}' }
create: { path: /tasks, body: { title: '{{marker}}' } }
key: { in: header, name: Idempotency-Key }
outcomes: [{ is: created, when: { status: 201 } }]
id: { json: /id }
observe: none
control: { restart: { request: { path: /__restart } } }
`;
      const controls = endpointControls({
        file: readAdapter(text, { file: 'hostile.yaml', environment: {}, now: () => 0 }),
        clock: offsetClock(systemClock),
        child: null,
        place: { folder: temporaryFolder(), signal: new AbortController().signal },
        firstLook: { method: 'GET', url: `${target.origin}/tasks`, headers: [], body: null },
        fetch: openPlainFetch().fetch,
      });
      await expect(controls.carryOut({ control: 'restart' })).rejects.toThrow(
        'The control restart was not answered',
      );
      expect(target.requests()).toBe(1);
    },
    30_000,
  );
});
