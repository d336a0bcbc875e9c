import { isMap, isNode, isScalar, parseDocument, type Document, type Pair, type YAMLMap } from 'yaml';
import { isJsonObject, sameJson, type Json, type JsonObject } from '../../../harness/model/json.js';
import { KitError } from '../../../harness/model/kit-error.js';
import type { ObservedContract } from '../../../harness/model/observed-contract.js';
import type { AdapterSections } from '../grammar/adapter-file.js';
import { readSections } from '../grammar/read-sections.js';
import { contractPart } from './contract-part.js';
import { columnAt, lineStartFrom, spliced, type Splice } from './spliced.js';

const replaced: readonly string[] = ['retention', 'scope', 'claims'];

/**
 * An adapter file with what was observed in place of what it claims. All the rest stays as it is, to the byte where the
 * file is laid out in blocks. Throws BAD_FILE for a file that does not read well, BAD_USAGE for one on something else.
 */
export function observedFile(text: string, file: string, observed: ObservedContract): string {
  requireSame(readSections(text, file), file, observed);
  const part = contractPart(observed);
  const document = parseDocument(text);
  const root = document.contents;
  if (!isMap(root)) throw new Error('An adapter file that reads well is a mapping.');
  const changes = changesIn(observed);
  const wanted = wantedIn(document, part, changes);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const laid = spliced(text, [
    ...splicesOfPart(text, root, part.replaceAll('\n', newline), newline),
    ...changes.flatMap((change) => splicesWithin(text, root, change, newline)),
  ]);
  const again = parseDocument(laid);
  const fits = again.errors.length === 0 && sameJson(again.toJS() as Json, wanted);
  return fits ? laid : rewritten(document, part, changes);
}

/** A variant of a create has its name behind that of the file. */
function requireSame({ name }: AdapterSections, file: string, { target }: ObservedContract): void {
  if (target === name || target.startsWith(`${name} (`)) return;
  throw new KitError('BAD_USAGE', {
    happened: `What was observed is "${target}", and ${file} describes "${name}".`,
    expected: 'a report on the receiver that the adapter file describes',
    next: 'name the adapter file with which the report was made',
  });
}

/** What a section of the file is to say of some of its members. */
interface Change {
  readonly section: 'observe' | 'intent';
  readonly members: readonly (readonly [name: string, value: string])[];
}

function changesIn({ consistency, intent }: ObservedContract): readonly Change[] {
  const intended = Object.entries(intent ?? {}).map(
    // What was not observed must not stand there as if it had been.
    ([name, { value }]): [string, string] => [name, value ?? 'undocumented'],
  );
  return [
    { section: 'observe', members: freshnessIn(consistency) },
    { section: 'intent', members: intended },
  ];
}

/** What is to be said of consistency; nothing where that was not observed. */
function freshnessIn({ value }: ObservedContract['consistency']): Change['members'] {
  if (value === null) return [];
  if (value.kind === 'immediate') return [['consistency', value.kind]];
  return [
    ['consistency', value.kind],
    ['settle', `${value.settleSeconds}s`],
  ];
}

/** What the file is to say in the end, however it is laid out. */
function wantedIn(document: Document.Parsed, part: string, changes: readonly Change[]): JsonObject {
  const before = document.toJS() as JsonObject;
  const kept = Object.entries(before).filter(([name]) => !replaced.includes(name));
  const changed = changes.flatMap(({ section, members }) => {
    const own = before[section];
    return isJsonObject(own) ? [[section, { ...own, ...Object.fromEntries(members) }] as const] : [];
  });
  const sections = parseDocument(part).toJS() as JsonObject | null;
  return { ...Object.fromEntries([...kept, ...changed]), ...sections };
}

/** The part comes where the first of what it replaces was, or at the end. */
function splicesOfPart(text: string, root: YAMLMap, part: string, newline: string): readonly Splice[] {
  const cuts = root.items
    .filter(({ key }) => isScalar(key) && replaced.includes(String(key.value)))
    .map((pair) => sectionOf(text, pair));
  const [first, ...others] = cuts;
  if (first === undefined) {
    const gap = text.endsWith('\n') ? newline : `${newline}${newline}`;
    return [{ from: text.length, to: text.length, put: `${gap}${part}` }];
  }
  const gap = /\n\r?\n$/.test(text.slice(0, first.from)) ? '' : newline;
  return [{ ...first, put: `${gap}${part}` }, ...others.map((cut) => ({ ...cut, put: '' }))];
}

/** From the beginning of a section to the end of the comments that are indented below it. */
function sectionOf(text: string, { key, value }: Pair): Pick<Splice, 'from' | 'to'> {
  const { from } = placeOf(key);
  const end = lineStartFrom(text, placeOf(value ?? key).to);
  const [comments] = /^(?:[ \t]+#[^\n]*(?:\n|$))*/.exec(text.slice(end)) ?? [''];
  return { from, to: end + comments.length };
}

function placeOf(node: unknown): Pick<Splice, 'from' | 'to'> {
  const [from, to] = (isNode(node) ? node.range : null) ?? [0, 0];
  return { from, to };
}

function splicesWithin(
  text: string,
  root: YAMLMap,
  { section, members }: Change,
  newline: string,
): readonly Splice[] {
  const own: unknown = root.get(section);
  if (!isMap(own)) return [];
  const first = placeOf(own.items[0]?.key).from;
  const after = own.flow === true ? ', ' : `${newline}${' '.repeat(columnAt(text, first))}`;
  return members.map(([name, value]) => {
    const found = own.items.find(({ key }) => isScalar(key) && key.value === name);
    return found === undefined
      ? { from: first, to: first, put: `${name}: ${value}${after}` }
      : { ...placeOf(found.value), put: value };
  });
}

/** The file laid out anew: one that is written in braces has no lines to put the part between. */
function rewritten(document: Document.Parsed, part: string, changes: readonly Change[]): string {
  for (const name of replaced) document.delete(name);
  const sections = (parseDocument(part).toJS() ?? {}) as JsonObject;
  for (const [name, value] of Object.entries(sections)) document.set(name, value);
  for (const { section, members } of changes) {
    if (!isMap(document.get(section))) continue;
    for (const [name, value] of members) document.setIn([section, name], value);
  }
  const comments = part.trimEnd().replaceAll(/^(?:# )?/gm, ' ');
  document.commentBefore = [document.commentBefore, comments].filter((each) => each != null).join('\n');
  return document.toString({ lineWidth: 0 });
}
