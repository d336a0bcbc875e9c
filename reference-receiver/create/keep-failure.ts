import type { Answer } from '../http/answer.js';
import { Refused } from '../http/refusal.js';
import type { CreateCall, Parts } from '../parts.js';
import { keepRefusal } from './keep-under-key.js';

type Guard = (parts: Parts, call: CreateCall) => Promise<Answer>;

/** Does a create, and keeps a failure of the receiver's own under its key as if it were the answer. */
export async function keepingFailures(guard: Guard, parts: Parts, call: CreateCall): Promise<Answer> {
  try {
    return await guard(parts, call);
  } catch (error) {
    if (error instanceof Refused && error.refusal.type === 'failed') {
      parts.store.atomically(() => keepRefusal(parts, call, parts.refused(error.refusal)));
    }
    throw error;
  }
}
