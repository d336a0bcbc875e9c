import type { Adapter } from '../model/adapter.js';
import type { Answer, LossKind } from '../model/exchange.js';
import { acknowledges, outcomeKinds, refusingKinds, type Outcome } from '../model/outcome.js';
import { attempted } from './attempted.js';

const losses: readonly LossKind[] = ['timeout', 'reset', 'refused', 'cut'];
const lost: readonly Answer[] = losses.map((how) => ({ kind: 'lost', how, detail: 'check' }));
const json = [['Content-Type', 'application/json']] as const;
const failed: readonly Answer[] = [500, 502, 503, 504].map((status) => answered(status, '{"error":"check"}'));
/** What no adapter may stumble over. */
const odd: readonly Answer[] = [
  answered(200, ''),
  answered(200, 'null'),
  answered(200, '[]'),
  answered(200, '{"data":{}}'),
  answered(200, '<html>\u{fffd}</html>'),
  answered(200, `"${'x'.repeat(200_000)}`),
  answered(204, ''),
  answered(302, ''),
  answered(404, ''),
  answered(429, ''),
];

function answered(status: number, body: string): Answer {
  return { kind: 'answered', status, headers: json, body };
}

/** What is wrong with how an adapter reads answers: it must never throw, and never take trouble for knowledge. */
export function answerMistakes(adapter: Adapter): readonly string[] {
  const { create, second, poll, update } = adapter;
  return [
    ...outcomeMistakes('create.outcome', (answer) => create.outcome(answer)),
    ...(second === null ? [] : outcomeMistakes('second.outcome', (answer) => second.outcome(answer))),
    ...(poll === null ? [] : outcomeMistakes('poll.read', (answer) => poll.read(answer))),
    ...(update === null ? [] : outcomeMistakes('update.outcome', (answer) => update.outcome(answer))),
    ...findingMistakes(adapter),
  ];
}

function outcomeMistakes(name: string, read: (answer: Answer) => Outcome): readonly string[] {
  return [...lost, ...failed, ...odd].flatMap((answer) =>
    attempted(`${name} of ${inWords(answer)}`, () => {
      const outcome = read(answer);
      const unknowable = answer.kind === 'lost' || answer.status >= 500;
      const refuses = answer.kind === 'lost' && refusingKinds.includes(outcome.kind);
      return [
        outcomeKinds.includes(outcome.kind)
          ? null
          : `${name} of ${inWords(answer)} is "${outcome.kind}", which is no outcome`,
        unknowable && acknowledges(outcome)
          ? `${name} takes ${inWords(answer)} for an acknowledgement (${outcome.kind})`
          : null,
        refuses
          ? `${name} takes ${inWords(answer)} for a refusal (${outcome.kind}); nobody knows what came of it`
          : null,
      ];
    }),
  );
}

function findingMistakes({ lookUp, observe, fetch, remove, signIn }: Adapter): readonly string[] {
  const by = { key: 'k-7c1d9b52', marker: 'tw-check-4f81' };
  const reads: readonly (readonly [string, ((answer: Answer) => string) | null])[] = [
    ['lookUp.read', lookUp === null ? null : (answer) => lookUp.read(answer, by).kind],
    ['fetch.read', fetch === null ? null : (answer) => fetch.read(answer).kind],
    ['observe.read', observe === null ? null : (answer) => observe.read(answer, by.marker).kind],
    ['remove.gone', remove === null ? null : (answer) => (remove.gone(answer) ? 'gone' : 'trouble')],
    [
      'signIn.read',
      signIn === null ? null : (answer) => (signIn.read(answer).kind === 'token' ? 'a token' : 'trouble'),
    ],
  ];
  return reads.flatMap(([name, read]) => {
    if (read === null) return [];
    const unread = [...lost, ...failed].flatMap((answer) =>
      attempted(`${name} of ${inWords(answer)}`, () => {
        const kind = read(answer);
        return [kind === 'trouble' ? null : `${name} takes ${inWords(answer)} for knowledge ("${kind}")`];
      }),
    );
    const thrown = odd.flatMap((answer) =>
      attempted(`${name} of ${inWords(answer)}`, () => {
        read(answer);
        return [];
      }),
    );
    return [...unread, ...thrown];
  });
}

function inWords(answer: Answer): string {
  if (answer.kind === 'lost') return `a lost answer (${answer.how})`;
  const body = answer.body === '' ? 'no body' : `the body ${answer.body.slice(0, 20)}`;
  return `status ${answer.status} with ${body}`;
}
