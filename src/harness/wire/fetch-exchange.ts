import type { Answer, Delivered } from '../model/exchange.js';
import { answeredWith } from './answered-with.js';
import { HungExchange, lossOf, lost } from './loss.js';
import { longestBodyBytes, readBody } from './read-body.js';

/** What came of a request, and how much of it is known to have arrived. */
export interface Fetched {
  readonly answer: Answer;
  readonly delivered: Delivered;
}

/** Awaits a `fetch` and reads its answer; throws what neither the network nor the time limit explains. */
export async function fetchExchange(response: Promise<Response>, signal: AbortSignal): Promise<Fetched> {
  let head: Response;
  try {
    head = await response;
  } catch (error) {
    const loss = lossOf(error);
    if (loss) return loss;
    throw error;
  }
  return { answer: await readAnswer(head, signal), delivered: 'whole' };
}

/** Reads an answer whose head has come. */
export async function readAnswer(response: Response, signal: AbortSignal): Promise<Answer> {
  const body = await readBody(response.body, signal);
  switch (body.kind) {
    case 'whole':
      return answeredWith(response.status, response.headers, body.bytes);
    case 'too-long':
      return lost('cut', `the kit reads no more than ${longestBodyBytes} bytes of an answer's body`);
    case 'broken':
      return brokenBody(body.error, response.status);
  }
}

function brokenBody(error: unknown, status: number): Answer {
  if (error instanceof HungExchange) throw error;
  const loss = lossOf(error);
  if (loss?.answer.how === 'timeout') return loss.answer;
  return lost('cut', `the body of an answer ${status} broke off: ${loss?.answer.detail ?? String(error)}`);
}
