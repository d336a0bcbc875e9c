import { createInterface } from 'node:readline';
import { DialogueEnded, type Dialogue } from './dialogue.js';

/** A dialogue over a terminal; Ctrl-C, Ctrl-D and the signal end it. To be closed. */
export function terminalDialogue(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  signal: AbortSignal,
): Dialogue & { close(): void } {
  const lines = createInterface({ input, output });
  const close = (): void => {
    lines.close();
  };
  lines.once('SIGINT', close);
  signal.addEventListener('abort', close, { once: true });
  // Lines that were pasted ahead of their questions wait in it.
  const answers = lines[Symbol.asyncIterator]();
  return {
    ask: async (question) => {
      lines.setPrompt(question);
      lines.prompt();
      const next = await answers.next();
      if (next.done === true) throw new DialogueEnded();
      return next.value;
    },
    tell: (text) => {
      output.write(text);
    },
    close: () => {
      signal.removeEventListener('abort', close);
      close();
    },
  };
}
