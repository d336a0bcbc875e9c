import type { Delivered, MiddleboxEffect } from '../model/exchange.js';
import type { Clock } from '../model/clock.js';
import type { Journey } from './journey.js';
import { gatewayAnswer, throttled, type Answered } from './gateway-answer.js';
import { lost, type Lost } from './loss.js';

/** What the sender is to see: an answer, a loss, or (undefined) whatever the network brings. */
type Seen = Response | Lost | undefined;

/** Takes a request to its receiver, or not, and the answer back, or not, as the exchange's effects have it. */
export async function sufferEffects(journey: Journey, intercepted: Request, clock: Clock): Promise<Seen> {
  const { effects } = journey;
  const heldOff = holdOff(journey);
  if (heldOff) return heldOff;
  if (effects.some((effect) => effect.kind === 'double')) await sendTwin(journey);
  if (journey.signal.aborted) return undefined;
  return effects.some(befallsReply)
    ? sufferOnReturn(journey, clock)
    : journey.receiver.passOn(journey, intercepted);
}

function befallsReply(effect: MiddleboxEffect): boolean {
  switch (effect.kind) {
    case 'lose-reply':
    case 'hold-reply':
    case 'gateway-answer':
    case 'cut-body':
      return true;
    default:
      // The rest befalls the request, or takes sockets that this plane does not have.
      return false;
  }
}

function holdOff(journey: Journey): Seen {
  for (const effect of journey.effects) {
    if (effect.kind !== 'refuse' && effect.kind !== 'throttle') continue;
    journey.applied.push(effect.kind);
    journey.delivered = 'none';
    return effect.kind === 'refuse'
      ? lost('refused', 'the connection was refused')
      : toResponse(throttled(effect));
  }
  return undefined;
}

async function sendTwin(journey: Journey): Promise<void> {
  const { answer, delivered } = await journey.receiver.forward(journey);
  note(journey, delivered);
  if (delivered === 'none' || journey.signal.aborted) return;
  journey.applied.push('double');
  journey.hidden.push(answer);
}

async function sufferOnReturn(journey: Journey, clock: Clock): Promise<Seen> {
  const { answer, delivered } = await journey.receiver.forward(journey);
  note(journey, delivered);
  if (answer.kind === 'lost') return answer;

  let seen: Answered = answer;
  const hide = (effect: MiddleboxEffect): void => {
    journey.applied.push(effect.kind);
    if (!journey.hidden.includes(answer)) journey.hidden.push(answer);
  };
  for (const effect of journey.effects) {
    switch (effect.kind) {
      case 'lose-reply':
        hide(effect);
        return lost('reset', 'the connection was reset before the answer came');
      case 'hold-reply':
        hide(effect);
        if (!(await held(journey, clock))) return undefined;
        break;
      case 'gateway-answer':
        hide(effect);
        seen = gatewayAnswer(effect);
        break;
      case 'cut-body':
        // An answer without a body cannot break within it: the effect does not take place.
        if (seen.body === '') break;
        hide(effect);
        return toResponse(seen, brokenHalfWay(seen.body));
      default:
        break;
    }
  }
  return toResponse(seen);
}

/** Of two copies, what is known of the one of which more is known counts. */
function note(journey: Journey, delivered: Delivered): void {
  const rising: readonly (Delivered | null)[] = [null, 'none', 'unknown', 'part', 'whole'];
  if (rising.indexOf(delivered) > rising.indexOf(journey.delivered)) journey.delivered = delivered;
}

/** Waits until the sender's patience has run out; true if, against the plan, it has not. */
async function held({ signal, options }: Journey, clock: Clock): Promise<boolean> {
  try {
    await clock.sleep(options.timeoutMs + 1, signal);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

function toResponse(answer: Answered, body: string | ReadableStream<Uint8Array> = answer.body): Seen {
  // `fetch` takes such a status from the network, and from nobody else.
  if (answer.status < 200 || answer.status > 599) {
    return lost('cut', `an answer of status ${answer.status}, which cannot be handed on`);
  }
  // The body is decoded by now, and would be decoded again.
  const headers = answer.headers.filter(([name]) => name.toLowerCase() !== 'content-encoding');
  return new Response(body === '' ? null : body, {
    status: answer.status,
    headers: headers.map(([n, v]) => [n, v]),
  });
}

function brokenHalfWay(body: string): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(body, 'utf8');
  let sent = false;
  return new ReadableStream({
    pull(controller) {
      // Two pulls, since an error drops what is still queued.
      if (sent) controller.error(new Error('the connection was reset'));
      else controller.enqueue(bytes.subarray(0, Math.floor(bytes.length / 2)));
      sent = true;
    },
  });
}
