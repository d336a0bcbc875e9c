import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpRequest, WireEffect } from '../../../../src/harness/model/exchange.js';
import { systemClock } from '../../../../src/harness/run/system-clock.js';
import { openProxyPlane, type ProxyWire } from '../../../../src/harness/wire/proxy-plane.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe.skipIf(!hasOpenssl)('the proxy plane before a target over TLS', () => {
  const received: string[] = [];
  const sockets = new Set<TLSSocket>();
  let origin = '';
  let ca = '';
  let close = (): void => undefined;
  let wire: ProxyWire;

  beforeAll(async () => {
    const folder = temporaryFolder();
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ].concat(
        ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
        ['-keyout', key, '-out', certificate],
      ),
      { stdio: 'ignore' },
    );
    ca = readFileSync(certificate, 'utf8');
    const server = createServer({ key: readFileSync(key), cert: ca }, (request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += String(chunk)));
      request.on('end', () => {
        received.push(body);
        response.writeHead(201).end(`r-${received.length}`);
      });
      request.on('error', () => undefined);
    });
    server.on('secureConnection', (socket: TLSSocket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `https://localhost:${(server.address() as AddressInfo).port}`;
    close = () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    };
    wire = openProxyPlane({ clock: systemClock, ca });
  });

  afterAll(async () => {
    await wire.close();
    close();
  });

  let count = 0;
  const send = (
    effects: readonly WireEffect[],
    through: ProxyWire = wire,
  ): ReturnType<ProxyWire['exchange']> => {
    count += 1;
    const request: HttpRequest = { method: 'POST', url: `${origin}/tasks`, headers: [], body: 'hello' };
    return through.exchange(request, { id: `tls-${count}`, effects, timeoutMs: 5_000, connection: 'warm' });
  };

  it('speaks TLS to the target, and knows what was delivered', async () => {
    expect(await send([])).toMatchObject({ answer: { status: 201, body: 'r-1' }, delivered: 'whole' });
    expect(await send([{ kind: 'lose-reply' }])).toMatchObject({
      answer: { kind: 'lost', how: 'reset' },
      delivered: 'whole',
      hidden: [{ body: 'r-2' }],
    });
    expect(await send([{ kind: 'double' }])).toMatchObject({
      answer: { body: 'r-4' },
      hidden: [{ body: 'r-3' }],
    });
    expect(await send([{ kind: 'reset-in-body' }])).toMatchObject({
      delivered: 'part',
      applied: ['reset-in-body'],
    });
    expect(received).toHaveLength(4);
  });

  it('takes a certificate that nobody vouches for as a refusal', async () => {
    const strict = openProxyPlane({ clock: systemClock });
    expect(await send([], strict)).toMatchObject({
      answer: { kind: 'lost', how: 'refused' },
      delivered: 'none',
    });
    await strict.close();
  });

  it('leaves no connection to the target behind', async () => {
    await wire.close();
    await expect.poll(() => sockets.size).toBe(0);
  });
});
