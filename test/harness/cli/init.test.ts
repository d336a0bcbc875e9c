import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { vendors } from '../../../src/adapters/vendors/index.js';
import { say, testKit } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { anyEnvironment } from '../../support/vendor-trial.js';

describe('twiceshy init', () => {
  it.each([undefined, ...vendors.map(({ name }) => name)])(
    'writes a file that can be planned: %s',
    async (vendor) => {
      const file = join(temporaryFolder(), 'own.yaml');
      const words = vendor === undefined ? [] : ['--vendor', vendor];
      expect((await say(['init', ...words, '--out', file])).code).toBe(0);
      const text = readFileSync(file, 'utf8');
      const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n# /.exec(text) ?? [];
      expect(resolve(dirname(file), schema)).toBe(testKit().schemaFile);
      const address = /base_url: '\$\{env:(\w+)\}'/.exec(text)?.[1] ?? '';
      const environment = Object.fromEntries(
        [...text.matchAll(/\$\{env:(\w+)\}/g)].map(([, name = '']) => [name, anyEnvironment[name]]),
      );
      const planned = await say(['plan', file], {
        environment: { ...environment, [address]: 'http://127.0.0.1:9' },
      });
      expect(planned.err).toBe('');
      expect(planned.code).toBe(0);
    },
  );

  it('leaves a file alone that is there', async () => {
    const file = join(temporaryFolder(), 'own.yaml');
    writeFileSync(file, 'my work');
    const { code, err } = await say(['init', '--out', file]);
    expect(code).toBe(64);
    expect(err).toContain('is there already');
    expect(readFileSync(file, 'utf8')).toBe('my work');
  });

  it('names what is ready to somebody who asks for something else', async () => {
    const { code, err } = await say(['init', '--vendor', 'nobody']);
    expect(code).toBe(64);
    expect(err).toContain('ietf-idempotency-key');
  });

  it('lists every ready contract with the grade that its claims allow', async () => {
    const { code, out } = await say(['init', '--list']);
    const lines = out.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(lines.map((line) => line.split(' ')[0])).toEqual(vendors.map(({ name }) => name));
    expect(lines.find((line) => line.startsWith('pipedrive'))).toMatch(/unguarded +reconcile-first/);
  });
});
