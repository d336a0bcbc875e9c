import { existsSync, writeFileSync } from 'node:fs';
import { KitError } from '../model/kit-error.js';
import type { Playbook } from '../model/playbook.js';
import type { Scenario } from '../model/scenario.js';
import type { Sequence } from '../model/sequence.js';
import { sequenceInWords } from '../model/sequence-in-words.js';
import { readSequence } from '../run/campaign/read-sequence.js';
import { readNamedFile } from './read-file.js';

const what = 'a file of kept sequences, as `twiceshy campaign --keep` writes it';
/** What the file is called among the evidence of a run that has played them. */
export const sequencesFile = 'sequences.json';

const mostKept = 200;

/** A sequence that once broke a promise, kept to be played in every run from then on. */
export interface KeptSequence {
  /** Lower-case words with hyphens; the requirement is `campaign/<name>`. */
  readonly name: string;
  /** The promise that it broke. */
  readonly promise: string;
  readonly sequence: Sequence;
}

/** Reads the file; throws `BAD_FILE` for one that is not whole. */
export function readKeptSequences(path: string): readonly KeptSequence[] {
  const value = parsed(readNamedFile(path, what), path);
  const { format, sequences } = value as { format?: unknown; sequences?: unknown };
  if (format !== 1 || !Array.isArray(sequences)) throw bad(path, 'it has no format 1 with sequences');
  if (sequences.length > mostKept) throw bad(path, `it has more than ${mostKept} sequences`);
  const names = new Set<string>();
  return sequences.map((each: unknown, index) => {
    const { name, promise, sequence } = (each ?? {}) as Partial<Record<keyof KeptSequence, unknown>>;
    const place = `sequences/${index}`;
    if (typeof name !== 'string' || !/^[a-z][a-z0-9-]{0,79}$/.test(name) || names.has(name)) {
      throw bad(path, `${place}/name is not a name of its own, of lower-case letters, digits and hyphens`);
    }
    if (typeof promise !== 'string') throw bad(path, `${place}/promise is not a text`);
    names.add(name);
    const read = readSequence(sequence, `${place}/sequence`);
    if (typeof read === 'string') throw bad(path, read);
    return { name, promise, sequence: read };
  });
}

/** Adds sequences to the file, each once; the file is made where there is none. */
export function keepSequences(path: string, found: readonly Omit<KeptSequence, 'name'>[]): void {
  const before = existsSync(path) ? readKeptSequences(path) : [];
  const known = new Set(before.map(({ sequence }) => JSON.stringify(sequence)));
  const fresh = found.filter(({ sequence }) => !known.has(JSON.stringify(sequence)));
  const taken = new Set(before.map(({ name }) => name));
  const named = fresh.map((each) => {
    const name = freeName(each.promise, taken);
    taken.add(name);
    return { name, promise: each.promise, sequence: each.sequence };
  });
  writeFileSync(path, `${JSON.stringify({ format: 1, sequences: [...before, ...named] }, null, 2)}\n`);
}

/** Kept sequences as requirements, to be run like all others. */
export function keptScenarios(playbook: Playbook, kept: readonly KeptSequence[]): readonly Scenario[] {
  return kept.map(({ name, promise, sequence }) => ({
    ...playbook.requirement,
    id: `campaign/${name}`,
    title: `A sequence that once broke ${promise} breaks no promise`,
    course: `${sequenceInWords(sequence)}.`,
    tries: (setting) => {
      const each = playbook.play(sequence, setting, name);
      return each.steps.length === 0 ? [] : [each];
    },
  }));
}

function freeName(promise: string, taken: ReadonlySet<string>): string {
  const stem = promise.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 60);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stem : `${stem}-${number}`;
    if (!taken.has(name)) return name;
  }
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text) ?? {};
  } catch (error) {
    throw bad(path, `it is no JSON (${error instanceof Error ? error.message : String(error)})`);
  }
}

function bad(path: string, why: string): KitError {
  return new KitError('BAD_FILE', {
    happened: `${path} cannot be used: ${why}.`,
    expected: what,
    next: 'mend it by hand, or let a campaign write it anew',
  });
}
