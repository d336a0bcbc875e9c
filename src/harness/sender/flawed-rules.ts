import { senderFlaws } from './flaws/index.js';
import { soundRules, type SenderRules } from './rules.js';

/** The rules of a sender with the flaw of that name, or the sound ones for null; throws where there is no such flaw. */
export function flawedRules(name: string | null): SenderRules {
  if (name === null) return soundRules;
  const flaw = senderFlaws.find((each) => each.name === name);
  if (flaw === undefined) throw new Error(`The sender has no flaw "${name}".`);
  return { ...flaw.apply(soundRules), flaw: name };
}
