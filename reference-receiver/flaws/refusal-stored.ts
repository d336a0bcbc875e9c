import { keepRefusal } from '../create/keep-under-key.js';
import type { Answer } from '../http/answer.js';
import type { CreateIntake, Parts } from '../parts.js';
import type { Flaw } from './flaw.js';

/** Stores the refusal of an invalid create and tells it again to the corrected one. */
export const refusalStored: Flaw = {
  name: 'refusal-stored',
  requirement: 'acceptance/refused-key-usable',
  summary: 'Stores the refusal of an invalid create and tells it again to the corrected one.',
  apply: (parts) => ({
    ...parts,
    invalidCreate: (whole, intake, reason) => {
      const answer = parts.invalidCreate(whole, intake, reason);
      whole.store.atomically(() => keep(whole, intake, answer));
      return answer;
    },
    mismatched: (whole, call, row) =>
      row.fingerprint === refused ? whole.replayed(whole, call, row) : parts.mismatched(whole, call, row),
  }),
};

const refused = 'refused';

function keep(parts: Parts, { caller, operation, key }: CreateIntake, answer: Answer): void {
  const [scope, identity] = [parts.scopeOf(caller, operation), parts.identityOf(key)];
  keepRefusal(parts, { scope, identity, fingerprint: refused }, answer);
}
