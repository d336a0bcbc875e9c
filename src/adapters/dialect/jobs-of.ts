import type { AnswerForm, DialectJobs } from '../../../reference-receiver/index.js';
import type { Adapter, PollCodec } from '../../harness/model/adapter.js';
import { acknowledges, type Outcome } from '../../harness/model/outcome.js';
import { withPointer, type Json } from '../../harness/model/json.js';
import type { AdapterSections } from '../yaml/grammar/adapter-file.js';
import type { Conditions } from '../yaml/grammar/answers.js';
import { anyAnswer, bareForm, formsFor, sampleAnswer, sampleJob } from './answer-forms.js';
import { requestForm } from './request-form.js';

type AsyncSection = NonNullable<AdapterSections['async']>;

/** Where a job is asked after, if the file leaves it to the answer that accepts. */
const ownPath = '/async/jobs/{{id}}';

/**
 * How a create is done later, each answer made so that the file's own codec reads it: what accepts leads to the job, and
 * the finished job names the record where the file says how. Null where no answer would do.
 */
export function jobsOf(
  file: AdapterSections,
  { create, poll }: Pick<Adapter, 'create' | 'poll'>,
  id: string,
): DialectJobs | null {
  const { async } = file;
  if (async === null) return null;
  const accepted = acceptedForm(async, (form) => {
    const answer = sampleAnswer(form, null);
    const asked = poll?.request(answer)?.path ?? null;
    const leads = poll === null || (asked !== null && leadsToJob(async, asked));
    return leads && create.outcome(answer).kind === 'accepted';
  });
  const told = poll === null ? nobodyAsks : toldOf(file, async, poll, id);
  if (accepted === null || told === null) return null;
  return { accepted, ...told, workMs: Math.round(Math.min(async.every * 1.5, async.within / 2)) };
}

const nobodyAsks: Pick<DialectJobs, 'request' | 'pending' | 'finished' | 'failed'> = {
  request: null,
  pending: bareForm(200),
  finished: bareForm(200),
  failed: bareForm(200),
};

function acceptedForm(
  { when, poll_from: from, path }: AsyncSection,
  reads: (form: AnswerForm) => boolean,
): AnswerForm | null {
  const address = path === null ? ownPath.replace('{{id}}', '{{job}}') : '{{job}}';
  const named = from === null ? null : { text: address, at: [from] };
  return when.flatMap((conditions) => formsFor(conditions, [202, 200, 201], named)).find(reads) ?? null;
}

/** Where the file has no path of its own, the address that is answered is all of it. */
function leadsToJob({ path }: AsyncSection, asked: string): boolean {
  return path === null ? asked === ownPath.replace('{{id}}', sampleJob) : asked.includes(sampleJob);
}

function toldOf(
  file: AdapterSections,
  async: AsyncSection,
  poll: PollCodec,
  id: string,
): Pick<DialectJobs, 'request' | 'pending' | 'finished' | 'failed'> | null {
  const reading =
    (wanted: (outcome: Outcome) => boolean, of: string | null = null) =>
    (form: AnswerForm): boolean =>
      wanted(poll.read(sampleAnswer(form, of)));
  const finishes = finishing(async).flatMap((conditions) => {
    const named = { text: '{{id}}', at: async.result_id ?? file.id };
    return [...formsFor(conditions, [200], named), ...formsFor(conditions, [200], null)];
  });
  const finished =
    finishes.find(reading((outcome) => acknowledges(outcome) && outcome.id === id, id)) ??
    finishes.find(reading(acknowledges, id));
  const pending = pendingForms(async).find(reading(({ kind }) => kind === 'accepted'));
  if (finished === undefined || pending === undefined) return null;
  const failing = async.outcomes.filter(({ is }) => is === 'rejected').flatMap(({ when }) => when);
  const failed = failing
    .flatMap((conditions) => formsFor(conditions, [200, 422], null))
    .find(reading(({ kind }) => kind === 'rejected'));
  return {
    request: requestForm({
      method: 'GET',
      path: async.path ?? ownPath,
      query: {},
      headers: async.headers,
      body: null,
      content_type: '',
    }),
    pending,
    finished,
    // Where the file reads no failure, at least nobody takes it for done.
    failed: failed ?? bareForm(422),
  };
}

/** Conditions of which each finishes a job, the plainest first. */
function finishing({ done, outcomes }: AsyncSection): readonly Conditions[] {
  const read = outcomes.filter(({ is }) => is === 'created').flatMap(({ when }) => when);
  return [...(done ?? anyAnswer), ...read];
}

/** A job that is under way shows what tells that it is done, with another value. */
function pendingForms({ when, done }: AsyncSection): readonly AnswerForm[] {
  const shown = (done ?? []).map(({ json }) => ({ ...bareForm(200), body: undone(json ?? {}) }));
  return [...shown, bareForm(200), ...when.flatMap((conditions) => formsFor(conditions, [202, 200], null))];
}

function undone(json: NonNullable<Conditions['json']>): Json {
  return Object.entries(json).reduce<Json>((body, [pointer, { equals }]) => {
    if (typeof equals === 'boolean') return withPointer(body, pointer, !equals);
    return typeof equals === 'string' ? withPointer(body, pointer, 'pending') : body;
  }, {});
}
