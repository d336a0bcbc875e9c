import { atPointer, isJsonObject, sameJson, type Json } from '../../../harness/model/json.js';
import { acknowledgingKinds, retriableKinds } from '../../../harness/model/outcome.js';
import { isJsonType } from '../codec/body.js';
import type { Trouble } from '../reading/place.js';
import { uses, type Variable } from '../reading/variables.js';
import type { AdapterSections } from './adapter-file.js';
import { outcomeNamed } from './answers.js';
import { checkIntent } from './check-intent.js';
import { memberPointers } from './member-pointers.js';
import { sectionsOf } from './variants.js';

type Report = (path: string, trouble: Trouble) => void;
type Sections = Partial<AdapterSections>;

/** Checks that span sections; sections that could not be read are left out. */
export function checkSections(sections: Sections, report: Report): void {
  checkOne(sections, report);
  for (const [name, variant] of Object.entries(sections.variants ?? {})) {
    const own = sectionsOf(variant);
    checkOne({ ...sections, ...own, variants: {} }, (path, trouble) => {
      const [section = ''] = path.split('/');
      // What is wrong without the variant has been told already.
      if (section in own) report(`variants/${name}/${path}`, trouble);
    });
  }
}

function checkOne(sections: Sections, report: Report): void {
  checkKey(sections, report);
  checkBody(sections, report);
  checkMembers(sections, report);
  checkOutcomes(sections, report);
  checkReads(sections, report);
  checkRetry(sections, report);
  checkIntent(sections, report);
}

function checkKey({ create, key }: Sections, report: Report): void {
  if (create === undefined || key === undefined) return;
  const inTemplate = carriesVariable(create, 'key');
  if (key.in === 'path' && !uses(create.path, 'key')) {
    report('create/path', {
      found: 'a path without {{key}}',
      expected: '{{key}} in the path, as key/in is path',
      next: 'put {{key}} where the key belongs',
    });
  }
  if (key.template_only && !inTemplate) {
    report('key/template_only', {
      found: 'template_only, but no {{key}} in create',
      expected: '{{key}} in the path, query, headers or body of create',
      next: 'put {{key}} where the key belongs',
    });
  }
  if (key.in === 'none' && !key.template_only && create.mode !== 'unguarded') {
    report('key/in', {
      found: `in: none with create/mode: ${create.mode}`,
      expected: 'a key that travels, as the mode is not unguarded',
      next: 'say where the key travels, or write mode: unguarded',
    });
  }
}

function carriesVariable(create: NonNullable<Sections['create']>, variable: Variable): boolean {
  const texts = [create.path, ...Object.values(create.query), ...Object.values(create.headers)];
  return [...texts, JSON.stringify(create.body)].some((text) => uses(text, variable));
}

function checkBody({ create, key, second }: Sections, report: Report): void {
  for (const [name, operation] of [
    ['create', create],
    ['second', second],
  ] as const) {
    if (operation === undefined || operation === null || operation.body === null) continue;
    const json = isJsonType(operation.content_type);
    const isText = typeof operation.body === 'string';
    if (json && isText) {
      report(`${name}/body`, {
        found: 'a text as body',
        expected: `a mapping or list for content_type ${operation.content_type}`,
        next: 'write the body as YAML, or name the content_type of the text',
      });
    }
    if (isText && key?.in === 'body') {
      report(`${name}/body`, {
        found: 'a text as body with the key in the body',
        expected: 'a mapping, so that key/pointer has a place',
        next: 'write the body as YAML, or put {{key}} in the text and write key: { in: none, template_only: true }',
      });
    }
    if (!json && !isText && !isJsonObject(operation.body)) {
      report(`${name}/body`, {
        found: 'a list or scalar as body',
        expected: `a mapping or text for content_type ${operation.content_type}`,
        next: 'write the body as a mapping',
      });
    }
  }
}

