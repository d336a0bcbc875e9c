import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import type { JudgedFinding } from './judge-history.js';
import { relatedActions } from './related-actions.js';

const mostLines = 12;

/** Longer bodies stay in the history: a line is to be read and pasted. */
const longestBody = 4_000;

/** Plain curl lines that repeat the exchanges of a finding's action; the credential stays a shell variable. */
export function curlLines(
  each: TryView,
  finding: Pick<JudgedFinding, 'action' | 'events'>,
  origin: string,
): readonly string[] {
  const last = Math.max(...finding.events);
  const related = finding.action === null ? null : relatedActions(each, finding.action);
  const started = each.exchanges
    .map((exchange) => exchange.started)
    .filter(
      ({ seq, action }) => seq <= last && (related === null || (action !== null && related.has(action))),
    );
  const lines = started.slice(0, mostLines).map((event) => curlLine(event, origin));
  return started.length > mostLines ? [...lines, `# and ${started.length - mostLines} more`] : lines;
}

function curlLine(
  { seq, request, credential, effects }: EventOf<'exchange-started'>,
  origin: string,
): string {
  // For curl a name and a colon alone leave the header out; a semicolon sends it empty.
  const headers = request.headers.map(
    ([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`,
  );
  const body = request.body === null ? [] : [bodyOption(request.body, seq)];
  const secret = `-H "$TWICESHY_CREDENTIAL_${credential.toUpperCase()}"`;
  const note = effects.length > 0 ? [`# on the way: ${effects.map(({ kind }) => kind).join(', ')}`] : [];
  return [
    'curl',
    '-i',
    `-X ${request.method}`,
    quoted(`${origin}${request.path}`),
    secret,
    ...headers,
    ...body,
    ...note,
  ].join(' ');
}

function bodyOption(body: string, seq: number): string {
  return body.length > longestBody
    ? `--data-binary @body-of-event-${seq}.txt`
    : `--data-binary ${quoted(body)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
