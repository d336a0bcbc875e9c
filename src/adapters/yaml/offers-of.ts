import type { FieldRole } from '../../harness/model/contract.js';
import type { Need } from '../../harness/model/need.js';
import { isJsonType } from './codec/body.js';
import type { AdapterSections } from './grammar/adapter-file.js';
import type { Accesses } from './target/credentials.js';

const roles: readonly FieldRole[] = ['text', 'long_text', 'nested', 'list', 'number', 'integer', 'optional'];

/** What a file offers; wire effects and bursts are offered by the planes, never by a file. */
export function offersOf(file: AdapterSections, accesses: Accesses): readonly Need[] {
  const { create, key, fields, control } = file;
  const offered: readonly (readonly [Need, boolean])[] = [
    ['observe', file.observe !== 'none'],
    ['lookup', file.lookup !== null],
    ['fetch', file.fetch !== null],
    ['update', file.update !== null],
    ['delete', file.delete !== null || file.cleanup !== null],
    ['second-operation', file.second !== null],
    ['invalid-sample', file.invalid_sample !== null],
    ['vary', create.vary !== null],
    ['kept-fields', (fields?.kept.length ?? 0) > 0],
    ['kept-variation', keepsVariation(file)],
    ['json-body', create.body !== null && isJsonType(create.content_type)],
    ['key-mode', create.mode === 'key'],
    ['intent', file.intent !== null],
    ['header-key', key.in === 'header'],
    ['key-max', key.max !== null],
    ['retention-window', (file.retention?.value ?? null) !== null],
    ['other-tenant', accesses.other_tenant !== undefined],
    ['renewed-credential', accesses.renewed !== undefined],
    ['refused-credential', accesses.refused !== undefined],
    ...roles.map((role): [Need, boolean] => [`field:${role}`, fields !== null && fields[role] !== null]),
    ['move-clock', (control?.move_clock ?? null) !== null],
    ['slow', (control?.slow ?? null) !== null],
    ['fail-next', (control?.fail_next ?? null) !== null],
    ['throttle-next', (control?.throttle_next ?? null) !== null],
    ['restart', (control?.restart ?? control?.process ?? null) !== null],
    ['kill', (control?.kill ?? control?.process ?? null) !== null],
    ['load-budget', (file.limits?.load ?? null) !== null],
  ];
  return offered.filter(([, is]) => is).map(([need]) => need);
}

/** Whether a record shows which of two contents it was made from: the varied member, or one around or within it, is kept. */
function keepsVariation({ create: { vary }, fields }: AdapterSections): boolean {
  if (vary === null) return false;
  return (fields?.kept ?? []).some((pair) => {
    const sent = typeof pair === 'string' ? pair : pair.sent;
    return `${sent}/`.startsWith(`${vary.pointer}/`) || `${vary.pointer}/`.startsWith(`${sent}/`);
  });
}
