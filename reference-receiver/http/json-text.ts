import type { Json } from '../store/records.js';
import { Refused, refusal } from './refusal.js';

const deepest = 64;

/**
 * Reads JSON that means one thing only: what RFC 8259 leaves open (repeated members, numbers that a double cannot
 * hold, lone surrogates) is refused, because it could not be kept or compared exactly. Throws Refused.
 */
export function readJsonText(text: string): Json {
  const value = parse(text);
  checkTokens(text);
  return value;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw bad('The body could not be read as JSON; send one JSON object.');
  }
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]|-?\d[\d.eE+-]*/gu;

/** Walks the tokens of a text that is known to be JSON. */
function checkTokens(text: string): void {
  const open: Set<string>[] = [];
  for (const [piece, colon] of text.matchAll(token)) {
    const first = piece[0];
    if (first === '"') {
      const content = JSON.parse(colon === undefined ? piece : piece.slice(0, -colon.length)) as string;
      checkText(content);
      if (colon !== undefined) checkMember(open.at(-1), content);
    } else if (first === '{' || first === '[') {
      open.push(new Set());
      if (open.length > deepest) throw bad(`The JSON is nested deeper than ${deepest} levels.`);
    } else if (first === '}' || first === ']') {
      open.pop();
    } else {
      checkNumber(piece);
    }
  }
}

function checkText(content: string): void {
  if (/\p{Surrogate}/u.test(content))
    throw bad('A text holds half a surrogate pair, which is no Unicode text.');
}

function checkMember(members: Set<string> | undefined, name: string): void {
  if (members === undefined) return;
  if (members.has(name)) throw bad('An object names the same member twice; name each member once.');
  members.add(name);
}

function checkNumber(piece: string): void {
  const value = Number(piece);
  if (!Number.isFinite(value)) throw bad('A number is larger than a double can hold.');
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(piece)) {
    throw bad('A whole number is beyond 2^53-1 and could not be kept exactly; send it as text.');
  }
}

function bad(detail: string): Refused {
  return new Refused(refusal('bad-json', detail));
}
