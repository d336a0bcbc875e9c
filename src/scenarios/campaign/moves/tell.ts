import type { Contract } from '../../../harness/model/contract.js';
import type { Header } from '../../../harness/model/exchange.js';
import type { MoveOf } from '../../../harness/model/sequence.js';
import type { Need } from '../../../harness/model/need.js';
import type { Send, Step } from '../../../harness/model/step.js';
import { effectOf, isAnswered } from '../arrivals.js';
import { answersTo, certain, distinct, isUntold, told } from '../knowledge.js';
import { contentAt, partOf, withContent, type Part, type Plot } from '../plot.js';

type Tell = MoveOf<'tell'>;
type How = Partial<Omit<Send, 'do' | 'action' | 'role'>>;

/** An action is told outside the sender, in some manner and with whatever befalls it on the way. */
export function tell(plot: Plot, move: Tell): readonly Step[] {
  const part = partOf(plot, move.who);
  const how = part === null ? null : mannerOf(plot, move, part);
  if (part === null || how === null) return [];
  const number = contentAt(plot, part, move.content);
  if (plot.contract.mode === 'unguarded' && !mayTellUnguarded(part, number)) return [];
  const { effect } = move;
  const arrival = effect === null ? 'whole' : effectOf(effect).arrival;
  const mayBeRefused =
    part.keyMayBeRefused || move.manner === 'key-twice' || plot.contents[number]?.mayBeRefused === true;
  const answered = isAnswered(effect);
  const expect = answered
    ? expected(plot, part, { number, mayBeRefused, isDoubled: effect === 'double' })
    : undefined;
  const role = roleOf(part, number);
  const send: Send = {
    do: 'send',
    action: withContent(plot, part, number),
    role,
    ...how,
    ...(effect === null ? {} : { effects: [effectOf(effect).effect] }),
    ...(expect === undefined ? {} : { expect }),
  };
  part.known = told(part.known, plot.contract, { content: number, mayBeRefused, arrival });
  // Ids are taken from what is certainly the action's first telling or another of the same.
  part.isNamed ||= answered && role !== 'probe' && certain(part.known) === number && how.as === undefined;
  return [send];
}

/** Without protection an action is told once; whoever tells it again has to look first. */
function mayTellUnguarded({ known, content }: Part, number: number): boolean {
  return isUntold(known) && number === content;
}

/** What the answer may be. A middlebox that tells the action twice shows the answer to the second. */
function expected(
  { contract }: Plot,
  { known }: Part,
  what: { readonly number: number; readonly mayBeRefused: boolean; readonly isDoubled: boolean },
): Send['expect'] {
  const { number, mayBeRefused } = what;
  const kinds = answersTo(known, contract, number, { mayBeRefused });
  if (kinds === undefined || !what.isDoubled) return kinds;
  const after = told(known, contract, { content: number, mayBeRefused, arrival: 'whole' });
  const second = answersTo(after, contract, number, { mayBeRefused });
  return second === undefined ? undefined : distinct([...kinds, ...second, 'in-flight']);
}

/** The role decides what invariants make of the answer: only what is certainly the same again counts as a retry. */
function roleOf({ known, content }: Part, number: number): Send['role'] {
  if (number !== content) return 'probe';
  if (certain(known) === number) return 'retry';
  return isUntold(known) ? 'first' : 'probe';
}

/** What a manner makes of a send; null where this target or contract has no such thing. */
function mannerOf(plot: Plot, { manner }: Tell, part: Part): How | null {
  const able = (need: Need, how: How): How | null => (plot.can(need) ? how : null);
  switch (manner) {
    case 'plainly':
      return {};
    case 'over-a-new-connection':
      return { connection: 'fresh' };
    case 'members-reordered':
      return able('json-body', { rewrite: 'reorder-members' });
    case 'blanks-added':
      return able('json-body', { rewrite: 'add-blanks' });
    case 'text-escaped':
      return able('json-body', { rewrite: 'escape-text' });
    case 'numbers-respelled':
      return able('json-body', { rewrite: 'respell-numbers' });
    case 'another-user-agent':
      return headed(['User-Agent', `sender/2.${plot.next()}`]);
    case 'another-trace':
      return headed(['traceparent', `00-0af7651916cd43dd8448eb211c80319c-${spanOf(plot.next())}-01`]);
    case 'another-accept':
      return headed(['Accept', `application/json, */*;q=0.${1 + (plot.next() % 9)}`]);
    case 'renewed-credential':
      return promises(plot.contract, 'scope/new-credential-same-tenant')
        ? able('renewed-credential', { as: 'renewed' })
        : null;
    case 'key-twice':
      return keyTwice(plot, part);
  }
}

function headed(header: Header): How {
  return { headers: [header] };
}

function spanOf(number: number): string {
  return number.toString(16).padStart(16, '0');
}

/** The key header in two equal lines: refused, or as one. */
function keyTwice(plot: Plot, { action: { key } }: Part): How | null {
  if (key === undefined || !plot.can('header-key')) return null;
  return promises(plot.contract, 'key/repeated-header') ? { keys: [key, key] } : null;
}

function promises({ promises: made }: Contract, id: string): boolean {
  return made.includes(id);
}
