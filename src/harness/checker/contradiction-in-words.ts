import type { Operation } from './operation.js';

const mostInWords = 4;
const longestKey = 64;

/**
 * A contradiction between operations of one key in one sentence; `#` goes before the number of the event by which each
 * part was heard. Contents are named where several were sent under the key.
 */
export function contradictionInWords(
  contradicting: readonly Operation[],
  ofKey: readonly Operation[],
): string {
  const key = ofKey[0]?.key ?? '';
  const shownKey = key.length > longestKey ? `${key.slice(0, longestKey)}…` : key;
  return `Key ${shownKey} ${whatWasHeard(contradicting, ofKey)}: ${conclusion(contradicting)}`;
}

function whatWasHeard(contradicting: readonly Operation[], ofKey: readonly Operation[]): string {
  const [one, other] = contradicting;
  const [first, second] = [idOf(one), idOf(other)];
  const isTwoRecords = contradicting.length === 2 && first !== null && second !== null && first !== second;
  if (isTwoRecords && one !== undefined && other !== undefined) {
    return `was answered with two records, ${first} at ${place(one)} and ${second} at ${place(other)}`;
  }
  const contents = new Set(ofKey.flatMap(({ content }) => (content === null ? [] : [content])));
  return listed(contradicting.map((operation) => inWords(operation, contents.size > 1)));
}

function idOf(operation: Operation | undefined): string | null {
  return operation?.heard.kind === 'record' ? operation.heard.id : null;
}

function conclusion(contradicting: readonly Operation[]): string {
  if (contradicting.length === 1) return 'nothing that was sent under the key explains that.';
  const isSeen = contradicting.some(({ heard }) => heard.kind === 'seen');
  return `no order of the exchanges${isSeen ? ' and looks' : ''} explains that.`;
}

function inWords(operation: Operation, isContentNamed: boolean): string {
  const { heard, content } = operation;
  const at = `at ${place(operation)}`;
  const sent = isContentNamed && content !== null ? ` (${content})` : '';
  switch (heard.kind) {
    case 'record': {
      const made = { now: ', made just then,', before: ', made before,', either: '' }[heard.made];
      const record = heard.id === null ? 'a record that was not named' : `record ${heard.id}`;
      return `was answered with ${record}${made} ${at}${sent}`;
    }
    case 'other-content':
      return `was refused as used for other content ${at}${sent}`;
    case 'seen':
      return `${seenInWords(heard.ids, heard.all)} ${at}`;
    case 'nothing':
    case 'unknown':
      return `was not answered ${at}${sent}`;
  }
}

function seenInWords(ids: readonly string[], all: boolean): string {
  if (ids.length === 0) return 'had no record when looked for';
  if (ids.length > 1) return `had ${ids.length} records, ${listed(ids)}, when looked for`;
  return all ? `had record ${ids[0]} alone when looked for` : `had record ${ids[0]} when looked for`;
}

function listed(parts: readonly string[]): string {
  const more = parts.length - mostInWords;
  const shown = more > 0 ? [...parts.slice(0, mostInWords), `${more} more`] : parts;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}

function place({ begin, end }: Operation): string {
  return `#${end ?? begin}`;
}
