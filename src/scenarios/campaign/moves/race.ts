import type { MoveOf } from '../../../harness/model/sequence.js';
import type { Send, Step } from '../../../harness/model/step.js';
import { longestReceiverLeaseMs, shortLease } from '../../leases.js';
import { probe } from '../../steps.js';
import { answersTo, certain, distinct, isUntold, told } from '../knowledge.js';
import { contentAt, partOf, withContent, type Part, type Plot } from '../plot.js';

type Race = MoveOf<'race'>;

interface Runner {
  readonly part: Part;
  readonly number: number;
}

/** Several tellings at once: of one action, of different ones, and where `content` differs from 0, of another content too. */
export function race(plot: Plot, { who, content, slow }: Race): readonly Step[] {
  const runners = runnersOf(plot, who, content);
  if (runners.length < 2 || runners.length > plot.contract.limits.parallel) return [];
  const parts = distinct(runners.map(({ part }) => part));
  const untold = parts.every(({ known }) => isUntold(known));
  const [one] = parts;
  const alone = parts.length === 1 && content === 0 && untold;
  if (slow && alone && one !== undefined && isTaken(plot, one) && plot.can('slow'))
    return whileSlow(plot, one);
  const sends = runners.map((runner) => sendOf(plot, runner));
  for (const part of parts) settle(plot, part, runners);
  const settled = parts.filter(({ known, content: own }) => certain(known) === own);
  return [{ do: 'together', steps: sends }, ...toldUntilSettled(settled)];
}

/** A receiver that was told to be slow is so at the next create that it takes: one that it may refuse would leave that open. */
function isTaken(plot: Plot, { content }: Part): boolean {
  return plot.contents[content]?.mayBeRefused !== true;
}

/** The receiver works for longer than the sender waits, so that the second telling comes while it works for the first. */
function whileSlow(plot: Plot, part: Part): readonly Step[] {
  const slowMs = 2 * shortLease(plot.contract).timeoutMs;
  const { action, content } = part;
  part.known = told(part.known, plot.contract, { content, mayBeRefused: false, arrival: 'whole' });
  return [
    { do: 'control', what: { control: 'slow', ms: slowMs } },
    probe(action),
    probe(action),
    { do: 'wait', ms: slowMs },
    ...toldUntilSettled([part]),
  ];
}

function toldUntilSettled(parts: readonly Part[]): readonly Step[] {
  if (parts.length === 0) return [];
  return [{ do: 'tell-again', actions: parts.map(({ action }) => action), withinMs: longestReceiverLeaseMs }];
}

/** The first of each action has its own content, later ones of the same action the other. */
function runnersOf(plot: Plot, who: readonly number[], further: number): readonly Runner[] {
  const seen = new Set<Part>();
  return who.flatMap((number) => {
    const part = partOf(plot, number);
    if (part === null || part.keyMayBeRefused) return [];
    const isFirst = !seen.has(part);
    if (!isFirst && plot.contract.mode === 'unguarded') return [];
    seen.add(part);
    return [{ part, number: isFirst ? part.content : contentAt(plot, part, further) }];
  });
}

/** Whoever comes first decides, so every order is possible; who comes while another is at it is told so. */
function sendOf(plot: Plot, { part, number }: Runner): Send {
  const mayBeRefused = plot.contents[number]?.mayBeRefused === true;
  const after = plot.contents.flatMap((_, other) => {
    const isRun = other === part.content || other === number;
    if (!isRun) return [];
    const known = told(part.known, plot.contract, { content: other, mayBeRefused: true, arrival: 'unknown' });
    return answersTo(known, plot.contract, number, { mayBeRefused }) ?? [];
  });
  const expect = part.known.isLoose ? undefined : distinct([...after, 'in-flight', 'throttled'] as const);
  return {
    do: 'send',
    action: withContent(plot, part, number),
    role: number === part.content ? 'probe' : 'clash',
    ...(expect === undefined || after.length === 0 ? {} : { expect }),
  };
}

/** What is possible once every order was. */
function settle(plot: Plot, part: Part, runners: readonly Runner[]): void {
  const numbers = distinct(runners.filter((runner) => runner.part === part).map(({ number }) => number));
  const outcomes = numbers.map((content) => {
    const mayBeRefused = plot.contents[content]?.mayBeRefused === true;
    return told(part.known, plot.contract, { content, mayBeRefused, arrival: 'whole' });
  });
  const isLoose = outcomes.some((known) => known.isLoose) || (numbers.length > 1 && !holdsFirst(plot));
  part.known = {
    isLoose,
    possible: isLoose ? [null] : distinct(outcomes.flatMap(({ possible }) => possible)),
  };
}

/** Whether the first content under a key is what stands. */
function holdsFirst({ contract }: Plot): boolean {
  const { mismatch } = contract.claims;
  return mismatch === 'reject' || mismatch === 'replay_anyway';
}
