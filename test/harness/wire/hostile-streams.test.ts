import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { constants, deflateRawSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/harness/run/system-clock.js';
import { openBurst } from '../../../src/harness/wire/burst/open-burst.js';

const shortMs = 400;
const longMs = 15_000;
const longestMs = 30_000;

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

async function openStreams(speak: (stream: ServerHttp2Stream) => void): Promise<string> {
  const sessions = new Set<ServerHttp2Session>();
  const server: Http2Server = createServer();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => undefined);
  });
  server.on('stream', (stream) => {
    stream.on('error', () => undefined);
    stream.resume().once('end', () => speak(stream));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(async () => {
    for (const session of sessions) session.destroy();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function pour(stream: ServerHttp2Stream, piece: Buffer): void {
  const more = (): void => {
    while (!stream.destroyed && stream.write(piece));
    stream.once('drain', more);
  };
  more();
}

/** One gibibyte of zeros as gzip, of a mebibyte on the wire. */
function gzipBomb(): Buffer {
  const piece = deflateRawSync(Buffer.alloc(1 << 20), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  return Buffer.concat([head, ...Array<Buffer>(1024).fill(piece)]);
}

interface Hostile {
  readonly name: string;
  readonly speak: (this: void, stream: ServerHttp2Stream) => void;
  readonly ends: readonly string[];
}

const hostile: readonly Hostile[] = [
  {
    name: 'a body without end',
    ends: ['cut'],
    speak: (stream) => {
      stream.respond({ ':status': 201 });
      pour(stream, Buffer.alloc(1 << 16, 'x'));
    },
  },
  {
    name: 'a gzip bomb of one gibibyte',
    ends: ['cut'],
    speak: (stream) => {
      stream.respond({ ':status': 201, 'content-encoding': 'gzip' });
      stream.end(gzipBomb());
    },
  },
  { name: 'nothing at all', ends: ['timeout'], speak: () => undefined },
  {
    name: 'a head, and nothing more',
    ends: ['timeout'],
    speak: (stream) => stream.respond({ ':status': 201 }),
  },
  {
    name: 'a body that trickles',
    ends: ['timeout'],
    speak: (stream) => {
      stream.respond({ ':status': 201 });
      const dripping = setInterval(() => stream.write(' '), 20);
      stream.once('close', () => clearInterval(dripping));
    },
  },
  {
    name: 'fewer bytes than it names',
    ends: ['cut'],
    speak: (stream) => {
      stream.respond({ ':status': 201, 'content-length': 1_000 });
      stream.end('{"id":"task-1"}');
    },
  },
  {
    name: 'the end of the whole connection',
    ends: ['reset', 'cut'],
    speak: (stream) => stream.session?.destroy(),
  },
  {
    name: 'interim answers, and nothing more',
    ends: ['timeout'],
    speak: (stream) => {
      const flooding = setInterval(() => stream.additionalHeaders({ ':status': 103, link: '</x>' }), 5);
      stream.once('close', () => clearInterval(flooding));
    },
  },
];

describe('a burst over streams comes to a definite end', () => {
  it.each(hostile)(
    '$name',
    async ({ speak, ends }) => {
      const origin = await openStreams(speak);
      const burst = openBurst({ clock: systemClock, plainHttp2: true });
      closings.push(() => burst.close());
      const request = { method: 'POST', url: `${origin}/tasks`, headers: [], body: '{"title":"x"}' };
      const begun = performance.now();
      const made = await burst.exchange(
        ['stream-1', 'stream-2'].map((id) => ({ id, request })),
        { timeoutMs: ends.includes('timeout') ? shortMs : longMs, strategy: 'streams' },
      );
      expect(performance.now() - begun).toBeLessThan(longestMs);
      for (const { answer } of made) {
        expect(ends, JSON.stringify(answer).slice(0, 300)).toContain(
          answer.kind === 'lost' ? answer.how : 'answered',
        );
      }
    },
    60_000,
  );
});
