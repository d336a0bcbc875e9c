import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { WireEffect } from '../../../../src/harness/model/exchange.js';
import type { JournalEntry } from '../../../../src/harness/wire/fault-proxy/journal-entry.js';
import type { ProxyLimits } from '../../../../src/harness/wire/fault-proxy/limits.js';
import {
  created,
  openProxyBefore,
  openRawSender,
  openRawTarget,
  post,
  type Heard,
  type ProxyOnTrial,
  type RawTarget,
} from './raw-sockets.js';

const body = '{"title":"Ring the customer back"}';
const request = post(body);
const headBytes = request.length - body.length;
const answer = created('{"id":"r-1"}');

describe('the fault proxy, byte by byte', () => {
  const closings: (() => Promise<void>)[] = [];
  let onTrial: ProxyOnTrial;
  let target: RawTarget;

  afterEach(async () => {
    for (const close of closings.splice(0).toReversed()) await close();
    expect(onTrial.faults).toEqual([]);
  });

  /** A target that answers each whole create, behind a proxy with effects on the first exchanges. */
  const begin = async (
    armed: Readonly<Record<number, readonly WireEffect[]>>,
    options: { answer?: (socket: Socket, heard: Heard) => void; limits?: Partial<ProxyLimits> } = {},
  ): Promise<void> => {
    target = await openRawTarget(options.answer ?? answerEach(answer));
    closings.push(() => target.close());
    onTrial = await openProxyBefore(target.port, armed, options.limits);
    closings.push(() => onTrial.proxy.close());
  };
  const send = async (text: string): Promise<{ socket: Socket; heard: Heard }> => {
    const sender = await openRawSender(onTrial.proxy.port);
    closings.push(async () => void sender.socket.destroy());
    sender.socket.write(text);
    return sender;
  };
  const entry = async (count = 1): Promise<JournalEntry> => {
    await expect.poll(() => onTrial.entries.length, { timeout: 5_000 }).toBe(count);
    return onTrial.entries[count - 1] as JournalEntry;
  };
  const ended = (heard: Heard, end: Heard['end']): Promise<void> =>
    expect.poll(() => heard.end, { timeout: 5_000 }).toBe(end);

  it('passes bytes on as they come, before the request is whole', async () => {
    await begin({});
    const { socket, heard } = await send(request.slice(0, 20));
    await expect.poll(() => target.heard[0]?.text).toBe(request.slice(0, 20));
    socket.write(request.slice(20));
    await expect.poll(() => heard.text).toBe(answer);
    expect(await entry()).toMatchObject({
      ordinal: 1,
      exchange: null,
      method: 'POST',
      path: '/tasks',
      delivered: 'whole',
      copies: 1,
      statuses: [201],
      ending: 'answered',
      bytes: {
        fromSender: request.length,
        toTarget: request.length,
        fromTarget: answer.length,
        toSender: answer.length,
      },
    });
  });

  it.each(['reset-before-request', 'refuse'] as const)('%s: the target hears nothing', async (kind) => {
    await begin({ 1: [{ kind }] });
    const { heard } = await send(request);
    await ended(heard, 'reset');
    expect(target.heard).toEqual([]);
    expect(await entry()).toMatchObject({ delivered: 'none', applied: [kind], ending: 'broken-by-effect' });
  });

  it.each([
    ['reset-in-headers', undefined, Math.floor(headBytes / 2)],
    ['reset-in-headers', 7, 7],
    ['reset-in-body', undefined, headBytes + Math.floor(body.length / 2)],
    ['reset-in-body', 3, headBytes + 3],
    ['reset-in-body', 0, headBytes],
  ] as const)(
    '%s after %s bytes: the target hears exactly those, then an RST',
    async (kind, afterBytes, count) => {
      await begin({ 1: [afterBytes === undefined ? { kind } : { kind, afterBytes }] });
      const { heard } = await send(request);
      await ended(heard, 'reset');
      await expect.poll(() => target.heard[0]).toEqual({ text: request.slice(0, count), end: 'reset' });
      expect(await entry()).toMatchObject({
        delivered: 'part',
        applied: [kind],
        copies: 0,
        bytes: { toTarget: count },
      });
    },
  );

  it('reset-in-body: cuts within chunks too, wherever the pieces end', async () => {
    await begin({ 1: [{ kind: 'reset-in-body', afterBytes: 5 }] });
    const head = 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n';
    const { socket, heard } = await send(`${head}2\r\n`);
    await expect.poll(() => target.heard[0]?.text).toBe(`${head}2\r\n`);
    socket.write('ab\r\n0\r\n\r\n');
    await ended(heard, 'reset');
    await expect.poll(() => target.heard[0]).toEqual({ text: `${head}2\r\nab`, end: 'reset' });
  });

  it('reset-in-body says why it did not take place where there is no such body', async () => {
    await begin({ 1: [{ kind: 'reset-in-body' }], 2: [{ kind: 'reset-in-body', afterBytes: body.length }] });
    const { socket } = await send('GET /tasks HTTP/1.1\r\nHost: t\r\n\r\n');
    expect(await entry()).toMatchObject({
      delivered: 'whole',
      applied: [],
      missed: [{ kind: 'reset-in-body', why: 'the request has no body' }],
    });
    socket.write(request);
    expect(await entry(2)).toMatchObject({
      delivered: 'whole',
      applied: [],
      missed: [{ kind: 'reset-in-body' }],
    });
  });

  it('reset-after-request: the target hears the whole request and an RST, and nobody waits', async () => {
    await begin({ 1: [{ kind: 'reset-after-request' }] }, { answer: () => undefined });
    const { heard } = await send(request);
    await ended(heard, 'reset');
    await expect.poll(() => target.heard[0]).toEqual({ text: request, end: 'reset' });
    expect(await entry()).toMatchObject({
      delivered: 'whole',
      copies: 1,
      applied: ['reset-after-request'],
      statuses: [],
    });
  });

  it.each([
    ['lose-reply', 0],
    ['cut-status-line', Math.floor('HTTP/1.1 201 Created\r\n'.length / 2)],
    ['cut-headers', 'HTTP/1.1 201 Created\r\n'.length],
    ['cut-body', answer.length - '{"id":"r-1"}'.length],
  ] as const)(
    '%s: the target has answered, the sender hears %i bytes or more and an RST',
    async (kind, least) => {
      await begin({ 1: [{ kind }] });
      const { heard } = await send(request);
      await ended(heard, 'reset');
      expect(heard.text.length).toBeGreaterThanOrEqual(least);
      expect(heard.text.length).toBeLessThan(answer.length);
      expect(heard.text).toBe(answer.slice(0, heard.text.length));
      if (kind === 'lose-reply') expect(heard.text).toBe('');
      expect(await entry()).toMatchObject({
        delivered: 'whole',
        applied: [kind],
        hidden: [{ kind: 'answered', status: 201, body: '{"id":"r-1"}' }],
        bytes: { fromTarget: answer.length, toSender: heard.text.length },
      });
    },
  );

  it('stall: the answer comes late and unchanged', async () => {
    await begin({ 1: [{ kind: 'stall', ms: 80 }] });
    const began = performance.now();
    const { heard } = await send(request);
    await expect.poll(() => heard.text, { interval: 5 }).toBe(answer);
    expect(performance.now() - began).toBeGreaterThanOrEqual(79);
    expect(await entry()).toMatchObject({ applied: ['stall'], hidden: [], ending: 'answered' });
  });

  it('hold-reply: the answer is held until the sender goes', async () => {
    await begin({ 1: [{ kind: 'hold-reply' }] });
    const { socket, heard } = await send(request);
    await expect.poll(() => target.heard[0]?.text).toBe(request);
    socket.destroy();
    expect(await entry()).toMatchObject({
      applied: ['hold-reply'],
      ending: 'sender-left',
      delivered: 'whole',
    });
    expect(heard.text).toBe('');
  });

  it('hold-request: arrives after a later one, to a sender that still waits', async () => {
    await begin({ 1: [{ kind: 'hold-request', later: 1 }] });
    const first = await send(post('first'));
    await expect.poll(() => onTrial.proxy.connections().taken).toBe(1);
    await send(post('later'));
    await expect.poll(() => first.heard.text).toBe(answer);
    expect(target.heard.map(({ text }) => text)).toEqual([post('later'), post('first')]);
    expect(onTrial.entries.map(({ ordinal, delivered }) => [ordinal, delivered])).toEqual([
      [2, 'whole'],
      [1, 'whole'],
    ]);
  });

  it('hold-request: arrives although its sender has gone, once it is let go', async () => {
    await begin({ 1: [{ kind: 'hold-request', later: 5 }] });
    const { socket } = await send(post('first', 'Twiceshy-Exchange: e-1\r\n'));
    socket.end();
    await expect.poll(() => onTrial.proxy.connections().open).toBe(0);
    expect(onTrial.entries).toEqual([]);
    expect(onTrial.proxy.release('e-2')).toBe(false);
    expect(onTrial.proxy.release('e-1')).toBe(true);
    expect(await entry()).toMatchObject({
      exchange: 'e-1',
      delivered: 'whole',
      applied: ['hold-request'],
      statuses: [201],
      held: false,
    });
    expect(target.heard[0]?.text).toContain('first');
  });

  it('hold-request: what is still held when the proxy closes never arrives', async () => {
    await begin({ 1: [{ kind: 'hold-request', later: 1 }] });
    await send(request);
    await expect.poll(() => onTrial.proxy.connections().taken).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await onTrial.proxy.close();
    expect(await entry()).toMatchObject({ delivered: 'none', ending: 'proxy-closed' });
    expect(target.heard).toEqual([]);
  });

  it('double: the second copy goes over a connection of its own, after the first was answered', async () => {
    let count = 0;
    const log: string[] = [];
    await begin(
      { 1: [{ kind: 'double' }] },
      {
        answer: (socket, heard) => {
          if (heard.text !== request) return;
          count += 1;
          const own = count;
          log.push(`request ${own}`);
          setTimeout(() => {
            log.push(`answer ${own}`);
            socket.write(created(`{"id":"r-${own}"}`));
          }, 20);
        },
      },
    );
    const { heard } = await send(request);
    await expect.poll(() => heard.text).toBe(created('{"id":"r-2"}'));
    expect(log).toEqual(['request 1', 'answer 1', 'request 2', 'answer 2']);
    expect(target.heard.map(({ text }) => text)).toEqual([request, request]);
    expect(await entry()).toMatchObject({
      copies: 2,
      applied: ['double'],
      statuses: [201, 201],
      hidden: [{ body: '{"id":"r-1"}' }],
    });
  });

  it('turn-away and throttle: answers in the target’s place, over a connection that lives on', async () => {
    await begin({
      1: [{ kind: 'turn-away', status: 503, retryAfterS: 2 }],
      2: [{ kind: 'throttle', retryAfterS: 7 }],
    });
    const { socket, heard } = await send(request);
    await entry();
    socket.write(request);
    await entry(2);
    socket.write(request);
    expect(await entry(3)).toMatchObject({ delivered: 'whole', reused: true });
    await expect.poll(() => heard.text.endsWith(answer)).toBe(true);
    expect(heard.text).toMatch(/^HTTP\/1\.1 503 .*retry-after: 2\r\n.*HTTP\/1\.1 429 .*retry-after: 7\r\n/s);
    expect(target.heard.map(({ text }) => text)).toEqual([request]);
    expect(onTrial.entries.map(({ delivered }) => delivered)).toEqual(['none', 'none', 'whole']);
  });

  it('close-on-reuse: breaks a used connection, and leaves a new one alone', async () => {
    await begin({ 1: [{ kind: 'close-on-reuse' }], 2: [{ kind: 'close-on-reuse' }] });
    const { socket, heard } = await send(request);
    expect(await entry()).toMatchObject({ applied: [], missed: [{ kind: 'close-on-reuse' }] });
    socket.write(request);
    await ended(heard, 'reset');
    expect(await entry(2)).toMatchObject({ applied: ['close-on-reuse'], delivered: 'none' });
    expect(target.heard.map(({ text }) => text)).toEqual([request]);
  });

  it('serves pipelined requests one after another, each with its own effects', async () => {
    await begin({ 2: [{ kind: 'turn-away', status: 502 }] });
    const { heard } = await send(request + request + request);
    await entry(3);
    await expect.poll(() => heard.text.endsWith(answer)).toBe(true);
    expect(heard.text.startsWith(answer)).toBe(true);
    expect(target.heard.map(({ text }) => text)).toEqual([request + request]);
    expect(onTrial.entries.map(({ applied }) => applied)).toEqual([[], ['turn-away'], []]);
  });

  it('passes 100 Continue on, also where the answer behind it is lost', async () => {
    const head = post(body, 'Expect: 100-continue\r\n').slice(0, -body.length);
    await begin(
      { 1: [{ kind: 'lose-reply' }] },
      {
        answer: (socket, heard) => {
          socket.write(heard.text === head ? 'HTTP/1.1 100 Continue\r\n\r\n' : answer);
        },
      },
    );
    const { socket, heard } = await send(head);
    await expect.poll(() => heard.text).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(body);
    await ended(heard, 'reset');
    expect(await entry()).toMatchObject({
      statuses: [100, 201],
      applied: ['lose-reply'],
      delivered: 'whole',
    });
  });

  it('refuses a request whose end is in doubt, and the target hears nothing of it', async () => {
    await begin({});
    const { heard } = await send(post(body, 'Transfer-Encoding: chunked\r\n'));
    await ended(heard, 'end');
    expect(heard.text).toMatch(/^HTTP\/1\.1 400 .*both Content-Length and Transfer-Encoding/s);
    expect(await entry()).toMatchObject({ delivered: 'none', ending: 'request-refused' });
    expect(target.heard).toEqual([]);
  });

  it('refuses an answer whose end is in doubt', async () => {
    const doubtful = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nok';
    await begin({}, { answer: answerEach(doubtful) });
    const { heard } = await send(request);
    await ended(heard, 'reset');
    expect(await entry()).toMatchObject({ ending: 'answer-refused', loss: 'cut', delivered: 'whole' });
  });

  it('shows the sender what is no HTTP as it came', async () => {
    await begin({}, { answer: (socket) => socket.end('SSH-2.0-OpenSSH\r\n\r\n') });
    const { heard } = await send(request);
    await ended(heard, 'end');
    expect(heard.text).toBe('SSH-2.0-OpenSSH\r\n\r\n');
    expect(await entry()).toMatchObject({ ending: 'answer-refused', delivered: 'whole' });
  });

  it('passes on an answer that ends with its connection, and ends the sender’s', async () => {
    const untilEnd = 'HTTP/1.1 200 OK\r\n\r\nto the end';
    await begin({}, { answer: (socket) => socket.end(untilEnd) });
    const { heard } = await send(request);
    await ended(heard, 'end');
    expect(heard.text).toBe(untilEnd);
    expect(await entry()).toMatchObject({ ending: 'answered', statuses: [200] });
  });

  it('lets whatever follows 101 through as it comes, both ways', async () => {
    const upgrade = 'GET / HTTP/1.1\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n';
    await begin(
      {},
      {
        answer: (socket, heard) => {
          socket.write(heard.text === upgrade ? 'HTTP/1.1 101 Switching\r\n\r\nhello' : 'pong');
        },
      },
    );
    const { socket, heard } = await send(upgrade);
    await expect.poll(() => heard.text).toBe('HTTP/1.1 101 Switching\r\n\r\nhello');
    socket.write('ping');
    await expect.poll(() => heard.text.endsWith('pong')).toBe(true);
    expect(target.heard[0]?.text).toBe(`${upgrade}ping`);
    socket.end();
    expect(await entry()).toMatchObject({ ending: 'sender-left', statuses: [101] });
  });

  it('a target that takes no connection, or breaks off, is told apart from an effect', async () => {
    await begin({ 1: [{ kind: 'double' }] });
    await target.close();
    closings.shift();
    const { heard } = await send(request);
    await ended(heard, 'reset');
    expect(await entry()).toMatchObject({
      ending: 'target-refused',
      loss: 'refused',
      delivered: 'none',
      applied: [],
      missed: [{ kind: 'double' }],
    });
  });

  it('a sender that goes within its request leaves a part behind', async () => {
    await begin({});
    const { socket } = await send(request.slice(0, -3));
    await expect.poll(() => target.heard[0]?.text).toBe(request.slice(0, -3));
    socket.destroy();
    expect(await entry()).toMatchObject({ ending: 'sender-left', delivered: 'part', copies: 0 });
    await expect.poll(() => target.heard[0]?.end).not.toBe('open');
  });

  it('holds back a sender that is faster than the target, and a target that is faster than the sender', async () => {
    const big = 'x'.repeat(32 * 1024 * 1024);
    let reading: Socket | null = null;
    await begin(
      {},
      {
        answer: (socket) => {
          if (reading === null) socket.pause();
          reading ??= socket;
        },
      },
    );
    const { socket, heard } = await send(post(big));
    await expect.poll(() => reading).not.toBe(null);
    // What neither the proxy nor the system takes stays with the sender.
    await expect.poll(() => socket.writableLength).toBeGreaterThan(16 * 1024 * 1024);
    (reading as Socket | null)?.resume();
    await expect.poll(() => target.heard[0]?.text.length, { timeout: 20_000 }).toBe(post(big).length);
    (reading as Socket | null)?.write(created(big));
    await expect.poll(() => heard.text.length, { timeout: 20_000 }).toBe(created(big).length);
    expect(await entry()).toMatchObject({ delivered: 'whole', ending: 'answered' });
  });

  it('takes no more than so many connections, and no longer than so long', async () => {
    await begin({ 1: [{ kind: 'hold-reply' }] }, { limits: { connections: 1, exchangeMs: 50 } });
    const { heard } = await send(request);
    const tooMany = await send(request);
    await ended(tooMany.heard, 'end').catch(() => ended(tooMany.heard, 'reset'));
    await ended(heard, 'reset');
    expect(await entry()).toMatchObject({ ending: 'limit-reached', loss: 'timeout' });
    expect(onTrial.proxy.connections().turnedAway).toBe(1);
  });

  it('shut: connections are refused by the system until the port opens again', async () => {
    await begin({});
    onTrial.proxy.shut(150);
    await expect(openRawSender(onTrial.proxy.port)).rejects.toThrow(/ECONNREFUSED/);
    await expect
      .poll(() =>
        openRawSender(onTrial.proxy.port).then(
          ({ socket }) => socket.destroy().destroyed,
          () => false,
        ),
      )
      .toBe(true);
  });
});

/** Answers whenever another whole request has come. */
function answerEach(text: string): (socket: Socket, heard: Heard) => void {
  const answered = new WeakMap<Heard, number>();
  return (socket, heard) => {
    const whole =
      heard.text.match(/\{"title":"Ring the customer back"\}|\r\n\r\n(?:first|later)|GET .*\r\n\r\n/gs)
        ?.length ?? 0;
    for (let count = answered.get(heard) ?? 0; count < whole; count += 1) socket.write(text);
    answered.set(heard, whole);
  };
}
