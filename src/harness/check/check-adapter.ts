import type { Adapter } from '../model/adapter.js';
import { answerMistakes } from './answers.js';
import { requestMistakes } from './requests.js';
import { shapeMistakes } from './shape.js';

/**
 * Holds an adapter to what the kit relies on, without any receiver: requests that are the same on every attempt, answers
 * that are never taken for more than they say. Returns what is wrong, each in a sentence; nothing where all is well.
 */
export function checkAdapter(adapter: Adapter): readonly string[] {
  const misshapen = shapeMistakes(adapter);
  if (misshapen.length > 0) return misshapen;
  return [...requestMistakes(adapter), ...answerMistakes(adapter)];
}
