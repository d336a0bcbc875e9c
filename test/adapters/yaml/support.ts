import { readFileSync } from 'node:fs';
import type { ActionFacts } from '../../../src/harness/model/action.js';
import type { Answer, Header } from '../../../src/harness/model/exchange.js';
import type { Json } from '../../../src/harness/model/json.js';
import { KitError } from '../../../src/harness/model/kit-error.js';
import type { AdapterFile } from '../../../src/harness/model/adapter-file.js';
import { readAdapter, type ReadOptions } from '../../../src/adapters/yaml/read-adapter.js';

/** 2026-01-02T03:04:05Z. */
export const noon = Date.UTC(2026, 0, 2, 3, 4, 5);

/** Reads an adapter file with nothing in its environment but what is given. */
export function reading(text: string, options: Partial<ReadOptions> = {}): AdapterFile {
  return readAdapter(text, { file: 'crm.yaml', environment: {}, now: () => noon, ...options });
}

/** A worked file of the folder `fixtures`, with every variable that it names set. */
export function worked(name: string): AdapterFile {
  const text = readFileSync(new URL(`./fixtures/${name}.yaml`, import.meta.url), 'utf8');
  const names = [...text.matchAll(/\$\{env:(\w+)\}/g)].map(([, variable = '']) => variable);
  const environment = Object.fromEntries(
    names.map((variable) => [
      variable,
      variable.endsWith('URL') ? 'http://127.0.0.1:8080' : `secret-of-${variable}`,
    ]),
  );
  return reading(text, { environment });
}

/** What reading a file says is wrong with it. */
export function mistakeOf(text: string, options: Partial<ReadOptions> = {}): KitError {
  try {
    reading(text, options);
  } catch (error) {
    if (error instanceof KitError) return error;
    throw error;
  }
  throw new Error('The file was read without complaint.');
}

/** The smallest file that is sound, line by line, so that mistakes can be put into it by name. */
export const soundLines = {
  adapter: 'adapter: 1',
  name: 'name: Tasks',
  target: 'target: { base_url: "http://127.0.0.1:8080" }',
  create: 'create: { path: /tasks, body: { title: "{{marker}}", amount: 1 } }',
  key: 'key: { in: header, name: Idempotency-Key }',
  outcomes: 'outcomes: [{ is: created, when: { status: 201 } }]',
  id: 'id: { json: /id }',
  observe: 'observe: { path: /tasks, query: { q: "{{marker}}" }, items: /data, item_id: /id }',
};

/** The sound file with lines replaced (an empty text removes one) and more lines behind. */
export function file(changes: Partial<typeof soundLines> = {}, ...more: string[]): string {
  const lines = Object.values({ ...soundLines, ...changes }).filter((line) => line !== '');
  return [...lines, ...more].join('\n');
}

/** An answer with a JSON body. */
export function answered(
  status: number,
  body: Json | string = null,
  headers: readonly Header[] = [],
): Answer {
  return { kind: 'answered', status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

/** An action whose payload is the file's own sample. */
export function actionOf({ adapter }: AdapterFile, key = 'k-1', marker = 'm-1'): ActionFacts {
  return { name: 'a', key, marker, payload: adapter.payload({ key, marker, n: 7 }) };
}

/** The create of an action as it leaves, with its own key or with others. */
export function createOf(read: AdapterFile, keys?: readonly string[], key = 'k-1') {
  return read.adapter.create.request(actionOf(read, key), keys ?? [key]);
}
