import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The trials that an example is put to, by adapter file: what is to come of each, as `expected.json` says it. A row is
 * what a receiver did when it was tried by hand, and what the kit is to see of the same. Where chance has a say in a
 * row (`varies`), what is seen has to be among what is listed.
 */
export function expectedTrials(folder) {
  return JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
}

/** How a finished run differs from what was expected of it, in words; empty where it does not. */
export function disagreements(expected, out) {
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
  return [
    ...differences('exit code', expected.exitCode, report.conclusion.exit),
    ...differences('grade', expected.grade, report.grade.reached),
    ...Object.entries(expected.observed ?? {}).flatMap(([claim, value]) =>
      differences(`claim ${claim}`, value, report.contract.find((line) => line.claim === claim)?.observed),
    ),
    ...Object.entries(expected.rows).flatMap(([id, row]) => rowDisagreements(id, row, report, out)),
  ];
}

function rowDisagreements(id, row, report, out) {
  const entry = report.entries.find((each) => each.id === id);
  if (entry === undefined || entry.verdict === 'not-exercised') return [`${id}: was not exercised`];
  const { byHand, varies = false, ...expected } = row;
  const seen = { ...entry, ...seenIn(readHistory(join(out, entry.history.file))) };
  const compare = varies ? strangers : differences;
  return Object.entries(expected)
    .flatMap(([what, value]) => compare(`${id}: ${what}`, value, seen[what]))
    .map((difference) => `${difference} (by hand: ${byHand})`);
}

function differences(what, expected, seen) {
  const [one, other] = [expected, seen].map((value) => JSON.stringify(value));
  return one === other ? [] : [`${what}: expected ${one}, seen ${other}`];
}

/** What was seen and is not among what may be seen; seeing nothing proves nothing. */
function strangers(what, allowed, seen) {
  const all = Array.isArray(seen) ? seen : [seen];
  const isAmong = all.length > 0 && all.every((each) => [allowed].flat().includes(each));
  return isAmong
    ? []
    : [`${what}: expected some of ${JSON.stringify(allowed)}, seen ${JSON.stringify(seen)}`];
}

function readHistory(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** What a history tells of its creates: the answers, each once, and how many records there were of an action in the end. */
export function seenIn(events) {
  const started = new Map();
  const answers = new Set();
  const records = new Set();
  for (const event of events) {
    if (event.type === 'exchange-started' && event.purpose === 'create') started.set(event.exchange, event);
    const asked = event.type === 'exchange-ended' ? started.get(event.exchange) : undefined;
    if (asked !== undefined) answers.add(`${asked.role ?? asked.by}: ${answerOf(event)}`);
    if (event.type === 'observed' && event.when === 'late') records.add(event.records.length);
  }
  return { answers: inOrder(answers), records: inOrder(records) };
}

function inOrder(values) {
  return [...values].sort((one, other) => (one < other ? -1 : 1));
}

function answerOf({ answer, outcome }) {
  if (answer.kind !== 'answered') return 'no answer';
  const isNameless = outcome.id === null && ['created', 'replayed', 'exists'].includes(outcome.kind);
  return `${answer.status} ${outcome.kind}${isNameless ? ', no id' : ''}`;
}
