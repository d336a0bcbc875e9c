import type {
  AnswerForm,
  Dialect,
  DialectCaller,
  DialectKey,
  DialectList,
  RequestForm,
} from '../../../reference-receiver/index.js';
import type { Adapter } from '../../harness/model/adapter.js';
import { KitError } from '../../harness/model/kit-error.js';
import { withPointer } from '../../harness/model/json.js';
import type { OutcomeKind } from '../../harness/model/outcome.js';
import { placed, type Recognition } from '../yaml/codec/recognise.js';
import { contractOf } from '../yaml/contract-of.js';
import type { AdapterSections } from '../yaml/grammar/adapter-file.js';
import type { Extractor } from '../yaml/grammar/answers.js';
import { readSections } from '../yaml/grammar/read-sections.js';
import { readAdapter } from '../yaml/read-adapter.js';
import { accessesOf, rebased, type Access, type Accesses } from '../yaml/target/credentials.js';
import { requireVariables, type Environment } from '../yaml/target/environment.js';
import { variablesOf } from '../yaml/target/secrets.js';
import { anyAnswer, bareForm, formFulfilling, formOf } from './answer-forms.js';
import { answersOf } from './answers-of.js';
import { conductOf } from './conduct-of.js';
import { jobsOf } from './jobs-of.js';
import { requestForm } from './request-form.js';

/** Ids as the receiver makes them: letters and digits, or digits alone where the file's patterns want that. */
const sampleIds = { letters: 'a1b2c3d4e5f60718293a4b5c', digits: '1042' } as const;

/** Where nothing is asked: the forms of answers are tried with it. */
const nowhere = 'http://dialect.invalid';

/**
 * Makes, from the text of an adapter file, the dialect in which the reference receiver keeps that contract. Throws
 * BAD_FILE for a file that is not sound, or whose answers nobody could give; SECRET_MISSING as reading it does.
 */
export function dialectOf(
  text: string,
  { file: name, environment }: { readonly file: string; readonly environment: Environment },
): Dialect {
  const read = readSections(text, name);
  // Where it is does not matter, so a variable for the address need not be set.
  const file = { ...read, target: rebased(read.target, nowhere) };
  requireVariables(variablesOf(file), environment, name);
  if (file.async !== null && file.create.mode === 'upsert') {
    throw notServed(name, 'an upsert that is done later', 'remove async, or use another mode');
  }
  const recognition = recognitionOf(file);
  const { adapter } = readAdapter(text, { file: name, environment, baseUrl: nowhere, now: () => 0 });
  const spoken = (['letters', 'digits'] as const)
    .map((ids) => ({ ids, ...spokenWith(file, adapter, recognition, sampleIds[ids]) }))
    .find(({ answers }) => answers !== null);
  if (spoken?.answers == null) throw notServed(name, ...unspeakable(file));
  const { ids, answers, jobs } = spoken;
  const readable = new Set<OutcomeKind>(
    file.outcomes.flatMap(({ is }) =>
      formOf(recognition, { kind: is, statuses: [409], id: null }) === null ? [] : [is],
    ),
  );
  return {
    name: file.name,
    callers: callersOf(file, accessesOf(file, name, environment)),
    creates: createsOf(file),
    key: keyOf(file),
    conduct: conductOf(contractOf(file), readable),
    intent: intentOf(file),
    answers,
    jobs,
    view: viewOf(file),
    ids,
    invalid: file.invalid_sample,
    ...readsOf(file, sampleIds[ids]),
    ...changesOf(file, recognition),
  };
}

/** Every answer, with ids of this form; no answers where the file's own recognisers would not read the record's id. */
function spokenWith(
  file: AdapterSections,
  adapter: Pick<Adapter, 'create' | 'poll'>,
  recognition: Recognition,
  id: string,
): Pick<Dialect, 'jobs'> & { readonly answers: Dialect['answers'] | null } {
  const jobs = jobsOf(file, adapter, id);
  if (file.async !== null && jobs === null) return { jobs, answers: null };
  return { jobs, answers: answersOf(recognition, file, { id, jobs }) };
}

function unspeakable({ async }: AdapterSections): readonly [what: string, next: string] {
  return async === null
    ? [
        'no answer that its recognisers read as created, with an id',
        'give "created" a status and the place of the id',
      ]
    : [
        'no answer that accepts a create and leads to its job, or none that says the job is done',
        'give async/when a status, poll_from a place that takes an address, and done a value',
      ];
}

function recognitionOf({ outcomes, id }: AdapterSections): Recognition {
  return { recognisers: placed('outcomes', outcomes), id, waits: [], signal: null, now: () => 0 };
}

function notServed(file: string, what: string, next: string): KitError {
  return new KitError('BAD_FILE', {
    happened: `${file} has ${what}, so the reference receiver cannot speak it.`,
    expected: 'a contract that a request and its answer can keep',
    next,
  });
}

