import type { AnswerForm, DialectAnswers } from '../../../reference-receiver/index.js';
import type { OutcomeKind } from '../../harness/model/outcome.js';
import type { Recognition } from '../yaml/codec/recognise.js';
import type { AdapterSections } from '../yaml/grammar/adapter-file.js';
import { formOf } from './answer-forms.js';

/** Every answer of a dialect, each made so that the file's own recognisers read it; null where none says "created". */
export function answersOf(
  recognition: Recognition,
  retry: AdapterSections['retry'],
  id: string,
): DialectAnswers | null {
  const form = (
    kind: OutcomeKind,
    statuses: readonly number[],
    named: string | null = null,
  ): AnswerForm | null => formOf(recognition, { kind, statuses, id: named });
  const created = form('created', [201, 200], id);
  if (created === null) return null;
  const rejected = form('rejected', [400]) ?? bare(400);
  const same = [created.status, 200];
  const mismatch = form('mismatch', [422]) ?? rejected;
  const keyRefused = form('key-refused', [400]) ?? rejected;
  const waiting = (found: AnswerForm | null, status: number): AnswerForm =>
    withWait(found ?? bare(status), retry);
  return {
    created,
    replayed: form('replayed', same, id) ?? created,
    updated: form('updated', [200], id) ?? form('updated', [200]) ?? created,
    exists: form('exists', [409], id) ?? form('exists', [409]) ?? mismatch,
    mismatch,
    inFlight: waiting(form('in-flight', [409]), 409),
    keyRefused,
    expired: form('expired', [410]) ?? keyRefused,
    throttled: waiting(form('throttled', [429]), 429),
    rejected,
    unauthorised: unauthorisedOf(form('rejected', [401])),
  };
}

/** Who has no good credential is told so by the status, whatever else is refused how. */
function unauthorisedOf(rejected: AnswerForm | null): AnswerForm {
  return rejected?.status === 401 ? rejected : bare(401);
}

function bare(status: number): AnswerForm {
  return { status, headers: {}, body: {}, recordAt: null };
}

function withWait(form: AnswerForm, retry: AdapterSections['retry']): AnswerForm {
  const [wait] = retry?.after ?? [];
  const value = wait?.unit === 'ms' ? '{{retry_after_ms}}' : '{{retry_after_s}}';
  if (wait?.header === null) return form;
  return { ...form, headers: { ...form.headers, [(wait?.header ?? 'Retry-After').toLowerCase()]: value } };
}
