import type { Socket } from 'node:net';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';

/** One way in which a target answers that no sender should have to bear. */
export interface HostileAnswer {
  readonly name: string;
  /** Answers a request whose head has come; a socket that is destroyed ends it. */
  readonly speak: (this: void, socket: Socket) => void;
  /** What may come of it as an answer: it came, or it was lost in one of these ways. */
  readonly ends: readonly ('answered' | 'timeout' | 'cut' | 'reset')[];
}

const sound = '{"id":"task-1","data":[{"id":"task-1"}]}';

function head(lines: readonly string[], status = '201 Created'): string {
  return `HTTP/1.1 ${[status, ...lines].join('\r\n')}\r\n\r\n`;
}

const json = 'Content-Type: application/json';

function whole(body: string | Buffer, lines: readonly string[] = [json], status?: string): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(head([...lines, `Content-Length: ${bytes.length}`], status)), bytes]);
}

/** Writes pieces as fast as they are taken, until there are none left or the other end has gone. */
function pour(socket: Socket, next: () => Buffer | string | null): void {
  const more = (): void => {
    for (;;) {
      const piece = socket.destroyed ? null : next();
      if (piece === null) return;
      if (!socket.write(piece)) break;
    }
    socket.once('drain', more);
  };
  more();
}

function again(piece: Buffer | string, times = Infinity): () => Buffer | string | null {
  let left = times;
  return () => (left-- > 0 ? piece : null);
}

/** Writes a byte now and then, for as long as anybody listens. */
function trickle(socket: Socket, everyMs: number, piece: string): void {
  const dripping = setInterval(() => socket.write(piece), everyMs);
  socket.once('close', () => clearInterval(dripping));
}

