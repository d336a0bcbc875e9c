import type { EventOf } from '../model/event.js';
import type { TryView } from '../model/history-view.js';
import type { JudgedFinding } from './judge-history.js';

const mostLines = 12;

/** Plain curl lines that repeat the exchanges of a finding's action; the credential stays a shell variable. */
export function curlLines(
  each: TryView,
  finding: Pick<JudgedFinding, 'action' | 'events'>,
  origin: string,
): readonly string[] {
  const last = Math.max(...finding.events);
  const started = each.exchanges
    .map((exchange) => exchange.started)
    .filter(({ seq, action }) => seq <= last && (finding.action === null || action === finding.action));
  const lines = started.slice(0, mostLines).map((event) => curlLine(event, origin));
  return started.length > mostLines ? [...lines, `# and ${started.length - mostLines} more`] : lines;
}

function curlLine({ request, credential, effects }: EventOf<'exchange-started'>, origin: string): string {
  const headers = request.headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const body = request.body === null ? [] : [`--data-binary ${quoted(request.body)}`];
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

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
