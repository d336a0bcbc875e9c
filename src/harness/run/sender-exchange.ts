import type { LookUpFinding } from '../model/adapter.js';
import type { PreparedRequest } from '../model/exchange.js';
import type { Outcome } from '../model/outcome.js';
import type { DeliveryFacts, LookUpFacts } from '../sender/sender-options.js';
import type { ExchangeAbout, MadeExchange, TryRun } from './try-run.js';

/** An exchange of the sender: what goes out, and what the sender learns when it is made. */
export interface SenderExchange<Learned> {
  readonly request: PreparedRequest;
  readonly about: ExchangeAbout;
  learn(this: void, made: MadeExchange): Learned & { readonly exchange: string };
}

/** A create of the sender. */
export function senderCreate(
  run: TryRun,
  request: PreparedRequest,
  facts: DeliveryFacts,
): SenderExchange<{ readonly outcome: Outcome }> {
  const { create } = run.target.adapter;
  return {
    request,
    about: { ...facts, purpose: 'create', by: 'sender', read: (answer) => create.outcome(answer) },
    learn({ exchange, outcome }) {
      if (outcome === null) throw new Error('A create is always read.');
      if (outcome.id !== null) run.ids.set(facts.action, outcome.id);
      return { exchange, outcome };
    },
  };
}

/** A look-up of the sender; what it finds is in the history as well. */
export function senderLookUp(
  run: TryRun,
  facts: LookUpFacts,
): SenderExchange<{ readonly finding: LookUpFinding }> {
  const { lookUp } = run.target.adapter;
  if (lookUp === null) throw new Error('Only asked where a look-up is offered.');
  const { name: action, worker, credential } = facts;
  return {
    request: lookUp.request(facts),
    about: { purpose: 'look-up', by: 'sender', worker, action, credential },
    learn({ exchange, answer }) {
      const finding = lookUp.read(answer, facts);
      if (finding.kind === 'found') run.ids.set(action, finding.id);
      const told = { action, credential, exchange, finding, expect: null, afterMs: 0 };
      run.recorder.record({ type: 'looked-up', by: 'sender', ...told });
      return { exchange, finding };
    },
  };
}
