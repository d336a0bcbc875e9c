import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { moments } from '../../../reference-receiver/http/mishaps.js';
import { startReceiver, type ChildReceiver } from '../../../src/harness/control/child-receiver.js';
import { builtFile } from '../../support/built-receiver.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { databases } from './stores.js';

const children: ChildReceiver[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) await child.stop();
});

async function commandApi(data: string): Promise<ChildReceiver> {
  const program = builtFile('reference-receiver/command/main.js');
  const child = await startReceiver(
    {
      command: (port) => [
        process.execPath,
        program,
        '--port',
        String(port),
        '--data',
        data,
        '--controls',
        '--lease-ms',
        '300',
      ],
      env: {},
      readyPath: '/healthz',
      stop: 'SIGTERM',
    },
    { folder: temporaryFolder(), signal: new AbortController().signal },
  );
  children.push(child);
  return child;
}

const headers = { authorization: 'Bearer harbor-token', 'content-type': 'application/json' };

async function ask(url: string, body?: object, key = 'none'): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...headers, 'idempotency-key': key },
  });
  return { status: response.status, body: await response.json() };
}

function order({ url }: ChildReceiver, name: string): Promise<{ status: number; body: unknown }> {
  const body = { business_intent_id: name, reference: 'R-1', account: 'harbor' };
  return ask(`${url}/v1/orders`, body, `key of ${name}`);
}

/** Places an order, and again where the file was in use by the other process for too long. */
async function accepted(child: ChildReceiver, name: string): Promise<void> {
  const { status } = await order(child, name);
  if (status === 503) return accepted(child, name);
  expect(status).toBe(202);
}

async function records({ url }: ChildReceiver): Promise<number> {
  const { body } = await ask(`${url}/erp/orders?reference=R-1&limit=100`);
  return (body as { readonly data: readonly unknown[] }).data.length;
}

describe.each(databases)(
  'the command API as a process on $name',
  ({ place }: { place: () => Promise<string> }) => {
    it.each(moments)('that is killed once a command is %s keeps all of it or nothing', async (at) => {
      const child = await commandApi(await place());
      await ask(`${child.url}/__test/die-next`, { at });
      await expect(order(child, 'a')).rejects.toThrow('fetch failed');
      await child.startAgain('killed');
      const { body: kept } = await ask(`${child.url}/v1/orders?key=${encodeURIComponent('key of a')}`);
      expect(kept).toMatchObject({ data: at === 'committed' ? [{ version: 1 }] : [] });
      expect(await order(child, 'a')).toMatchObject({ status: 202 });
      await expect.poll(() => records(child), { timeout: 10_000 }).toBe(1);
    });

    it('that is killed while it relays delivers all that it accepted, each order once', async () => {
      const child = await commandApi(await place());
      const names = Array.from({ length: 60 }, (_, number) => `order ${number}`);
      for (const name of names.slice(0, 20)) await order(child, name);
      await child.startAgain('killed');
      await Promise.all(names.map((name) => order(child, name)));
      await child.startAgain('killed');
      await expect.poll(() => records(child), { timeout: 20_000 }).toBe(60);
      await expect
        .poll(async () => (await ask(`${child.url}/v1/backlog`)).body, { timeout: 20_000 })
        .toMatchObject({ pending: 0, delivered: 60 });
      expect(await records(child)).toBe(60);
    });
  },
);

it('two processes on one file relay beside each other, and each order is in the ERP once', async () => {
  const data = join(temporaryFolder(), 'orders.sqlite');
  const both = [await commandApi(data), await commandApi(data)];
  const names = Array.from({ length: 30 }, (_, number) => `order ${number}`);
  await Promise.all(names.flatMap((name) => both.map((child) => accepted(child, name))));
  for (const child of both) await expect.poll(() => records(child), { timeout: 20_000 }).toBe(30);
});
