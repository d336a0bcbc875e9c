import type { AnswerForm, DialectAnswers, DialectJobs } from '../../../reference-receiver/index.js';
import type { OutcomeKind } from '../../harness/model/outcome.js';
import type { Recognition } from '../yaml/codec/recognise.js';
import type { AdapterSections } from '../yaml/grammar/adapter-file.js';
import { bareForm, formOf } from './answer-forms.js';

/** Every answer of a dialect, each made so that the file's own recognisers read it; null where none says "created". */
export function answersOf(
  recognition: Recognition,
  { retry, claims }: Pick<AdapterSections, 'retry' | 'claims'>,
  { id, jobs }: { readonly id: string; readonly jobs: DialectJobs | null },
): DialectAnswers | null {
  const form = (
    kind: OutcomeKind,
    statuses: readonly number[],
    named: string | null = null,
  ): AnswerForm | null => formOf(recognition, { kind, statuses, id: named });
  // What is done later is told by its job, and a repeat is led to the same one.
  const created = form('created', [201, 200], id) ?? jobs?.finished ?? null;
  if (created === null) return null;
  const rejected = form('rejected', [400]) ?? bareForm(400);
  // More than is claimed where there is no more to say; a job has more, and a repeat need not be told of its record.
  const namesRecord = jobs === null || claims?.replay !== 'error_only';
  const same = [created.status, 200];
  const mismatch = form('mismatch', [422]) ?? rejected;
  const keyRefused = form('key-refused', [400]) ?? rejected;
  const waiting = (found: AnswerForm | null, status: number): AnswerForm =>
    withWait(found ?? bareForm(status), retry);
  return {
    created,
    replayed: form('replayed', same, id) ?? jobs?.accepted ?? created,
    updated: form('updated', [200], id) ?? form('updated', [200]) ?? created,
    exists: (namesRecord ? form('exists', [409], id) : null) ?? form('exists', [409]) ?? mismatch,
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
  return rejected?.status === 401 ? rejected : bareForm(401);
}

function withWait(form: AnswerForm, retry: AdapterSections['retry']): AnswerForm {
  const [wait] = retry?.after ?? [];
  const value = wait?.unit === 'ms' ? '{{retry_after_ms}}' : '{{retry_after_s}}';
  if (wait?.header === null) return form;
  return { ...form, headers: { ...form.headers, [(wait?.header ?? 'Retry-After').toLowerCase()]: value } };
}
