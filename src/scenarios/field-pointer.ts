import type { FieldRole, FieldRoles } from '../harness/model/contract.js';

/** Where a probe writes: the member of that role, or a member of its own in an object whose members are free. */
export function pointerOf(fields: FieldRoles, role: FieldRole): string | undefined {
  const pointer = fields[role]?.pointer;
  const isTopLevel = pointer?.lastIndexOf('/') === 0;
  return role === 'nested' && isTopLevel ? `${pointer}/probe` : pointer;
}
