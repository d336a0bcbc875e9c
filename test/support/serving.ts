import { carryOut } from '../../src/harness/cli/program.js';
import { testKit } from './kit.js';

/** A receiver that `twiceshy serve` has brought up in this process. */
export interface Serving {
  readonly url: string;
  /** Ends it as Ctrl-C does; resolves to the exit code. */
  end(): Promise<number>;
}

/** Carries out a `serve` line and resolves once it has printed its address; throws where it ends before. */
export async function serving(words: readonly string[]): Promise<Serving> {
  const interrupt = new AbortController();
  let heard: (text: string) => void = () => undefined;
  const printed = new Promise<string>((resolve) => {
    heard = resolve;
  });
  const out = (text: string): void => {
    heard(text);
  };
  const ended = carryOut(testKit({ signal: interrupt.signal, out }), words);
  const first = await Promise.race([printed, ended]);
  if (typeof first === 'number') throw new Error(`serve ended with ${first} before it was asked to`);
  return {
    url: first.trim(),
    end: () => {
      interrupt.abort(new Error('Ctrl-C'));
      return ended;
    },
  };
}