/** Pointers that must name a member of the sample payload. */
function checkMembers(sections: Sections, report: Report): void {
  const { create, fields } = sections;
  if (create === undefined || typeof create.body === 'string') return;
  const { body } = create;
  for (const [path, pointer] of memberPointers(fields ?? null, create.vary)) {
    if (atPointer(body, pointer) === undefined) {
      report(path, {
        found: `the pointer "${pointer}", which names nothing in create/body`,
        expected: 'a member of create/body',
        next: body === null ? 'give create a body' : `use one of ${memberNames(body).join(', ')}`,
      });
    }
  }
  const { vary } = create;
  if (vary !== null && vary.value !== undefined && sameJson(atPointer(body, vary.pointer), vary.value)) {
    report('create/vary/value', {
      found: 'the value that create/body already has',
      expected: 'another value, so that the payload is another',
      next: 'change the value',
    });
  }
}

function memberNames(body: Json): readonly string[] {
  return isJsonObject(body)
    ? Object.keys(body)
        .slice(0, 8)
        .map((name) => `/${name}`)
    : ['/0'];
}

function checkOutcomes({ outcomes }: Sections, report: Report): void {
  if (outcomes === undefined) return;
  if (outcomes.some(({ is }) => is === 'accepted' || acknowledgingKinds.includes(is))) return;
  report('outcomes', {
    found: 'no recogniser that can say the record is there',
    expected: 'at least one of created, replayed, exists, updated or accepted',
    next: 'add - { is: created, when: { status: 201 } }',
  });
}

/** Advice that no sender can follow, or that would make it do harm. */
function checkRetry({ retry, lookup }: Sections, report: Report): void {
  const actions = Object.entries(retry?.actions ?? {});
  const signal = retry?.signal ?? null;
  for (const [name, advice] of actions) {
    const kind = outcomeNamed(name);
    if (advice === 'stop' || kind === null || retriableKinds.includes(kind)) continue;
    report(`retry/actions/${name}`, {
      found: `${advice.replace('-', '_')} after ${name}`,
      expected: 'stop, or nothing: what is there needs no retry, and what clashes gets no better by one',
      next: `remove it, or say what to do after ${retriableKinds.join(', ')}`,
    });
  }
  if (lookup !== null) return;
  const advised = [
    ...actions.map(([name, advice]) => [`retry/actions/${name}`, advice]),
    ...(signal === null
      ? []
      : [
          ['retry/signal/true', signal.true],
          ['retry/signal/false', signal.false],
        ]),
  ];
  for (const [path = '', advice] of advised) {
    if (advice !== 'lookup-first') continue;
    report(path, {
      found: 'lookup_first without "lookup"',
      expected: 'a section lookup, by which an action can be found',
      next: 'add lookup, such as lookup: { from: observe }, or write stop',
    });
  }
}

function checkReads(sections: Sections, report: Report): void {
  const { observe, lookup, cleanup, update, second, key } = sections;
  if (sections.delete && cleanup) {
    report('cleanup', {
      found: '"cleanup" beside "delete"',
      expected: 'one of them: they are the same',
      next: 'remove one',
    });
  }
  if (observe === 'none' && lookup?.from === 'observe') {
    report('lookup/from', {
      found: 'from: observe with observe: none',
      expected: 'an observation to look up with',
      next: 'describe observe, or give lookup a request of its own',
    });
  }
  if (update && update.version === null && usesVersion(update)) {
    report('update', {
      found: '{{version}} without "version"',
      expected: 'version: the pointer to the version in a record as read',
      next: 'add "version", such as /version',
    });
  }
  if (second && key?.in === 'path' && !uses(second.path, 'key')) {
    report('second/path', {
      found: 'a path without {{key}}',
      expected: '{{key}} in the path, as key/in is path',
      next: 'put {{key}} where the key belongs',
    });
  }
}

function usesVersion(update: NonNullable<Sections['update']>): boolean {
  const texts = [update.path, ...Object.values(update.query), ...Object.values(update.headers)];
  return [...texts, JSON.stringify(update.body)].some((text) => uses(text, 'version'));
}
