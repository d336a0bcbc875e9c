import type { Operation } from './operation.js';

const mostInWords = 4;

/** A contradiction in one sentence; `#` goes before the number of the event by which each part was heard. */
export function contradictionInWords(key: string, operations: readonly Operation[]): string {
  const named = operations.flatMap((operation) => {
    const { heard } = operation;
    return heard.kind === 'record' && heard.id !== null ? [{ operation, id: heard.id }] : [];
  });
  const [one, other] = named;
  const twoNamed = named.length === 2 && operations.length === 2 && one?.id !== other?.id;
  const what =
    twoNamed && one !== undefined && other !== undefined
      ? `was answered with two records, ${one.id} at ${place(one.operation)} and ${other.id} at ${place(other.operation)}`
      : listed(operations.map((operation) => heardInWords(operation, operations)));
  return `Key ${key} ${what}: ${conclusion(operations)}`;
}

function conclusion(operations: readonly Operation[]): string {
  const isAlone = operations.length === 1;
  const isSeen = operations.some(({ heard }) => heard.kind === 'seen');
  if (isAlone && !isSeen) return 'no request explains that.';
  return isSeen
    ? 'no order of exchanges and looks explains that.'
    : 'no order of the exchanges explains that.';
}

function heardInWords(operation: Operation, all: readonly Operation[]): string {
  const { heard } = operation;
  switch (heard.kind) {
    case 'record': {
      const made = { now: ' as made just then', before: ' as there already', either: '' }[heard.made];
      const record = heard.id === null ? 'with a record that was not named' : `with record ${heard.id}`;
      return `was answered ${record}${made} at ${place(operation)}${contentInWords(operation, all)}`;
    }
    case 'other-content':
      return `was refused as used for other content at ${place(operation)}${contentInWords(operation, all)}`;
    case 'seen':
      return `${seenInWords(heard.ids, heard.all)} at ${place(operation)}`;
    case 'nothing':
    case 'unknown':
      return `was not answered at ${place(operation)}`;
  }
}

function seenInWords(ids: readonly string[], all: boolean): string {
  if (ids.length === 0) return 'had no record when looked for';
  const records = `${ids.length === 1 ? 'record' : 'records'} ${ids.join(' and ')}`;
  return all && ids.length === 1 ? `had ${records} alone when counted` : `had ${records} when looked for`;
}

/** Which of several contents, by the first letters of its digest, where it is not the same for all. */
function contentInWords({ content }: Operation, all: readonly Operation[]): string {
  const contents = new Set(all.flatMap((each) => (each.content === null ? [] : [each.content])));
  return contents.size < 2 || content === null ? '' : ` (content ${content.slice(0, 8)})`;
}

function listed(parts: readonly string[]): string {
  const more = parts.length - mostInWords;
  const shown = more > 0 ? [...parts.slice(0, mostInWords), `${more} more such answers were heard`] : parts;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}

function place({ begin, end }: Operation): string {
  return `#${end ?? begin}`;
}
