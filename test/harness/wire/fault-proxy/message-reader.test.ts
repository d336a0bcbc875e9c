import { describe, expect, it } from 'vitest';
import { BadMessage } from '../../../../src/harness/wire/fault-proxy/bad-message.js';
import { MessageReader } from '../../../../src/harness/wire/fault-proxy/message-reader.js';
import { seededRandom } from '../../../../src/harness/run/seeded-random.js';

const post = 'POST /tasks?x=1 HTTP/1.1\r\nHost: a\r\n';
const chunks =
  '4;ext="a b"\r\nRing\r\n1A\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\nX-Sum: 7\r\nX-Other: 8\r\n\r\n';

const requests: readonly { name: string; text: string; framing: string; bodyBytes: number }[] = [
  { name: 'without a body', text: `${post}\r\n`, framing: 'none', bodyBytes: 0 },
  { name: 'without header lines', text: 'GET / HTTP/1.1\r\n\r\n', framing: 'none', bodyBytes: 0 },
  { name: 'with a length', text: `${post}content-LENGTH:  5 \r\n\r\nhello`, framing: 'length', bodyBytes: 5 },
  { name: 'with a length of 0', text: `${post}Content-Length: 0\r\n\r\n`, framing: 'none', bodyBytes: 0 },
  {
    name: 'in chunks, with extensions and trailers',
    text: `${post}Transfer-Encoding: Chunked\r\n\r\n${chunks}`,
    framing: 'chunked',
    bodyBytes: chunks.length,
  },
  {
    name: 'in chunks, with nothing but the end',
    text: `${post}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    framing: 'chunked',
    bodyBytes: 5,
  },
  {
    name: 'with a body that looks like heads',
    text: `${post}Content-Length: 8\r\n\r\n\r\n\r\n\r\n\r\n`,
    framing: 'length',
    bodyBytes: 8,
  },
];

describe('where a request ends', () => {
  it.each(requests)(
    '$name: at the same byte, however the bytes are split',
    ({ text, framing, bodyBytes }) => {
      const next = 'GET /next HTTP/1.1\r\n\r\n';
      const bytes = Buffer.from(text + next, 'latin1');
      for (const split of splitsOf(bytes)) {
        const reader = new MessageReader('request', 4_096);
        expect(endOf(reader, split)).toBe(text.length);
        expect(reader.head).toMatchObject({ framing });
        expect([reader.headBytes, reader.bodyBytes]).toEqual([text.length - bodyBytes, bodyBytes]);
      }
    },
  );

  it('tells method, path, correlation id and expectation', () => {
    const text = `PUT /a?b HTTP/1.0\r\nEXPECT: 100-Continue\r\nTwiceshy-Exchange:\t run-1 \r\n\r\n`;
    for (const split of splitsOf(Buffer.from(text))) {
      const reader = new MessageReader('request', 4_096);
      endOf(reader, split);
      expect(reader.head).toMatchObject({ method: 'PUT', path: '/a?b', id: 'run-1', expectsContinue: true });
    }
  });

  it.each([
    ['a length and chunks', `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`, true],
    ['two lengths', `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`, true],
    ['the same length twice', `${post}Content-Length: 5\r\nContent-Length: 5\r\n\r\n`, true],
    ['a list of lengths', `${post}Content-Length: 5, 5\r\n\r\n`, true],
    ['a length with a sign', `${post}Content-Length: +5\r\n\r\n`, true],
    ['a length in hexadecimal', `${post}Content-Length: 0x5\r\n\r\n`, true],
    ['an empty length', `${post}Content-Length: \r\n\r\n`, true],
    ['a length beyond all numbers', `${post}Content-Length: 9999999999999999\r\n\r\n`, true],
    ['an unknown coding', `${post}Transfer-Encoding: gzip\r\n\r\n`, true],
    ['chunked before another coding', `${post}Transfer-Encoding: chunked, gzip\r\n\r\n`, true],
    ['two lines of coding', `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n`, true],
    ['chunks in HTTP/1.0', 'POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n', true],
    ['a blank before the colon', `${post}Content-Length : 5\r\n\r\n`, false],
    ['a folded line', `${post}X: a\r\n b\r\n\r\n`, false],
    ['a bare line feed', `${post}X: a\nY: b\r\n\r\n`, false],
    ['line feeds alone', 'GET / HTTP/1.1\nHost: a\n\n', false],
    ['a carriage return within a line', `${post}X: a\rb\r\n\r\n`, false],
    ['a NUL', `${post}X: a\0b\r\n\r\n`, false],
    ['no colon', `${post}nonsense\r\n\r\n`, false],
    ['a line without a name', `${post}: a\r\n\r\n`, false],
    ['another protocol', 'GET / HTTP/2.0\r\n\r\n', false],
    ['no path', 'GET  HTTP/1.1\r\n\r\n', false],
    ['three parts too many', 'GET / a HTTP/1.1\r\n\r\n', false],
    ['TLS instead', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', false],
    ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\n\r\n', false],
    ['a chunk size that is no number', `${post}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`, true],
    ['a chunk size with a sign', `${post}Transfer-Encoding: chunked\r\n\r\n-1\r\n`, true],
    ['a chunk size of many digits', `${post}Transfer-Encoding: chunked\r\n\r\n0000000000005\r\n`, true],
    ['an empty chunk size', `${post}Transfer-Encoding: chunked\r\n\r\n\r\n`, true],
    ['a chunk that is longer than its size', `${post}Transfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n`, true],
    ['a chunk size ended by a line feed', `${post}Transfer-Encoding: chunked\r\n\r\n2\nab\r\n`, true],
    ['a line feed within an extension', `${post}Transfer-Encoding: chunked\r\n\r\n2;a\nb\r\nab\r\n`, true],
  ])('refuses %s, however the bytes are split', (_name, text, ambiguous) => {
    for (const split of splitsOf(Buffer.from(text, 'latin1'))) {
      const reader = new MessageReader('request', 4_096);
      let error: unknown;
      try {
        endOf(reader, split);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(BadMessage);
      expect((error as BadMessage).ambiguous).toBe(ambiguous);
    }
  });

  it.each([
    ['a head', `GET / HTTP/1.1\r\nX: ${'a'.repeat(5_000)}\r\n\r\n`],
    ['a head without an end', `GET / HTTP/1.1\r\nX: ${'a'.repeat(5_000)}`],
    ['an extension', `${post}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(5_000)}`],
    ['trailers', `${post}Transfer-Encoding: chunked\r\n\r\n0\r\n${'X: a\r\n'.repeat(1_000)}`],
  ])('refuses %s beyond its bound', (_name, text) => {
    for (const size of [1, 100, text.length]) {
      const reader = new MessageReader('request', 4_096);
      expect(() =>
        endOf(
          reader,
          pieces(Buffer.from(text), () => size),
        ),
      ).toThrow(BadMessage);
    }
  });

  it('survives ten thousand heaps of random bytes, and never reads past what it was given', () => {
    const random = seededRandom(7);
    const parts = [
      'GET / HTTP/1.1\r\n',
      'Content-Length: 3\r\n',
      'Transfer-Encoding: chunked\r\n',
      '\r\n',
      '\n',
      '\0',
      'abc',
      '5\r\n',
      ': ',
    ];
    for (let round = 0; round < 10_000; round += 1) {
      const reader = new MessageReader(round % 2 === 0 ? 'request' : 'answer', 512);
      reader.next('POST');
      const text = Array.from(
        { length: random.between(1, 12) },
        () => parts[random.between(0, parts.length - 1)],
      ).join('');
      const bytes = Buffer.from(text, 'latin1');
      try {
        for (const piece of pieces(bytes, () => random.between(1, 9))) {
          const end = reader.read(piece, 0);
          expect(end >= 0 && end <= piece.length).toBe(true);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(BadMessage);
      }
    }
  });
});

describe('where an answer ends', () => {
  it.each([
    ['POST', 'HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok', 'length'],
    ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n', 'none'],
    ['POST', 'HTTP/1.1 204 No Content\r\n\r\n', 'none'],
    ['POST', 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n', 'none'],
    ['GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n', 'none'],
    ['POST', 'HTTP/1.1 100 Continue\r\n\r\n', 'none'],
    ['POST', 'HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n', 'chunked'],
    ['POST', 'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok', 'length'],
  ])('%s, %j', (method, text, framing) => {
    for (const split of splitsOf(Buffer.from(`${text}HTTP/1.1 200 OK\r\n\r\n`))) {
      const reader = new MessageReader('answer', 4_096);
      reader.next(method);
      expect(endOf(reader, split)).toBe(text.length);
      expect(reader.head?.framing).toBe(framing);
    }
  });

  it.each([
    'HTTP/1.1 200 OK\r\n\r\nto the end',
    'HTTP/1.0 200 OK\r\n\r\nto the end',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nto the end',
  ])('%j ends with the connection', (text) => {
    const reader = new MessageReader('answer', 4_096);
    reader.next('POST');
    reader.read(Buffer.from(text), 0);
    expect([reader.done, reader.end(), reader.done]).toEqual([false, true, true]);
  });

  it('is no end when the connection ends within it', () => {
    const reader = new MessageReader('answer', 4_096);
    reader.next('POST');
    reader.read(Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'), 0);
    expect(reader.end()).toBe(false);
  });
});

/** Every way to cut the bytes in two, one with single bytes, and some by chance. */
function* splitsOf(bytes: Buffer): Generator<Buffer[]> {
  yield [bytes];
  for (let at = 1; at < bytes.length; at += 1) yield [bytes.subarray(0, at), bytes.subarray(at)];
  yield pieces(bytes, () => 1);
  const random = seededRandom(bytes.length);
  for (let round = 0; round < 50; round += 1) yield pieces(bytes, () => random.between(1, 12));
}

function pieces(bytes: Buffer, size: () => number): Buffer[] {
  const cut: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(bytes.length, at + size());
    cut.push(bytes.subarray(at, end));
    at = end;
  }
  return cut;
}

/** Where the message ends in all the bytes; -1 if they end before. */
function endOf(reader: MessageReader, split: readonly Buffer[]): number {
  let before = 0;
  for (const piece of split) {
    const end = reader.read(piece, 0);
    if (reader.done) return before + end;
    before += piece.length;
  }
  return -1;
}
