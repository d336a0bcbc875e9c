import { Refused, refusal } from '../http/refusal.js';
import type { Json, Payload } from '../store/records.js';
import type { Operation } from './operations.js';

/** Checks the content of a create: every required member there, every member known and right. Throws Refused. */
export function validPayload(operation: Operation, content: Json): Payload {
  const payload = validMembers(operation, content);
  const missing = operation.required.find((name) => !Object.hasOwn(payload, name));
  if (missing !== undefined) throw invalid(`The member "${missing}" is required.`);
  return payload;
}

/** Checks the content of an update: at least one member, every member known, right and free to change. Throws Refused. */
export function validChanges(operation: Operation, content: Json): Payload {
  const changes = validMembers(operation, content);
  if (Object.keys(changes).length === 0) throw invalid('The update names no member; name at least one.');
  const fixed = operation.fixed.find((name) => Object.hasOwn(changes, name));
  if (fixed !== undefined) throw invalid(`The member "${fixed}" cannot be changed.`);
  return changes;
}

function validMembers(operation: Operation, content: Json): Payload {
  if (!isObject(content)) throw invalid('The body must be one JSON object.');
  for (const [name, value] of Object.entries(content)) {
    const rule = Object.hasOwn(operation.fields, name) ? operation.fields[name] : undefined;
    if (rule === undefined) throw invalid(`The member "${name.slice(0, 40)}" is unknown.`);
    const wanted = rule(value);
    if (wanted !== undefined) throw invalid(`The member "${name}" must be ${wanted}.`);
  }
  return content;
}

function isObject(content: Json): content is Payload {
  return typeof content === 'object' && content !== null && !Array.isArray(content);
}

function invalid(detail: string): Refused {
  return new Refused(refusal('invalid', detail));
}