/** Who may ask. Of what a request carries, only what is secret or differs from caller to caller tells who it is. */
function callersOf(
  { target }: AdapterSections,
  { main, renewed, other_tenant: other }: Accesses,
): readonly DialectCaller[] {
  const all = [main, ...[renewed, other].filter((one) => one !== undefined)];
  const tells = (part: 'headers' | 'query', name: string): boolean =>
    /\$\{env:/.test(target[part][name] ?? '${env:') || new Set(all.map((each) => each[part][name])).size > 1;
  const caller = (tenant: string, credential: string, access: Access): DialectCaller => ({
    tenant,
    credential,
    headers: Object.fromEntries(Object.entries(access.headers).filter(([name]) => tells('headers', name))),
    query: Object.fromEntries(Object.entries(access.query).filter(([name]) => tells('query', name))),
  });
  return [
    caller('first', 'main', main),
    ...(renewed === undefined ? [] : [caller('first', 'renewed', renewed)]),
    ...(other === undefined ? [] : [caller('second', 'other', other)]),
  ];
}

function createsOf({ create, second }: AdapterSections): readonly RequestForm[] {
  const forms = [requestForm(create)];
  return second === null ? forms : [...forms, requestForm({ ...second, body: second.body ?? create.body })];
}

function keyOf({ key }: AdapterSections): DialectKey {
  const inText = key.in === 'path' || key.template_only;
  const isDecoded = inText || key.in === 'query';
  const encode = key.encode ?? 'raw';
  return {
    in: key.in === 'path' || inText ? 'hole' : key.in,
    name: key.name ?? key.pointer ?? '',
    encode: isDecoded && encode === 'percent' ? 'raw' : encode,
    max: key.max,
    chars: key.chars,
  };
}

/** What is undocumented is done as a sender can bear it: a repeat gets its record, other content is refused. */
function intentOf({ intent }: AdapterSections): Dialect['intent'] {
  if (intent === null) return null;
  const { field: pointer, repeat, differs } = intent;
  return {
    pointer,
    repeat: repeat === 'reject' ? 'reject' : 'same-record',
    differs: differs === 'same_record' ? 'same-record' : differs === 'update' ? 'update' : 'reject',
  };
}

function viewOf({ fields, observe, update }: AdapterSections): Dialect['view'] {
  const where = observe === 'none' ? null : observe.where;
  return {
    members: (fields?.kept ?? []).map((pair) =>
      typeof pair === 'string' ? { sent: pair, read: pair } : pair,
    ),
    marker: where === null ? null : { read: where.pointer, text: where.equals },
    version: update?.version ?? null,
  };
}

function readsOf(file: AdapterSections, id: string): Pick<Dialect, 'observe' | 'lookUp' | 'fetch'> {
  const { observe, lookup, fetch } = file;
  return {
    observe: observe === 'none' ? null : listOf(observe),
    lookUp: lookup === null ? null : lookUpOf(lookup, file.id, id),
    fetch:
      fetch === null
        ? null
        : {
            request: requestForm(fetch),
            found: foundForm(fetch.id ?? file.id, fetch.record, id),
            absent:
              (fetch.absent && formFulfilling(fetch.absent, { statuses: [404], id: null })) ?? bareForm(404),
          },
  };
}

function listOf(observe: Exclude<AdapterSections['observe'], 'none'>): DialectList {
  const { next } = observe;
  return {
    request: requestForm(observe),
    items: observe.items,
    itemId: observe.item_id,
    count: observe.count,
    next: next?.json == null ? null : { json: next.json, parameter: next.param },
    limit: observe.limit,
  };
}

function lookUpOf(
  lookup: NonNullable<AdapterSections['lookup']>,
  standardId: readonly Extractor[],
  id: string,
): Dialect['lookUp'] {
  const { path, items, item_id: itemId } = lookup;
  if (path === null) return null;
  const request = requestForm({ ...lookup, path });
  if (items !== null && itemId !== null) return { request, items, itemId };
  return {
    request,
    found: foundForm(lookup.id ?? standardId, lookup.record, id),
    absent: (lookup.absent && formFulfilling(lookup.absent, { statuses: [404], id: null })) ?? bareForm(404),
  };
}

/** A 200 with the id where the extractors look for it, and the record at its place. */
function foundForm(extractors: readonly Extractor[], record: string, id: string): AnswerForm {
  const form = formFulfilling(anyAnswer, { statuses: [200], id, extractors }) ?? bareForm(200);
  return { ...form, recordAt: record };
}

function changesOf(
  { update, delete: remove, cleanup }: AdapterSections,
  recognition: Recognition,
): Pick<Dialect, 'update' | 'remove'> {
  const removal = remove ?? cleanup;
  return {
    update: update === null ? null : updateOf(update, recognition),
    remove:
      removal === null
        ? null
        : {
            request: requestForm(removal),
            gone:
              (removal.gone && formFulfilling(removal.gone, { statuses: [204, 200], id: null })) ??
              bareForm(204),
            absent: bareForm(404),
          },
  };
}

function updateOf(
  update: NonNullable<AdapterSections['update']>,
  recognition: Recognition,
): NonNullable<Dialect['update']> {
  const { field, outcomes } = update;
  const { sent, read } = typeof field === 'string' ? { sent: field, read: field } : field;
  const own = outcomes === null ? null : { ...recognition, recognisers: placed('update/outcomes', outcomes) };
  return {
    request: requestForm({ ...update, body: update.body ?? withPointer({}, sent, '{{value}}') }),
    member: read,
    done: (own && formOf(own, { kind: 'updated', statuses: [200, 204], id: null })) ?? bareForm(200),
    refused: (own && formOf(own, { kind: 'rejected', statuses: [412, 409], id: null })) ?? bareForm(412),
  };
}
