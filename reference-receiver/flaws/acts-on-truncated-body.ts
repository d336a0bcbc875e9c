import type { Flaw } from './flaw.js';

/** Takes the part of a body that came for the whole of it, and closes what was left open. */
export const actsOnTruncatedBody: Flaw = {
  name: 'acts-on-truncated-body',
  requirement: 'lost-reply/half-request',
  summary: 'Takes the part of a body that came for the whole of it, and closes what was left open.',
  needs: 'sockets',
  apply: (parts) => ({
    ...parts,
    textOf: async (request) => {
      const { text, whole } = await whatCame(request);
      const { method, headers } = request;
      const body = whole ? text : mendedJson(text);
      return parts.textOf(new Request(request.url, { method, headers, body }));
    },
  }),
};

const mostBytes = 512 * 1024;
const mostTrials = 2000;

async function whatCame({ body }: Request): Promise<{ readonly text: string; readonly whole: boolean }> {
  const chunks: Uint8Array[] = [];
  const reader = body?.getReader();
  for (let size = 0; size < mostBytes;) {
    const next = await reader?.read().catch(() => 'broken off' as const);
    const text = Buffer.concat(chunks).toString('utf8');
    if (next === 'broken off') return { text, whole: false };
    if (next?.value === undefined) return { text, whole: true };
    chunks.push(next.value);
    size += next.value.byteLength;
  }
  return { text: Buffer.concat(chunks).toString('utf8'), whole: true };
}

/** The longest beginning of a text that is JSON once its open texts, lists and objects are closed; all of it if none is. */
function mendedJson(text: string): string {
  for (let end = text.length; end > 0 && text.length - end < mostTrials; end -= 1) {
    const candidate = text.slice(0, end) + closersOf(text.slice(0, end));
    try {
      JSON.parse(candidate);
      return candidate;
    } catch {
      // Not yet: one character less.
    }
  }
  return text;
}

function closersOf(text: string): string {
  const closers: string[] = [];
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inText && character === '\\') at += 1;
    else if (character === '"') inText = !inText;
    else if (!inText && (character === '{' || character === '['))
      closers.unshift(character === '{' ? '}' : ']');
    else if (!inText && (character === '}' || character === ']')) closers.shift();
  }
  return (inText ? '"' : '') + closers.join('');
}
