import type { ActionFacts, ActionPlan } from '../model/action.js';
import type { Header, PreparedRequest } from '../model/exchange.js';
import { acknowledges, leavesOpen, type Outcome } from '../model/outcome.js';
import type { Send, Step } from '../model/step.js';
import { lookUp } from './look-step.js';
import { rewriteBody } from './rewrite.js';
import { settleAcceptance } from './settle-acceptance.js';
import { edited, type ExchangeAbout, type TryRun } from './try-run.js';

/** Makes one exchange outside the sender, as the step says. */
export async function send(run: TryRun, step: Send): Promise<void> {
  await answered(run, step);
}

/** Tells actions again in turn, waiting as their answers ask, until each is settled or the time is over. */
export async function tellAgain(run: TryRun, step: Extract<Step, { do: 'tell-again' }>): Promise<void> {
  const { clock } = run.target;
  const untilMs = clock.now() + step.withinMs;
  let open = step.actions;
  for (let waitMs = leastWaitMs; ; waitMs = Math.min(waitMs * 2, mostWaitMs)) {
    const left: ActionPlan[] = [];
    for (const action of open) {
      const outcome = await answered(run, { do: 'send', action, role: 'retry' });
      if (isUnsettled(outcome)) left.push(action);
    }
    open = left;
    const now = clock.now();
    if (open.length === 0 || now >= untilMs) return;
    await run.pass(Math.min(waitMs, untilMs - now), 'back-off');
  }
}

const leastWaitMs = 250;
const mostWaitMs = 2_000;
/** True for an outcome that leaves open what becomes of the action, so that it has to be told again. */
export function isUnsettled(outcome: Outcome | null): boolean {
  return outcome !== null && leavesOpen(outcome);
}

async function answered(run: TryRun, step: Send): Promise<Outcome | null> {
  const { request, about } = prepared(run, step);
  const made = await run.exchange(request, about);
  const outcome = await settleAcceptance(run, made, about);
  await learn(run, step, outcome);
  return outcome;
}

/** The request of a send, and what it is made for. */
export function prepared(
  run: TryRun,
  step: Send,
): { readonly request: PreparedRequest; readonly about: ExchangeAbout } {
  const facts = run.facts(step.action);
  const { adapter } = run.target;
  const codec = step.operation === 'second' ? adapter.second : adapter.create;
  if (codec === null) throw new Error('A send to the second operation needs a target that offers one.');
  return {
    request: changed(codec.request(asSent(facts, step), step.keys ?? [facts.key]), step),
    about: {
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
  };
}

/** Remembers the id that an answer named, or looks it up where answers need not name it. */
export async function learn(run: TryRun, step: Send, outcome: Outcome | null): Promise<void> {
  const own = step.as === undefined || step.as === 'main';
  const names = step.role === 'first' || step.role === 'retry';
  if (!own || !names || step.operation === 'second' || outcome === null) return;
  const { name } = step.action;
  if (outcome.id !== null) run.ids.set(name, outcome.id);
  else if (acknowledges(outcome) && resolvesByLookUp(run))
    await lookUp(run, { do: 'look-up', action: step.action });
}

/**
 * Where records have no key of their own, an answer need not name the record: a look-up by its natural key does. Nor need
 * it where a repeat is said to get an error and no more.
 */
function resolvesByLookUp({ contract: { mode, claims }, target }: TryRun): boolean {
  const need = mode !== 'upsert' && mode !== 'insert_only' && claims.replay !== 'error_only';
  return !need && target.adapter.lookUp !== null;
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
