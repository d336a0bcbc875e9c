import { outcomeKinds, type OutcomeKind, type RetryAdvice } from '../../../harness/model/outcome.js';
import { documented, either, list, mapping, names, optional, required, standard } from '../reading/groups.js';
import { pattern } from '../reading/pattern.js';
import { choice, flag, pointer, pointerMistake, scalarOf, text } from '../reading/scalars.js';
import { misfit, type Read, type Shape } from '../reading/shape.js';
import { json } from '../reading/templates.js';
import { headerNameMistake } from './request.js';

const statusForm = 'a status such as 201, or a class such as 2xx';

const status: Shape<number | string> = {
  about: {
    kind: 'either',
    options: [
      { kind: 'number', whole: true, least: 100, most: 599 },
      { kind: 'text', form: statusForm, pattern: '^[1-5]xx$' },
    ],
  },
  expected: statusForm,
  nodes: ['scalar'],
  read: (place) => {
    const value = scalarOf(place);
    if (typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 599) return value;
    if (typeof value === 'string' && /^[1-5]xx$/.test(value)) return value;
    if (typeof value === 'string' && /^[1-5][0-9]{2}$/.test(value))
      return misfit(place, statusForm, `write ${value} without quotes`);
    return misfit(place, statusForm);
  },
};

const condition = mapping(
  'a condition',
  {
    equals: { shape: json, required: false, absent: () => undefined },
    regex: optional(pattern),
    exists: optional(flag),
    in: optional(list(json, { least: 1 })),
  },
  (value, report) => {
    const used = [value.equals !== undefined, value.regex !== null, value.exists !== null, value.in !== null];
    if (used.some(Boolean)) return;
    report('', {
      found: 'an empty condition',
      expected: 'equals, regex, exists or in',
      next: 'say what must hold',
    });
  },
);

const conditions = mapping(
  'when',
  {
    status: optional(list(status, { least: 1, orOne: true })),
    header: optional(names('header names', condition, headerNameMistake)),
    json: optional(names('JSON Pointers', condition, pointerMistake)),
    body_regex: optional(pattern),
    transport: optional(list(choice(['timeout', 'reset', 'refused', 'cut']), { least: 1, orOne: true })),
  },
  (value, report) => {
    const answered = [value.status, value.header, value.json, value.body_regex].some((one) => one !== null);
    if (!answered && value.transport === null) {
      report('', {
        found: 'a "when" without conditions, which would match every answer',
        expected: 'status, header, json, body_regex or transport',
        next: 'say which answers are meant',
      });
    }
    if (answered && value.transport !== null) {
      report('transport', {
        found: '"transport" beside conditions on an answer',
        expected: '"transport" alone: a lost answer has no status, header or body',
        next: 'make two items of it: when: [ {...}, { transport: ... } ]',
      });
    }
  },
);

/** A matcher: conditions that must all hold, or a list of such, of which one must. */
export const when = list(conditions, { least: 1, orOne: true });

/** The conditions of one `when`. */
export type Conditions = Read<typeof conditions>;

/** One condition on a header or a JSON value. */
export type Condition = Read<typeof condition>;

/** Where to take a text from an answer: a JSON value, a header or the whole body; a pattern takes a part of it. */
export const extractor = mapping(
  'an extractor',
  {
    json: optional(pointer),
    header: optional(text('a header name', headerNameMistake)),
    body: optional(choice(['text'])),
    regex: optional(pattern),
  },
  (value, report) => {
    const sources = [value.json, value.header, value.body].filter((one) => one !== null).length;
    if (sources === 1) return;
    report('', {
      found: sources === 0 ? 'an extractor without a source' : 'an extractor with several sources',
      expected: 'one of json, header or body: text',
      next:
        sources === 0
          ? 'say where the text is'
          : 'make a list of them: the first that finds something counts',
    });
  },
);

/** One extractor. */
export type Extractor = Read<typeof extractor>;

/** Extractors in the order in which they are tried. */
export const extractors = list(extractor, { least: 1, orOne: true });

const olderNames: Readonly<Record<string, OutcomeKind>> = {
  in_flight: 'in-flight',
  key_missing: 'key-refused',
  key_invalid: 'key-refused',
  key_refused: 'key-refused',
  rate_limited: 'throttled',
  accepted_async: 'accepted',
};

/** The outcome that a name means, or null where it means none. */
export function outcomeNamed(name: string): OutcomeKind | null {
  return (
    outcomeKinds.find((kind) => kind === name) ??
    (Object.hasOwn(olderNames, name) ? (olderNames[name] ?? null) : null)
  );
}

/** The name of an outcome, in the project's words or in snake case. */
export const outcomeName = choice(outcomeKinds, olderNames);

/** A rule that reads an outcome from an answer, as a file has it. */
export const recogniser = mapping('a recogniser', {
  is: required(outcomeName),
  when: required(when),
  id: optional(extractors),
});

/** A rule that reads an outcome from an answer. */
export type Recogniser = Read<typeof recogniser>;

/** The recognisers of an operation; the first that matches counts. */
export const outcomes = list(recogniser, { least: 1 });

const place = mapping(
  'a wait',
  {
    header: optional(text('a header name', headerNameMistake)),
    json: optional(pointer),
    unit: standard(choice(['http', 's', 'ms']), 'http'),
  },
  (value, report) => {
    if ((value.header === null) !== (value.json === null)) return;
    report('', {
      found: 'not exactly one source',
      expected: 'header or json',
      next: 'say where the wait is',
    });
  },
);

/** Where an answer says how long to wait, in order; without one, the header Retry-After. */
export const waits = list(place, { least: 1 });

/** One place where an answer says how long to wait. */
export type Wait = Read<typeof place>;

const retryAction: Shape<RetryAdvice> = choice(['same-key', 'lookup-first', 'stop'], {
  same_key: 'same-key',
  lookup_first: 'lookup-first',
});

/** The section `retry`: where an answer names its wait, and what to do next, by its own signal or by outcome. */
export const retry = mapping('retry', {
  after: documented('Where an answer names its wait, in order, each with its unit.', optional(waits)),
  signal: optional(
    mapping('retry/signal', {
      header: required(text('a header name', headerNameMistake)),
      true: required(retryAction),
      false: required(retryAction),
    }),
  ),
  actions: documented(
    'What to do after which outcome; it makes a sender more careful, or lets it try a refusal again.',
    optional(names('outcome names', retryAction, actionNameMistake)),
  ),
});

function actionNameMistake(name: string) {
  return outcomeNamed(name) !== null ? null : { next: `use one of ${outcomeKinds.join(', ')}` };
}

/** Pairs of pointers: what was sent, and where it reads back. A plain pointer stands for both. */
export const pointerPair = either(
  pointer,
  mapping('a pair of pointers', { sent: required(pointer), read: required(pointer) }),
);
