import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { carryOut } from '../../../src/harness/cli/program.js';
import { say, testKit } from '../../support/kit.js';
import { emptyLedger } from '../../support/postgresql.js';
import { serving } from '../../support/serving.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

async function order(url: string, key: string): Promise<Response> {
  return fetch(`${url}/v1/orders`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer harbor-token',
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ business_intent_id: 'intent', reference: 'R-1', account: 'harbor' }),
  });
}

async function records(url: string): Promise<unknown> {
  const response = await fetch(`${url}/erp/orders?reference=R-1`, {
    headers: { authorization: 'Bearer harbor-token' },
  });
  return ((await response.json()) as { readonly data: unknown }).data;
}

describe('twiceshy serve --command-api', () => {
  it.each([
    ['a file', async () => join(temporaryFolder(), 'orders.sqlite')],
    ['PostgreSQL', emptyLedger],
  ])('keeps what it accepted in %s until it is served again', async (_, place) => {
    const data = await place();
    const words = ['serve', '--command-api', '--data', data, '--port', '0'];
    const first = await serving(words);
    const told = await order(first.url, 'k1');
    expect(told.status).toBe(202);
    expect(await first.end()).toBe(0);
    const second = await serving(words);
    expect(await (await order(second.url, 'k1')).json()).toEqual(await told.json());
    await expect.poll(() => records(second.url), { timeout: 10_000 }).toHaveLength(1);
    expect(await second.end()).toBe(0);
  });

  it('names its adapter file and how that meets it, and holds a requirement of it', async () => {
    const interrupt = new AbortController();
    let heard: (text: string) => void = () => undefined;
    const words = new Promise<string>((resolve) => {
      heard = resolve;
    });
    const kit = testKit({ signal: interrupt.signal, err: (text) => heard(text) });
    const ended = carryOut(kit, ['serve', '--command-api', '--controls', '--port', '0']);
    const [, file = '', url = ''] =
      /the contract of (.*); Ctrl-C ends it\n {2}export COMMAND_API_URL=(\S+)/.exec(await words) ?? [];
    const out = join(temporaryFolder(), 'report');
    const only = ['--only', 'replay/same-record'];
    const environment = { COMMAND_API_URL: url };
    const ran = await say(['run', file, '--effort', 'quick', ...only, '--out', out], { environment });
    interrupt.abort(new Error('Ctrl-C'));
    expect(await ended).toBe(0);
    expect(ran.out).toMatch(/✓ pass +MUST +replay\/same-record/);
  });

  it.each([
    [['--command-api', '--contract', 'own.yaml'], '--contract was given together with --command-api'],
    [['--command-api', '--flaw', 'no-deduplication'], 'The command API has no flaw "no-deduplication"'],
    [['--data', 'postgres://nobody@127.0.0.1:9/none'], 'a file, unless with --command-api'],
  ])('refuses %j', async (words, why) => {
    const { code, err } = await say(['serve', ...words, '--port', '0']);
    expect(code).toBe(64);
    expect(err).toContain(why);
  });

  it('says that a database cannot be reached, and shows nothing of its address', async () => {
    const data = 'postgres://somebody:a-secret@127.0.0.1:9/orders';
    const { code, err } = await say(['serve', '--command-api', '--data', data, '--port', '0']);
    expect(code).toBe(69);
    expect(err).toContain('The database of --data cannot be used');
    expect(err).not.toContain('a-secret');
  });
});
