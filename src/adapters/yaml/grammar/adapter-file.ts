import { documented, list, optional, required, standard, type Members } from '../reading/groups.js';
import { scalarOf, text } from '../reading/scalars.js';
import { misfit, type Shape } from '../reading/shape.js';
import { extractors, outcomes, retry } from './answers.js';
import { async } from './async.js';
import { claims, fields, limits, promises, retention, scope, unconfirmed } from './claims.js';
import { control } from './control.js';
import { create, invalidSample, key, second } from './create.js';
import { intent } from './intent.js';
import { fetch, lookup, observe, remove, update } from './reads.js';
import { signIn } from './sign-in.js';
import { guard, target } from './target.js';
import { variants } from './variants.js';

const grammarVersion: Shape<1> = {
  about: { kind: 'number', whole: true, least: 1, most: 1 },
  expected: '1, the version of this grammar',
  nodes: ['scalar'],
  read: (place) =>
    scalarOf(place) === 1 ? 1 : misfit(place, '1, the version of this grammar', 'write adapter: 1'),
};

/** The grammar of adapter files, version 1, as data; from it files are read and editors can be told. */
export const adapterFields = {
  adapter: documented('The version of this grammar: 1.', required(grammarVersion)),
  name: documented('What the report calls the operation.', required(text('a name for the report'))),
  version: documented(
    'The version of the receiver that is on trial, as its owner names it; printed in the report.',
    optional(text('the version of the receiver, as text')),
  ),
  sources: documented(
    'Where the claims come from; printed in the report.',
    standard(list(text('where a claim comes from')), []),
  ),
  unconfirmed: documented(
    'Claims that no source confirms, by their place in the file; the report marks them.',
    standard(unconfirmed, []),
  ),
  target: documented(
    'Where the receiver is, and the credential. Secrets are written ${env:NAME}, here, in sign_in and in control/process/env only.',
    required(target),
  ),
  sign_in: documented(
    'How a token is got, by a request or by OAuth 2.0 client credentials, and where it goes.',
    optional(signIn),
  ),
  guard: documented(
    'Hosts that may be written to, and environment variables that must be set for it.',
    optional(guard),
  ),
  create: documented(
    'The operation on trial. {{marker}} goes into a business field, by which records are counted.',
    required(create),
  ),
  variants: documented(
    'Other ways to the same create, such as a batch or another route; each is tried by a run with --variant NAME.',
    standard(variants, {}),
  ),
  second: documented('Another operation that takes the same kind of key.', optional(second)),
  key: documented('How the operation is named to the receiver, the same on every attempt.', required(key)),
  outcomes: documented(
    'How answers are read. The first that matches counts; what none matches is unknown, a 2xx too.',
    required(outcomes),
  ),
  id: documented(
    'Where an answer names the record; the first place that has something counts.',
    required(extractors),
  ),
  observe: documented(
    'How the records that carry a marker are counted: the ground truth. none where they cannot be.',
    required(observe),
  ),
  lookup: documented(
    'How one action is resolved to its record. An error is never taken for "there is none".',
    optional(lookup),
  ),
  fetch: documented('How one record is read by its id.', optional(fetch)),
  update: documented('How one member of a record is changed, expecting a version.', optional(update)),
  delete: documented('How one record is deleted; records of a run are cleaned up by it.', optional(remove)),
  cleanup: documented('The same as delete.', optional(remove)),
  async: documented(
    'Which answers accept an action to be done later, and how to ask what became of it.',
    optional(async),
  ),
  retry: documented('Where an answer names its wait, and what to do after which outcome.', optional(retry)),
  retention: documented('How long a key is remembered, as its owner claims.', optional(retention)),
  scope: documented(
    'What the same key is told apart by, as its owner claims.',
    standard(scope, 'undocumented'),
  ),
  claims: documented('What the owner promises; held against what is observed.', optional(claims)),
  intent: documented(
    'A business member that is unique beside the key: one record for each value, whatever the key.',
    optional(intent),
  ),
  fields: documented(
    'Members of the payload that probes may vary, and those that must read back as sent.',
    optional(fields),
  ),
  invalid_sample: documented('The edit that makes a payload which must be refused.', optional(invalidSample)),
  promises: documented(
    'Requirements that the owner holds itself to: they count as MUST.',
    standard(promises, []),
  ),
  limits: documented(
    'What protects the target from the kit, and the load that it asks for.',
    optional(limits),
  ),
  control: documented(
    'What can be asked of the receiver besides exchanges; each one unlocks requirements.',
    optional(control),
  ),
} as const;

/** An adapter file as read: every field there, `null` where it was left out and has no standard value. */
export type AdapterSections = Members<typeof adapterFields>;
