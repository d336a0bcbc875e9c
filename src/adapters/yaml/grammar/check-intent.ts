import { atPointer, isJsonObject, type Json } from '../../../harness/model/json.js';
import type { Trouble } from '../reading/place.js';
import { uses } from '../reading/variables.js';
import type { AdapterSections } from './adapter-file.js';
import { memberPointers } from './member-pointers.js';

type Report = (path: string, trouble: Trouble) => void;
type Sections = Partial<AdapterSections>;

/** Checks an intent against what it stands beside: the kit writes its member, and nothing else may. */
export function checkIntent(sections: Sections, report: Report): void {
  const { intent, create } = sections;
  if (intent === undefined || intent === null || create === undefined) return;
  if (create.mode !== 'key') {
    report('intent', {
      found: `intent with create/mode: ${create.mode}`,
      expected: 'mode: key, as an intent is what a receiver heeds beside a key',
      next: 'where the business value is all that it heeds, describe it as the key, and remove intent',
    });
  }
  checkPlace(intent.field, create.body, report);
  checkOthers(intent.field, sections, report);
  checkExpiry(intent.field, sections, report);
}

function checkPlace(field: string, body: Json, report: Report): void {
  const parent = field.slice(0, field.lastIndexOf('/'));
  if (!isJsonObject(atPointer(body, parent))) {
    report('intent/field', {
      found: `the pointer "${field}", for which create/body has no place`,
      expected: 'a member of a mapping in create/body, there or to be added',
      next: 'write the body as a mapping, and name a member of it',
    });
    return;
  }
  const sample = atPointer(body, field);
  const variable = (['marker', 'key'] as const).find((each) => uses(JSON.stringify(sample ?? null), each));
  if (variable === undefined) return;
  report('intent/field', {
    found: `a member that holds {{${variable}}}`,
    expected: 'a member of its own: two actions may share a marker, and one intent may come under two keys',
    next:
      variable === 'marker'
        ? 'put {{marker}} into another member that can be searched or read'
        : 'let the key travel where key says, and put any text here',
  });
}

/** Members that probes or the key write. */
function checkOthers(field: string, { create, key, fields }: Sections, report: Report): void {
  const probed = memberPointers(fields ?? null, create?.vary ?? null).filter(
    ([path]) => !path.startsWith('fields/kept/'),
  );
  const written = [...probed, ['key/pointer', key?.in === 'body' ? key.pointer : null] as const];
  for (const [path, pointer] of written) {
    if (pointer !== field) continue;
    report(path, {
      found: `the member of intent/field, "${field}"`,
      expected: 'another member: what is written here would make it another intent',
      next: 'name another member, or another intent/field',
    });
  }
}

/** Where every action carries its intent, a late retry meets the intent when its key is forgotten. */
function checkExpiry(field: string, { create, claims }: Sections, report: Report): void {
  if (claims?.after_expiry !== 'new_record' || atPointer(create?.body, field) === undefined) return;
  report('claims/after_expiry', {
    found: `new_record, while every action carries an intent (${field})`,
    expected:
      'replay or refuse: the intent of an action that is told again is taken, whatever became of its key',
    next: 'say what the owner does, or leave it undocumented',
  });
}
