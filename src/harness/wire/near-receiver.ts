import { readAnswer } from './fetch-exchange.js';
import { fetchRequest } from './fetch-request.js';
import type { Journey, Receiver } from './journey.js';
import { isLost, lost, type Lost } from './loss.js';

/** A receiver within this process: a web-standard handler, told which connection it is called over. */
export type LocalReceiver = (request: Request, context: { connection: string }) => Promise<Response>;

/** The way to a receiver in process; if it throws, or answers `Response.error()`, the connection is reset. */
export function nearReceiver(local: LocalReceiver): Receiver {
  return {
    overNetwork: false,
    async forward(journey) {
      const { request, options, connection, signal } = journey;
      const copy = new Request(
        request.url,
        fetchRequest(request, { id: options.id, fresh: connection.fresh, signal }),
      );
      const response = await ask(local, journey, copy);
      const answer = isLost(response) ? response : await readAnswer(response, signal);
      return { answer, delivered: 'whole' };
    },
    passOn: (journey, intercepted) => ask(local, journey, intercepted),
  };
}

async function ask(local: LocalReceiver, journey: Journey, request: Request): Promise<Response | Lost> {
  // Noted before the answer, since the sender may lose its patience meanwhile.
  journey.delivered = 'whole';
  try {
    const response = await local(request, { connection: journey.connection.id });
    return response.type === 'error' ? lost('reset', 'the receiver broke the connection') : response;
  } catch (error) {
    return lost('reset', `the receiver broke the connection: ${String(error)}`);
  }
}
