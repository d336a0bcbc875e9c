import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { carryOut } from '../../../src/harness/cli/program.js';
import { say, testKit } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** Serves an own copy of a ready contract until the work is done. */
async function whileServing(
  vendor: string,
  work: (file: string, environment: Record<string, string>) => Promise<void>,
): Promise<number> {
  const file = join(temporaryFolder(), 'own.yaml');
  await say(['init', '--vendor', vendor, '--out', file]);
  const interrupt = new AbortController();
  let heard: (text: string) => void = () => undefined;
  const words = new Promise<string>((resolve) => {
    heard = resolve;
  });
  const kit = testKit({ signal: interrupt.signal, err: (text) => heard(text) });
  const ended = carryOut(kit, ['serve', '--contract', file, '--port', '0']);
  const lines = [...(await words).matchAll(/^ {2}export (\w+)=(.*)$/gm)];
  try {
    await work(file, Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value])));
  } finally {
    interrupt.abort(new Error('Ctrl-C'));
  }
  return ended;
}

describe('twiceshy serve --contract', () => {
  it('says how the same file meets it, and holds the requirements that the file can try', async () => {
    const code = await whileServing('ietf-idempotency-key', async (file, environment) => {
      expect(Object.keys(environment)).toEqual(['INVOICES_URL', 'INVOICES_TOKEN', 'INVOICES_TOKEN_OTHER']);
      const out = join(temporaryFolder(), 'report');
      const only = ['--only', 'replay/same-record', '--only', 'conflict/refused'];
      const ran = await say(['run', file, '--effort', 'quick', ...only, '--out', out], { environment });
      expect(ran.out).toMatch(/✓ pass +MUST +replay\/same-record/);
      expect(ran.out).toMatch(/✓ pass +MUST +conflict\/refused/);
    });
    expect(code).toBe(0);
  }, 60_000);

  it.each([
    ['ietf-idempotency-key', 'no-deduplication', '--flaw was given together with --contract'],
    ['netsuite-async', 'no-deduplication', '--flaw was given together with --contract'],
    ['ietf-idempotency-key', 'second-job-while-pending', 'a contract whose creates are done at once'],
  ])('refuses to serve %s with the flaw %s: it would do no harm there', async (vendor, flaw, why) => {
    const file = join(temporaryFolder(), 'own.yaml');
    await say(['init', '--vendor', vendor, '--out', file]);
    const both = await say(['serve', '--contract', file, '--flaw', flaw, '--port', '0']);
    expect(both.code).toBe(64);
    expect(both.err).toContain(why);
  });

  it('refuses a flaw of jobs for the bundled contract, and says what to serve with it', async () => {
    for (const command of ['serve', 'run']) {
      const { code, err } = await say([command, '--flaw', 'second-job-while-pending']);
      expect(code).toBe(64);
      expect(err).toContain('serve --contract FILE --flaw second-job-while-pending');
    }
  });

  it('refuses an upsert that is done later', async () => {
    const file = join(temporaryFolder(), 'own.yaml');
    await say(['init', '--vendor', 'netsuite-async', '--out', file]);
    writeFileSync(file, readFileSync(file, 'utf8').replace('mode: key', 'mode: upsert'));
    const later = await say(['serve', '--contract', file, '--port', '0']);
    expect(later.code).toBe(64);
    expect(later.err).toContain('an upsert that is done later');
  });
});
