import type { Move } from '../../../harness/model/sequence.js';
import type { Send, Step } from '../../../harness/model/step.js';
import { longestReceiverLeaseMs } from '../../leases.js';
import { answersTo, certain, distinct, told, type Knowledge } from '../knowledge.js';
import { contentAt, partOf, withContent, type Part, type Plot } from '../plot.js';

type Race = Extract<Move, { readonly move: 'race' }>;

/** Longer than a careless claim lasts, shorter than any sender waits. */
const slowMs = 400;

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
  // A receiver that is told to be slow is so at its next create, whenever that comes.
  const slowly: readonly Step[] =
    slow && untold && parts.length === 1 && plot.can('slow')
      ? [{ do: 'control', what: { control: 'slow', ms: slowMs } }]
      : [];
  const sends = runners.map((runner) => sendOf(plot, runner));
  for (const part of parts) settle(plot, part, runners);
  const settled = parts.filter(({ known, content: own }) => certain(known) === own);
  return [
    ...slowly,
    { do: 'together', steps: sends },
    ...(settled.length === 0
      ? []
      : [
          {
            do: 'tell-again',
            actions: settled.map(({ action }) => action),
            withinMs: longestReceiverLeaseMs,
          } as const,
        ]),
  ];
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

function isUntold({ possible, isLoose }: Knowledge): boolean {
  return !isLoose && possible.length === 1 && possible[0] === null;
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
