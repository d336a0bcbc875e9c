import { KitError } from '../../model/kit-error.js';

/** Somebody to ask, line by line. */
export interface Dialogue {
  /** The line that is answered; throws `DialogueEnded` where there is none any more. */
  ask(question: string): Promise<string>;
  tell(text: string): void;
}

/** The person has left: Ctrl-C, Ctrl-D, or the end of the input. */
export class DialogueEnded extends Error {}

/** A question, what an empty answer stands for, and why an answer will not do (null where it will). */
export interface Question {
  readonly words: string;
  readonly fallback: string;
  readonly wrong: (answer: string) => string | null;
}

const mostAnswers = 20;

/** Asks until the answer will do, and says each time why it does not. */
export async function answered(dialogue: Dialogue, { words, fallback, wrong }: Question): Promise<string> {
  for (let asks = 0; asks < mostAnswers; asks += 1) {
    const line = (await dialogue.ask(`${words} [${fallback}]: `)).trim();
    const answer = line === '' ? fallback : line;
    const why = wrong(answer);
    if (why === null) return answer;
    dialogue.tell(`  ${why}\n`);
  }
  throw new KitError('BAD_USAGE', {
    happened: `"${words}" was answered ${mostAnswers} times, and no answer would do.`,
    expected: 'an answer as the question asks for, or none for what stands in brackets',
    next: 'begin again, or give the options of `twiceshy init --help`',
  });
}
