import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DialogueEnded } from '../../../src/harness/cli/init/dialogue.js';
import { say, type Said } from '../../support/kit.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { anyEnvironment } from '../../support/vendor-trial.js';

interface Told extends Said {
  /** The questions as they were asked, and what was told between them. */
  readonly asked: readonly string[];
  readonly heard: string;
}

/** Carries out `init` before somebody who answers so, and then leaves. */
async function answering(answers: readonly string[]): Promise<Told> {
  const left = [...answers];
  const asked: string[] = [];
  let heard = '';
  const openDialogue = () => ({
    ask: (question: string) => {
      asked.push(question);
      const next = left.shift();
      return next === undefined ? Promise.reject(new DialogueEnded()) : Promise.resolve(next);
    },
    tell: (text: string) => {
      heard += text;
    },
    close: () => undefined,
  });
  return { ...(await say(['init'], { openDialogue })), asked, heard };
}

/** What a plan of the file says, with everything in its environment that it names. */
async function planned(file: string): Promise<Said> {
  const environment = Object.fromEntries(
    [...readFileSync(file, 'utf8').matchAll(/\$\{env:(\w+)\}/g)].map(([, name = '']) => [
      name,
      name.endsWith('_URL') ? 'http://127.0.0.1:9' : anyEnvironment[name],
    ]),
  );
  return say(['plan', file], { environment });
}

describe('twiceshy init before somebody who can be asked', () => {
  it('writes what stands in brackets where every answer is empty but the file', async () => {
    const file = join(temporaryFolder(), 'own.yaml');
    const { code, out, asked } = await answering(['', '', '', '', '', '', '', '', '', file]);
    expect(code).toBe(0);
    expect(asked[0]).toBe('Start from (a name, or a part of one) [blank]: ');
    expect(asked[1]).toBe('Base address of the receiver [${env:TASKS_URL}]: ');
    expect(asked.at(-1)).toBe('File to write [adapter.yaml]: ');
    expect(out).toContain('set in the environment: TASKS_URL, TASKS_TOKEN');
    expect(out.trimEnd().split('\n').at(-1)).toBe(`  next: twiceshy doctor ${file}`);
    expect(await planned(file)).toMatchObject({ code: 0, err: '' });
  });

  it.each([
    ['header', ['X-Request-Key'], '/orders', 'key: { in: header, name: X-Request-Key }'],
    ['body', ['/meta/key'], '/orders', 'key: { in: body, pointer: /meta/key }'],
    ['query', ['rid'], '/orders', 'key: { in: query, name: rid }'],
    ['path', [], '/orders/{{key}}', 'key: { in: path }'],
    ['none', [], '/orders', 'key: { in: none }'],
  ])('fills in a key that travels in: %s', async (place, name, path, line) => {
    const file = join(temporaryFolder(), 'own.yaml');
    const list = ['/orders/all', 'ref', '/items', '/number'];
    const answers = ['', 'https://crm.example.test/v2', place, ...name, path, ...list, file];
    const { code, out } = await answering(answers);
    expect(code).toBe(0);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(`base_url: https://crm.example.test/v2\n`);
    expect(text).toContain('guard: { allow_hosts: [ crm.example.test ] }');
    expect(text).toContain(line);
    expect(text).toContain("query: { ref: '{{marker}}' }");
    expect(text).toContain('# How answers are read');
    expect(out).toContain(`twiceshy doctor ${file} --i-may-write-to crm.example.test`);
    const plan = await planned(file);
    expect(plan.code).toBe(0);
    // All that a run lacks is to be named on its own line.
    expect(plan.err).toContain('the command line does not name it');
  });

  it('finds a ready contract by a part of its name, and asks for its address alone', async () => {
    const file = join(temporaryFolder(), 'own.yaml');
    const told = await answering(['dataverse', 'insert-only', 'http://127.0.0.1:8080', file]);
    expect(told.code).toBe(0);
    expect(told.heard).toContain('Several have "dataverse" in them');
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('base_url: http://127.0.0.1:8080 #');
    expect(text).toContain('mode: insert_only');
    expect(await planned(file)).toMatchObject({ code: 0, err: '' });
  });

  it('says at once why an answer will not do, and asks again', async () => {
    const file = join(temporaryFolder(), 'own.yaml');
    const answers = [
      ['no such vendor', 'blank'],
      ['crm.example', 'ftp://crm.example', 'https://me:secret@crm.example', 'https://crm.example?a=1'],
      ['http://localhost:80', 'cookie', 'header', 'bad name', 'Key'],
      ['tasks', '/tasks', '', 'a=b', 'ref', 'data', '/data', '/id/', '/id'],
      ['own.json', join(temporaryFolder(), 'nowhere', 'own.yaml'), file],
    ].flat();
    const { code, heard } = await answering(answers);
    expect(code).toBe(0);
    for (const words of [
      'No ready contract has "no such vendor"',
      'Give an address such as',
      'Leave the credential out',
      'Leave out what follows ?',
      'Answer with one of: header',
      'Use letters, digits and hyphens',
      'Begin it with a slash',
      'Give the name alone',
      'JSON Pointer',
      'end with .yaml',
      'There is no such folder',
    ])
      expect(heard).toContain(words);
  });

  it('leaves a file alone that is there, unless somebody says yes', async () => {
    const folder = temporaryFolder();
    const [taken, other] = [join(folder, 'taken.yaml'), join(folder, 'other.yaml')];
    writeFileSync(taken, 'my work');
    const blank = ['', '', '', '', '', '', '', '', ''];
    expect((await answering([...blank, taken, 'no', other])).code).toBe(0);
    expect(readFileSync(taken, 'utf8')).toBe('my work');
    expect(existsSync(other)).toBe(true);
    expect((await answering([...blank, taken, 'yes'])).code).toBe(0);
    expect(readFileSync(taken, 'utf8')).toContain('adapter: 1');
  });

  it('asks nothing where an option says what to write', async () => {
    const openDialogue = () => {
      throw new Error('nobody is to be asked');
    };
    const file = join(temporaryFolder(), 'own.yaml');
    expect((await say(['init', '--out', file], { openDialogue })).code).toBe(0);
    expect((await say(['init', '--list'], { openDialogue })).code).toBe(0);
    const vendor = ['init', '--vendor', 'stripe-customers', '--out', join(temporaryFolder(), 'own.yaml')];
    expect((await say(vendor, { openDialogue })).code).toBe(0);
  });

  it('gives up on somebody who never gives an answer that will do', async () => {
    const { code, err } = await answering(Array.from({ length: 30 }, () => 'no such vendor'));
    expect(code).toBe(64);
    expect(err).toContain('no answer would do');
  });

  it('writes nothing where the person leaves before the last answer', async () => {
    const { code, out } = await answering(['', '', 'header']);
    expect(code).toBe(2);
    expect(out).toContain('Nothing was written.');
  });
});
