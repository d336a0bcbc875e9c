import type { LookUpFinding } from '../model/adapter.js';
import type { PreparedRequest } from '../model/exchange.js';
import { leavesOpen, type Outcome } from '../model/outcome.js';
import type { DeliveryFacts, DeliveryResult, LookUpFacts, PollFacts } from '../sender/sender-options.js';
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
): SenderExchange<DeliveryResult> {
  const { create, poll } = run.target.adapter;
  return {
    request,
    about: { ...facts, purpose: 'create', by: 'sender', read: (answer) => create.outcome(answer) },
    learn({ exchange, answer, outcome }) {
      if (outcome === null) throw new Error('A create is always read.');
      if (outcome.id !== null) run.ids.set(facts.action, outcome.id);
      const accepted = outcome.kind === 'accepted' && poll !== null;
      return { exchange, outcome, poll: accepted ? poll.request(answer) : null };
    },
  };
}

/** A poll of the sender; what settles the action is in the history as well. */
export function senderPoll(run: TryRun, facts: PollFacts): SenderExchange<{ readonly outcome: Outcome }> {
  const { poll } = run.target.adapter;
  if (poll === null) throw new Error('Only asked where accepted actions can be asked after.');
  const { action, worker, credential, accepted, request } = facts;
  return {
    request,
    about: {
      purpose: 'poll',
      by: 'sender',
      worker,
      action,
      credential,
      read: (answer) => poll.read(answer),
    },
    learn({ exchange, outcome }) {
      if (outcome === null) throw new Error('A poll is always read.');
      if (outcome.id !== null) run.ids.set(action, outcome.id);
      if (!leavesOpen(outcome)) {
        run.recorder.record({
          type: 'acceptance-settled',
          action,
          by: 'sender',
          accepted,
          exchange,
          outcome,
        });
      }
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
