import {
  addressMistake,
  fileMistake,
  headerMistake,
  oneOf,
  parameterMistake,
  pathMistake,
  pointerMistake,
} from './answer-checks.js';
import { answered, type Dialogue } from './dialogue.js';

/** Where a key can travel, as `key.in` says it. */
export const keyPlaces = ['header', 'body', 'query', 'path', 'none'] as const;

/** What becomes of an empty file. */
export interface BlankAnswers {
  readonly keyIn: (typeof keyPlaces)[number];
  /** The header, the parameter, or the pointer to the member; empty where the key has no name. */
  readonly keyName: string;
  readonly createPath: string;
  readonly listPath: string;
  /** The parameter of the list that takes the marker. */
  readonly listParameter: string;
  readonly items: string;
  readonly itemId: string;
}

/** What the person wants to start from, and what was said about it. */
export interface Answers {
  /** A ready contract, or null for a blank file. */
  readonly vendor: string | null;
  readonly baseUrl: string;
  readonly blank: BlankAnswers | null;
  readonly file: string;
  /** The person has said yes to losing what is there. */
  readonly overwrite: boolean;
}

/** What the questions rest on. */
export interface Known {
  /** Names of the ready contracts, with a few words on each. */
  readonly vendors: readonly { readonly name: string; readonly words: string }[];
  /** The address that a file to start from has, by the vendor's name; null for the blank one. */
  readonly addressOf: (vendor: string | null) => string;
  readonly place: (path: string) => 'free' | 'taken' | 'no folder';
}

/** Asks for all that a file to start from can be filled in with; writes nothing. */
export async function interview(dialogue: Dialogue, known: Known): Promise<Answers> {
  dialogue.tell('An empty answer takes what stands in brackets. Ctrl-C ends this, and nothing is written.\n');
  const vendor = await chosenVendor(dialogue, known.vendors);
  const baseUrl = await answered(dialogue, {
    words: 'Base address of the receiver',
    fallback: known.addressOf(vendor),
    wrong: addressMistake,
  });
  const blank = vendor === null ? await blankAnswers(dialogue) : null;
  return { vendor, baseUrl, blank, ...(await chosenFile(dialogue, known, `${vendor ?? 'adapter'}.yaml`)) };
}

/** The list, made shorter by each word until one is left. */
async function chosenVendor(dialogue: Dialogue, all: Known['vendors']): Promise<string | null> {
  dialogue.tell(`${listed(all)}  blank  an empty file with comments\n`);
  const matching = (word: string): Known['vendors'] => {
    const exact = all.filter(({ name }) => name === word);
    const has = (text: string): boolean => text.toLowerCase().includes(word.toLowerCase());
    return exact.length > 0 ? exact : all.filter(({ name, words }) => has(name) || has(words));
  };
  const answer = await answered(dialogue, {
    words: 'Start from (a name, or a part of one)',
    fallback: 'blank',
    wrong: (word) => {
      const found = matching(word);
      if (word === 'blank' || found.length === 1) return null;
      return found.length === 0
        ? `No ready contract has "${word}" in it: take another word, or blank.`
        : `Several have "${word}" in them:\n${listed(found).trimEnd()}`;
    },
  });
  return answer === 'blank' ? null : (matching(answer)[0]?.name ?? null);
}

function listed(vendors: Known['vendors']): string {
  const width = Math.max(...vendors.map(({ name }) => name.length));
  return vendors.map(({ name, words }) => `  ${name.padEnd(width)}  ${words}\n`).join('');
}

const nameQuestions = {
  header: { words: 'Name of that header', fallback: 'Idempotency-Key', wrong: headerMistake },
  body: { words: 'Pointer to that member', fallback: '/idempotency_key', wrong: pointerMistake },
  query: { words: 'Name of that parameter', fallback: 'request_id', wrong: parameterMistake },
} as const;

async function blankAnswers(dialogue: Dialogue): Promise<BlankAnswers> {
  const ask = async (words: string, fallback: string, wrong: (answer: string) => string | null) =>
    answered(dialogue, { words, fallback, wrong });
  const place = await ask(`Where the key travels (${keyPlaces.join(', ')})`, 'header', oneOf(keyPlaces));
  const keyIn = keyPlaces.find((each) => each === place) ?? 'header';
  const named = keyIn === 'header' || keyIn === 'body' || keyIn === 'query';
  const keyName = named ? await answered(dialogue, nameQuestions[keyIn]) : '';
  const inPath = keyIn === 'path';
  const createPath = await ask(
    inPath ? 'Path of the create, with {{key}} in it' : 'Path of the create',
    inPath ? '/tasks/{{key}}' : '/tasks',
    (answer) => pathMistake(answer, inPath),
  );
  const usualList = inPath ? createPath.slice(0, createPath.indexOf('/{{key}}')) || '/' : createPath;
  return {
    keyIn,
    keyName,
    createPath,
    listPath: await ask('Path of the list that records are counted by', usualList, (answer) =>
      pathMistake(answer, false),
    ),
    listParameter: await ask('Its parameter that takes the marker', 'reference', parameterMistake),
    items: await ask('Pointer to the records in its answer', '/data', pointerMistake),
    itemId: await ask('Pointer to the id in each record', '/id', pointerMistake),
  };
}

async function chosenFile(
  dialogue: Dialogue,
  { place }: Known,
  usual: string,
): Promise<Pick<Answers, 'file' | 'overwrite'>> {
  const file = await answered(dialogue, {
    words: 'File to write',
    fallback: usual,
    wrong: (path) => fileMistake(path, place(path)),
  });
  if (place(file) === 'free') return { file, overwrite: false };
  const words = `${file} is there already. Overwrite it (yes, no)`;
  const answer = await answered(dialogue, { words, fallback: 'no', wrong: oneOf(['yes', 'no']) });
  return answer === 'yes' ? { file, overwrite: true } : chosenFile(dialogue, { place } as Known, usual);
}
