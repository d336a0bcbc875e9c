import { createContext, Script } from 'node:vm';
import { compiled } from './pattern.js';

/** Real milliseconds for one pattern on one text; patterns that adapter files need take a few at most. */
const longestMatchMs = 2_000;
/** On a shorter text, no pattern that is let through takes long, and to bound it would cost more than to run it. */
const shortText = 1_000;

const context = createContext(Object.create(null) as Record<string, unknown>);
const matching = new Script('pattern.exec(text)');

/** A pattern that took too long on a text that was made for it: what the text says is not known. */
export class PatternTooSlow extends Error {
  constructor(source: string) {
    super(`the regular expression "${source}" did not end within ${longestMatchMs} ms`);
    this.name = 'PatternTooSlow';
  }
}

/** What a sound pattern finds first in a text, or null. Throws `PatternTooSlow`. */
export function foundIn(text: string, source: string): RegExpExecArray | null {
  const pattern = compiled(source);
  if (text.length <= shortText) return pattern.exec(text);
  Object.assign(context, { pattern, text });
  try {
    return matching.runInContext(context, { timeout: longestMatchMs }) as RegExpExecArray | null;
  } catch (error) {
    throw isTimeout(error) ? new PatternTooSlow(source) : error;
  } finally {
    Object.assign(context, { pattern: null, text: '' });
  }
}

/** Reads an answer by patterns; where one took too long, `instead` says what that comes to. */
export function unlessTooSlow<Result>(read: () => Result, instead: (why: string) => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof PatternTooSlow) return instead(error.message);
    throw error;
  }
}

/** It comes from the script's own realm, where an Error is another class. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
