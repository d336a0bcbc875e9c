import type { ActionFacts } from '../model/action.js';
import type { Header, PreparedRequest } from '../model/exchange.js';
import { acknowledges } from '../model/outcome.js';
import type { Send } from '../model/step.js';
import { lookUp } from './look-step.js';
import { rewriteBody } from './rewrite.js';
import { edited, type TryRun } from './try-run.js';

/** Makes one exchange outside the sender, as the step says. */
export async function send(run: TryRun, step: Send): Promise<void> {
  const facts = run.facts(step.action);
  const { adapter } = run.target;
  const codec = step.operation === 'second' ? adapter.second : adapter.create;
  if (codec === null) throw new Error('A send to the second operation needs a target that offers one.');
  const { outcome } = await run.exchange(
    changed(codec.request(asSent(facts, step), step.keys ?? [facts.key]), step),
    {
      purpose: step.operation ?? 'create',
      by: 'runner',
      action: facts.name,
      credential: step.as ?? 'main',
      effects: step.effects ?? [],
      role: step.role,
      expect: step.expect ?? null,
      connection: step.connection ?? 'warm',
      read: (answer) => codec.outcome(answer),
    },
  );
  const own = step.as === undefined || step.as === 'main';
  const names = step.role === 'first' || step.role === 'retry';
  if (!own || !names || step.operation === 'second' || outcome === null) return;
  if (outcome.id !== null) run.ids.set(facts.name, outcome.id);
  else if (acknowledges(outcome) && resolvesByLookUp(run))
    await lookUp(run, { do: 'look-up', action: step.action });
}

/** Where records have no key of their own, an answer need not name the record: a look-up by its natural key does. */
function resolvesByLookUp({ contract, target }: TryRun): boolean {
  return (contract.mode === 'upsert' || contract.mode === 'insert_only') && target.adapter.lookUp !== null;
}

function asSent(facts: ActionFacts, step: Send): ActionFacts {
  return step.edits === undefined ? facts : { ...facts, payload: edited(facts.payload, step.edits) };
}

function changed(request: PreparedRequest, step: Send): PreparedRequest {
  const body = step.rawBody ?? request.body;
  return {
    ...request,
    headers: withHeaders(request.headers, step.headers ?? []),
    body: body !== null && step.rewrite !== undefined ? rewriteBody(body, step.rewrite) : body,
  };
}

function withHeaders(headers: readonly Header[], added: readonly Header[]): readonly Header[] {
  const replaced = new Set(added.map(([name]) => name.toLowerCase()));
  return [...headers.filter(([name]) => !replaced.has(name.toLowerCase())), ...added];
}
