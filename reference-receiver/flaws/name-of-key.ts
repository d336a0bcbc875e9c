import type { CreateCall } from '../parts.js';

/** One text for a key and its scope, for what a flaw remembers. */
export function nameOfKey({ scope, identity }: CreateCall): string {
  return JSON.stringify([scope.tenant, scope.method, scope.route, identity]);
}
