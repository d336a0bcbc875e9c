import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach } from 'vitest';
import { emptyLedger } from './postgresql.js';
import { serving, type Serving } from './serving.js';
import { temporaryFolder } from './temporary-folder.js';

const bundled = fileURLToPath(new URL('../../src/adapters/in-process/bundled.yaml', import.meta.url));

/** Writes an adapter file for a bundled receiver at that address. */
export function adapterAt(url: string): string {
  const path = join(temporaryFolder(), 'adapter.yaml');
  const text = readFileSync(bundled, 'utf8');
  writeFileSync(path, text.replace("base_url: 'http://twiceshy.invalid'", `base_url: '${url}'`));
  return path;
}

/** The bundled receiver on a port of its own for each test of a file, and an adapter file for it. */
export function receiverOfEachTest(): { readonly url: () => string; readonly adapter: () => string } {
  let receiver: Serving | undefined;
  let adapter = '';
  beforeEach(async () => {
    receiver = await serving(['serve', '--port', '0']);
    adapter = adapterAt(receiver.url);
  });
  afterEach(() => receiver?.end());
  return { url: () => receiver?.url ?? '', adapter: () => adapter };
}

/** An action as a line of a file of approvals. */
export interface ActionLine {
  readonly action: string;
  readonly payload: object;
  readonly key?: string;
  readonly aggregate?: string;
  readonly requestedBy?: string;
  readonly object?: string;
  readonly dataVersion?: number;
}

/** Actions for the bundled receiver; those of one aggregate follow each other at some distance. */
export function actionLines(count: number, aggregates: number): readonly ActionLine[] {
  return Array.from({ length: count }, (_, n) => {
    const aggregate = `case ${n % aggregates}`;
    const action = `${aggregate}: act ${Math.floor(n / aggregates)}`;
    return { action, aggregate, payload: { title: `Call about ${action}`, reference: action } };
  });
}

/** Writes a file of approvals. */
export function approvalsFile(lines: readonly ActionLine[]): string {
  const path = join(temporaryFolder(), 'actions.ndjson');
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

/** The references of all records that a bundled receiver holds, in the order in which they were made. */
export async function recordsAt(url: string): Promise<readonly string[]> {
  const references: string[] = [];
  for (let after = ''; ;) {
    const answer = await fetch(`${url}/v1/tasks?limit=100${after}`, {
      headers: { Authorization: 'Bearer harbor-token' },
    });
    const page = (await answer.json()) as { data: { reference: string }[]; next: string | null };
    references.push(...page.data.map(({ reference }) => reference));
    if (!page.next) return references;
    after = `&after=${encodeURIComponent(page.next)}`;
  }
}

/** An empty outbox of each kind. */
export const outboxes = [
  { name: 'a file', open: () => Promise.resolve(join(temporaryFolder(), 'outbox.sqlite')) },
  { name: 'PostgreSQL', open: emptyLedger },
];
