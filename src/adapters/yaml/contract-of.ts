import type { Contract, Edit, FieldRoles, RetryActions } from '../../harness/model/contract.js';
import { atPointer, type Json } from '../../harness/model/json.js';
import type { AdapterSections } from './grammar/adapter-file.js';
import { outcomeNamed } from './grammar/answers.js';

/** What the owner claims, as the file states it; what it leaves out is undocumented. */
export function contractOf(file: AdapterSections): Contract {
  const { create, key, retention } = file;
  return {
    name: file.name,
    ...(file.version === null ? {} : { version: file.version }),
    mode: create.mode,
    key: { in: key.in, name: key.name ?? key.pointer, make: key.make, max: key.max, chars: key.chars },
    retention: { kind: retention?.kind ?? 'undocumented', ms: retention?.value ?? null },
    scope: file.scope,
    claims: file.claims ?? undocumentedClaims,
    ...intentOf(file),
    consistency: consistencyOf(file),
    fields: rolesOf(file),
    kept: (file.fields?.kept ?? []).map((pair) =>
      typeof pair === 'string' ? { sent: pair, read: pair } : pair,
    ),
    vary: editOf(create.vary),
    invalid: editOf(file.invalid_sample),
    promises: file.promises,
    limits: limitsOf(file),
    ...retryOf(file),
    sources: file.sources,
    unconfirmed: file.unconfirmed,
  };
}

function intentOf({ intent, create }: AdapterSections): Pick<Contract, 'intent'> {
  if (intent === null) return {};
  return { intent: { ...intent, carried: atPointer(create.body, intent.field) !== undefined } };
}

function retryOf({ retry }: AdapterSections): Pick<Contract, 'retryActions' | 'retrySignal'> {
  const actions = Object.entries(retry?.actions ?? {}).map(([name, advice]) => [outcomeNamed(name), advice]);
  const signal = retry?.signal ?? null;
  return {
    ...(actions.length === 0 ? {} : { retryActions: Object.fromEntries(actions) as RetryActions }),
    ...(signal === null ? {} : { retrySignal: signal }),
  };
}

const undocumentedClaims: Contract['claims'] = {
  replay: 'undocumented',
  mismatch: 'undocumented',
  in_flight: 'undocumented',
  failures: 'undocumented',
  missing_key: 'undocumented',
  after_expiry: 'undocumented',
};

/** An eventual receiver that states no time is given ten seconds, looked at every second. */
function consistencyOf({ observe }: AdapterSections): Contract['consistency'] {
  if (observe === 'none') return { kind: 'immediate', settleMs: 0, pollMs: 200 };
  const { consistency: kind, settle, poll } = observe;
  const eventual = kind === 'eventual';
  return { kind, settleMs: settle ?? (eventual ? 10_000 : 0), pollMs: poll ?? (eventual ? 1000 : 200) };
}

function rolesOf({ fields }: AdapterSections): FieldRoles {
  if (fields === null) return {};
  const { text, long_text: longText } = fields;
  const placed = (['nested', 'list', 'number', 'integer', 'optional'] as const).flatMap((role) => {
    const field = fields[role];
    if (field === null) return [];
    return [[role, { pointer: typeof field === 'string' ? field : field.pointer }] as const];
  });
  return {
    ...(text === null ? {} : { text }),
    ...(longText === null ? {} : { long_text: longText }),
    ...Object.fromEntries(placed),
  };
}

function editOf(edit: { readonly pointer: string; readonly value: Json | undefined } | null): Edit | null {
  if (edit === null) return null;
  const { pointer, value } = edit;
  return value === undefined ? { pointer } : { pointer, value };
}

function limitsOf({ limits }: AdapterSections): Contract['limits'] {
  return {
    creates: limits?.creates ?? 50,
    perSecond: limits?.rps ?? 2,
    parallel: limits?.parallel ?? 5,
    timeoutMs: limits?.timeout ?? 30_000,
    load: loadOf(limits?.load ?? null),
  };
}

function loadOf(
  load: { readonly rate: number; readonly actions: number; readonly replays: number } | null,
): Contract['limits']['load'] {
  return load === null ? null : { perSecond: load.rate, actions: load.actions, replays: load.replays };
}