/** One gibibyte of zeros as gzip, of a mebibyte on the wire; its end never comes to be checked. */
function gzipBomb(): Buffer {
  const oneMebibyte = deflateRawSync(Buffer.alloc(1 << 20), {
    level: 9,
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  return Buffer.concat([gzipHead, ...Array<Buffer>(1024).fill(oneMebibyte)]);
}

function gzipOften(times: number): Buffer {
  let bytes: Buffer = Buffer.from(sound);
  for (let time = 0; time < times; time += 1) bytes = gzipSync(bytes);
  return bytes;
}

const megabyte = Buffer.alloc(1 << 20, 'x');
const codings = (times: number): string =>
  `Content-Encoding: ${Array<string>(times).fill('gzip').join(', ')}`;

/** An answer of bytes. */
function says(
  name: string,
  bytes: Buffer | string | (() => Buffer | string),
  ends: HostileAnswer['ends'],
): HostileAnswer {
  return { name, ends, speak: (socket) => void socket.end(typeof bytes === 'function' ? bytes() : bytes) };
}

/** Bodies that do not end, or are too long. */
const endless: readonly HostileAnswer[] = [
  {
    name: 'a body of 100 MiB',
    ends: ['cut'],
    speak(socket) {
      socket.write(head([json, `Content-Length: ${100 << 20}`]));
      pour(socket, again(megabyte, 100));
    },
  },
  {
    name: 'a body without end, in chunks',
    ends: ['cut'],
    speak(socket) {
      socket.write(head([json, 'Transfer-Encoding: chunked']));
      pour(socket, again(Buffer.concat([Buffer.from('100000\r\n'), megabyte, Buffer.from('\r\n')])));
    },
  },
  {
    name: 'a body without end, up to the end of the connection',
    ends: ['cut'],
    speak(socket) {
      socket.write(head([json, 'Connection: close']));
      pour(socket, again(megabyte));
    },
  },
  {
    name: 'chunks of one byte with long extensions, without end',
    ends: ['cut', 'timeout'],
    speak(socket) {
      socket.write(head([json, 'Transfer-Encoding: chunked']));
      pour(socket, again(`1;${'x'.repeat(4_000)}\r\n \r\n`));
    },
  },
  {
    name: 'a trailer without end',
    ends: ['cut', 'timeout'],
    speak(socket) {
      socket.write(`${head([json, 'Transfer-Encoding: chunked'])}2\r\n{}\r\n0\r\n`);
      pour(socket, again(`X-More: ${'x'.repeat(4_000)}\r\n`));
    },
  },
  says('a gzip bomb of one gibibyte', () => whole(gzipBomb(), [json, 'Content-Encoding: gzip']), ['cut']),
  {
    name: 'header lines without end',
    ends: ['cut'],
    speak(socket) {
      socket.write(`HTTP/1.1 201 Created\r\n`);
      pour(socket, again(`X-More: ${'x'.repeat(4_000)}\r\n`));
    },
  },
  {
    name: 'a status line without end',
    ends: ['cut', 'timeout', 'reset'],
    speak(socket) {
      socket.write('HTTP/1.1 201 ');
      pour(socket, again(megabyte));
    },
  },
  says('a header of 1 MiB', whole(sound, [json, `X-Long: ${'x'.repeat(1 << 20)}`]), ['cut']),
  says('100,000 header lines', whole(sound, [json, ...Array<string>(100_000).fill('X-A: b')]), ['cut']),
  {
    name: 'interim answers without end',
    ends: ['timeout', 'cut'],
    speak(socket) {
      pour(socket, again('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(100)));
    },
  },
  {
    name: 'continues without end',
    ends: ['timeout', 'cut', 'reset'],
    speak(socket) {
      pour(socket, again('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)));
    },
  },
];

/** Answers that come too slowly, or not at all. */
const slow: readonly HostileAnswer[] = [
  { name: 'nothing at all', ends: ['timeout'], speak: () => undefined },
  {
    name: 'half a head, and nothing more',
    ends: ['timeout'],
    speak: (s) => void s.write('HTTP/1.1 201 Cre'),
  },
  {
    name: 'half a body, and nothing more',
    ends: ['timeout'],
    speak: (socket) => void socket.write(whole(sound).subarray(0, -5)),
  },
  {
    name: 'a head that trickles',
    ends: ['timeout'],
    speak(socket) {
      socket.write('HTTP/1.1 201 Created\r\nX-Slow: ');
      trickle(socket, 20, 'x');
    },
  },
  {
    name: 'a body that trickles',
    ends: ['timeout'],
    speak(socket) {
      socket.write(head([json, 'Transfer-Encoding: chunked']));
      trickle(socket, 20, '1\r\n \r\n');
    },
  },
  {
    name: 'blank lines that trickle before the answer',
    ends: ['timeout', 'cut', 'reset'],
    speak: (socket) => trickle(socket, 20, '\r\n'),
  },
];

/** Answers that end before they are whole. */
const broken: readonly HostileAnswer[] = [
  { name: 'the end of the connection', ends: ['reset'], speak: (socket) => void socket.end() },
  { name: 'a reset', ends: ['reset'], speak: (socket) => void socket.resetAndDestroy() },
  says('half a head, and the end', 'HTTP/1.1 201 Created\r\nContent-', ['reset', 'cut']),
  says('fewer bytes than it names', head([json, 'Content-Length: 1000']) + sound, ['cut', 'reset']),
  says('a body that ends within a chunk', head(['Transfer-Encoding: chunked']) + '40\r\n{"id":', [
    'cut',
    'reset',
  ]),
];

/** What is no HTTP, or can be read in two ways. */
const ambiguous: readonly HostileAnswer[] = [
  says('no HTTP', 'SSH-2.0-OpenSSH_9.2p1\r\n\r\n', ['cut']),
  says('bytes of every kind', Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7) % 256)), ['cut']),
  says('HTTP of version 9', `HTTP/9.0 201 Created\r\n${json}\r\n\r\n${sound}`, ['cut']),
  says('a status of no number', whole(sound, [json], 'abc Created'), ['cut']),
  says('a status of 20', whole(sound, [json], '20 Created'), ['cut']),
  says('a status of 2010', whole(sound, [json], '2010 Created'), ['cut']),
  says('a status of 999', whole(sound, [json], '999 Whatever'), ['answered', 'cut']),
  says('a status of 000', whole(sound, [json], '000 Whatever'), ['cut']),
  says('another protocol', head(['Upgrade: x', 'Connection: upgrade'], '101 Switching Protocols') + sound, [
    'cut',
    'reset',
    'timeout',
    'answered',
  ]),
  says(
    'two lengths that differ',
    `HTTP/1.1 201 Created\r\n${json}\r\nContent-Length: 2\r\nContent-Length: ${sound.length}\r\n\r\n${sound}`,
    ['cut'],
  ),
  says('a length that is a list', head([json, `Content-Length: 2, ${sound.length}`]) + sound, ['cut']),
  says('a length below nothing', head([json, 'Content-Length: -1']) + sound, ['cut']),
  says('a length beyond all numbers', head([json, `Content-Length: ${'9'.repeat(30)}`]) + sound, ['cut']),
  says('a length that is no number', head([json, 'Content-Length: 0x10']) + sound, ['cut']),
  says(
    'both a length and chunks',
    `${head([json, 'Content-Length: 3', 'Transfer-Encoding: chunked'])}2\r\n{}\r\n0\r\n\r\n`,
    ['cut'],
  ),
  says('a chunk size beyond all numbers', `${head(['Transfer-Encoding: chunked'])}${'f'.repeat(40)}\r\n{}`, [
    'cut',
  ]),
  says('a chunk size that is no number', `${head(['Transfer-Encoding: chunked'])}zz\r\n{}\r\n`, ['cut']),
  says('a chunk longer than its size', `${head(['Transfer-Encoding: chunked'])}1\r\n{}\r\n0\r\n\r\n`, [
    'cut',
  ]),
  says('a NUL in a header', head([json, 'X-A: a\0b', `Content-Length: ${sound.length}`]) + sound, ['cut']),
  says('a header line without a colon', head([json, 'no colon', `Content-Length: ${sound.length}`]) + sound, [
    'cut',
  ]),
  says('a body that is no gzip', whole(sound, [json, 'Content-Encoding: gzip']), ['cut']),
  says('a gzip that ends too early', () => whole(gzipSync(sound).subarray(0, -20), [json, codings(1)]), [
    'cut',
    'answered',
  ]),
  says('a gzip six times over', () => whole(gzipOften(6), [json, codings(6)]), ['cut', 'answered']),
  says('ten thousand content codings', whole(sound, [json, codings(10_000)]), ['cut']),
];

/** Answers that are whole, and say nothing or something else. */
const misleading: readonly HostileAnswer[] = [
  says('a redirect to itself', whole('', ['Location: /tasks'], '307 Temporary Redirect'), ['answered']),
  says('a redirect without an address', whole('', [], '302 Found'), ['answered']),
  says('a redirect to no address', whole('', ['Location: http://['], '308 Permanent Redirect'), ['answered']),
  says('an error with 200', whole('{"error":"no such tenant"}', [json], '200 OK'), ['answered']),
  says('a page of HTML', whole('<html>Sign in</html>', ['Content-Type: text/html'], '200 OK'), ['answered']),
  says('an empty body', whole('', [json]), ['answered']),
  says('no body where none is allowed', head([json], '204 No Content'), ['answered']),
  says('JSON with bytes that are no UTF-8', whole(Buffer.from('{"id":"task-\xff"}', 'latin1')), ['answered']),
  says(
    'JSON in Latin-1 that says so',
    whole(Buffer.from('{"id":"t\xe4sk"}', 'latin1'), ['Content-Type: application/json; charset=iso-8859-1']),
    ['answered'],
  ),
  says(
    'JSON in UTF-16 that is called UTF-8',
    whole(Buffer.from(sound, 'utf16le'), ['Content-Type: application/json; charset=utf-8']),
    ['answered'],
  ),
  says('half a JSON', whole(sound.slice(0, -6)), ['answered']),
  says('two JSON texts', whole(sound + sound), ['answered']),
  says('JSON nested without end', whole('['.repeat(1_000_000)), ['answered']),
  says('JSON nested very deeply', whole(`${'['.repeat(500_000)}${']'.repeat(500_000)}`), ['answered']),
  says('an id that is an object', whole('{"id":{"id":"task-1"},"data":{"id":"task-1"}}'), ['answered']),
  says('an id of nothing', whole('{"id":null,"data":null}'), ['answered']),
  says('an id of no letters', whole('{"id":"","data":[{"id":""}]}'), ['answered']),
  says('an id of a prototype', whole('{"__proto__":{"id":"task-1","data":[]}}'), ['answered']),
  says(
    'two places that differ',
    whole('', ['Location: /tasks/task-1', 'Location: /tasks/task-2'], '201 Created'),
    ['answered'],
  ),
];

/** All of them. No answer of these says that a record is there, and none may be taken to. */
export const hostileAnswers: readonly HostileAnswer[] = [
  ...endless,
  ...slow,
  ...broken,
  ...ambiguous,
  ...misleading,
];
