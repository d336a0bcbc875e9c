import type { Answer } from '../../../harness/model/exchange.js';
import { acknowledgingKinds, type Outcome } from '../../../harness/model/outcome.js';
import type { Extractor, Recogniser, Wait } from '../grammar/answers.js';
import { answerInWords, extracted, matches, viewOf, type AnswerView } from './answer-view.js';
import { retryAfterMs } from './retry-after.js';

/** Recognisers as they stand in a file, with all that is read beside the outcome. */
export interface Recognition {
  /** Where they stand, such as `outcomes`; the rule of an outcome is this and a number. */
  readonly at: string;
  readonly recognisers: readonly Recogniser[];
  /** Where the record's id is, unless a recogniser says otherwise. */
  readonly id: readonly Extractor[];
  readonly waits: readonly Wait[];
  /** Milliseconds since the epoch, for waits that are dates in an answer without a Date of its own. */
  readonly now: () => number;
}

/** Reads an answer: the first recogniser that matches counts, and what none matches is `unknown`, a 2xx too. */
export function recognised(recognition: Recognition, answer: Answer): Outcome {
  const view = viewOf(answer);
  const wait = retryAfterMs(recognition.waits, view, recognition.now);
  const index = recognition.recognisers.findIndex(({ when }) => matches(when, view));
  const recogniser = recognition.recognisers[index];
  if (recogniser === undefined) {
    const rule = `no recogniser of ${recognition.at} matches: ${answerInWords(answer)}`;
    return { kind: 'unknown', id: null, retryAfterMs: wait, rule };
  }
  return {
    kind: recogniser.is,
    id: recordId(recogniser, recognition.id, view),
    retryAfterMs: wait,
    rule: `${recognition.at}/${index}`,
  };
}

/** Only an answer that says the record is there is read for an id by the file's own extractors: a problem's id is none. */
function recordId({ is, id }: Recogniser, standard: readonly Extractor[], view: AnswerView): string | null {
  if (id !== null) return extracted(id, view);
  return acknowledgingKinds.includes(is) ? extracted(standard, view) : null;
}
