import { headerOf, type Answer } from '../../../harness/model/exchange.js';
import { acknowledgingKinds, type Outcome } from '../../../harness/model/outcome.js';
import type { AdapterSections } from '../grammar/adapter-file.js';
import type { Extractor, Recogniser, Wait } from '../grammar/answers.js';
import { unlessTooSlow } from '../reading/bounded-match.js';
import { answerInWords, extracted, isMalformed, matches, viewOf, type AnswerView } from './answer-view.js';
import { retryAfterMs, standardWaits } from './retry-after.js';
import type { Setting } from './setting.js';

/** A recogniser with its place in the file, such as `outcomes/3`. */
export interface PlacedRecogniser extends Recogniser {
  readonly at: string;
}

/** Recognisers in their order, with their places. */
export function placed(at: string, recognisers: readonly Recogniser[]): readonly PlacedRecogniser[] {
  return recognisers.map((recogniser, index) => ({ ...recogniser, at: `${at}/${index}` }));
}

/** Recognisers as they stand in a file, with all that is read beside the outcome. */
export interface Recognition {
  readonly recognisers: readonly PlacedRecogniser[];
  /** Where the record's id is, unless a recogniser says otherwise. */
  readonly id: readonly Extractor[];
  readonly waits: readonly Wait[];
  readonly signal: Signal | null;
  /** Milliseconds since the epoch, for waits that are dates in an answer without a Date of its own. */
  readonly now: () => number;
}

type Signal = NonNullable<NonNullable<AdapterSections['retry']>['signal']>;

/** These recognisers with the waits and the signal of their file. */
export function recognitionOf(
  { file: { retry }, now }: Setting,
  { recognisers, id }: Pick<Recognition, 'recognisers' | 'id'>,
): Recognition {
  return { recognisers, id, waits: retry?.after ?? standardWaits, signal: retry?.signal ?? null, now };
}

/** Reads an answer: the first recogniser that matches counts, and what none matches is `unknown`, a 2xx too. */
export function recognised(recognition: Recognition, answer: Answer): Outcome {
  return unlessTooSlow(
    () => recognisedInTime(recognition, answer),
    (rule) => ({ kind: 'unknown', id: null, retryAfterMs: null, rule }),
  );
}

function recognisedInTime(recognition: Recognition, answer: Answer): Outcome {
  const view = viewOf(answer);
  const wait = retryAfterMs(recognition.waits, view, recognition.now);
  const advice = adviceOf(recognition.signal, answer);
  const recogniser = recognition.recognisers.find(({ when }) => matches(when, view));
  if (recogniser === undefined) {
    const rule = `no recogniser matches: ${answerInWords(answer)}`;
    return { kind: 'unknown', id: null, retryAfterMs: wait, ...advice, rule };
  }
  if (isMalformed(answer) && acknowledgingKinds.includes(recogniser.is)) {
    const rule = `${recogniser.at}, but some of the body is no text in its encoding`;
    return { kind: 'unknown', id: null, retryAfterMs: wait, rule };
  }
  return {
    kind: recogniser.is,
    id: recordId(recogniser, recognition.id, view),
    retryAfterMs: wait,
    ...advice,
    rule: recogniser.at,
  };
}

function adviceOf(signal: Signal | null, answer: Answer): Pick<Outcome, 'advice'> {
  if (signal === null || answer.kind === 'lost') return {};
  const value = headerOf(answer.headers, signal.header)?.trim().toLowerCase();
  return value === 'true' || value === 'false' ? { advice: signal[value] } : {};
}

/** Only an answer that says the record is there is read for an id by the file's own extractors: a problem's id is none. */
function recordId({ is, id }: Recogniser, standard: readonly Extractor[], view: AnswerView): string | null {
  if (id !== null) return extracted(id, view);
  return acknowledgingKinds.includes(is) ? extracted(standard, view) : null;
}
