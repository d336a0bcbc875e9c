import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLoopbackServer } from '../wire/loopback-server.js';
import { connectProxy } from '../../support/connect-proxy.js';
import { say, type Said } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** Runs the command, lets a sender speak to it, and ends it as Ctrl-C does. */
async function served(
  words: readonly string[],
  speak: (url: string) => Promise<void>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Said> {
  const interrupt = new AbortController();
  let begun = (_url: string): void => undefined;
  const printed = new Promise<string>((resolve) => (begun = resolve));
  let out = '';
  const ended = say(words, {
    signal: interrupt.signal,
    environment,
    err: () => undefined,
    out: (text) => {
      out += text;
      if (out.endsWith('\n')) begun(out.trim());
    },
  });
  try {
    await speak(await Promise.race([printed, ended.then(({ err }) => Promise.reject(new Error(err)))]));
  } finally {
    interrupt.abort(new Error('ended by SIGINT'));
  }
  return ended;
}

describe('twiceshy proxy', () => {
  it('reaches its target through the proxy of the environment', async () => {
    const server = await openLoopbackServer((_, response) => response.writeHead(201).end('{"id":"r"}'));
    const forward = await connectProxy({
      targets: { 'receiver.test:80': Number(new URL(server.origin).port) },
    });
    const words = ['proxy', '--target', 'http://receiver.test', '--i-may-write-to', 'receiver.test'];
    let status = 0;
    await served(
      words,
      async (url) => {
        ({ status } = await fetch(`${url}/tasks`, { method: 'POST', body: 'b' }));
      },
      { HTTP_PROXY: forward.url },
    );
    await server.close();
    expect(status).toBe(201);
    expect(forward.asked).toEqual([{ target: 'receiver.test:80', status: 200 }]);
  });

  it('serves effects by number to a sender that knows nothing of it, and writes the journal', async () => {
    const server = await openLoopbackServer((request, response) => {
      request.resume();
      request.on('end', () => response.writeHead(201).end('{"id":"r"}'));
    });
    const journal = join(temporaryFolder(), 'journal.ndjson');
    const statuses: (number | string)[] = [];
    const said = await served(
      [
        'proxy',
        '--target',
        server.origin,
        '--effect',
        'lose-reply@2',
        '--effect',
        'throttle=7@3',
        '--journal',
        journal,
      ],
      async (url) => {
        for (let count = 0; count < 4; count += 1) {
          const sent = fetch(`${url}/tasks?secret=1`, { method: 'POST', body: `b-${count}` });
          statuses.push(
            await sent.then(
              ({ status }) => status,
              () => 'lost',
            ),
          );
        }
      },
    );
    await server.close();
    expect(said.code).toBe(0);
    expect(statuses).toEqual([201, 'lost', 429, 201]);
    const text = readFileSync(journal, 'utf8');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ ordinal, applied, delivered }) => [ordinal, applied, delivered])).toEqual([
      [1, [], 'whole'],
      [2, ['lose-reply'], 'whole'],
      [3, ['throttle'], 'none'],
      [4, [], 'whole'],
    ]);
    expect(text).not.toContain('secret');
  });

  it('refuse shuts the port when its exchange is due', async () => {
    const server = await openLoopbackServer((_request, response) => response.end('ok'));
    const said = await served(['proxy', '--target', server.origin, '--effect', 'refuse@1'], async (url) => {
      await expect(fetch(url)).rejects.toThrow(/fetch failed/);
      await expect
        .poll(
          () =>
            fetch(url).then(
              ({ status }) => status,
              () => 0,
            ),
          { timeout: 5_000 },
        )
        .toBe(200);
    });
    await server.close();
    expect(said.code).toBe(0);
  });

  it.each([
    ['an effect that is not there', ['--effect', 'loose-reply'], /no effect has that name/],
    ['a number that an effect does not take', ['--effect', 'double=2'], /double takes no number/],
    ['a number that an effect cannot have', ['--effect', 'gateway-answer=99'], /cannot have 99/],
    ['the exchange number 0', ['--effect', 'double@0'], /no effect has that name, or/],
    ['a port that is always shut', ['--effect', 'refuse'], /refuse@2/],
    ['a target with a path', ['--target', 'http://127.0.0.1:1/api'], /without a path/],
    ['a target that is no address', ['--target', 'localhost'], /--target was given/],
    ['a target elsewhere', ['--target', 'https://crm.example.com'], /--i-may-write-to crm\.example\.com/],
    ['a journal that cannot be written', ['--journal', '/no/such/folder/j'], /cannot be written/],
    ['a certificate that is not there', ['--ca', '/no/such/ca.pem'], /cannot be read/],
  ])('%s ends with 64 and a message in three parts', async (_name, words, expected) => {
    const target = words.includes('--target') ? [] : ['--target', 'http://127.0.0.1:9'];
    const said = await say(['proxy', ...target, ...words]);
    expect(said.code).toBe(64);
    expect(said.err).toMatch(/twiceshy: .+\n {2}expected: .+\n {2}to do: {4}.+/s);
    expect(said.err).toMatch(expected);
  });

  it('a port that is taken ends with 64, and leaves no journal open', async () => {
    const server = await openLoopbackServer((_request, response) => response.end());
    const { port } = new URL(server.origin);
    const said = await say(['proxy', '--target', server.origin, '--port', port]);
    await server.close();
    expect([said.code, said.err]).toEqual([64, expect.stringContaining('EADDRINUSE')]);
    expect(existsSync('journal.ndjson')).toBe(false);
  });
});
