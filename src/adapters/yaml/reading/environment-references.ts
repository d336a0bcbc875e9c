import { isMap, isScalar, isSeq } from 'yaml';
import { entriesOf } from './groups.js';
import type { Place } from './place.js';

const secretPlaces = ['target', 'sign_in', 'control/process/env'];

/** Reports every `${env:NAME}` where it is not put in: outside `target`, `sign_in`, and the environment of a process. */
export function refuseEnvironmentOutsideTarget(root: Place): void {
  walk(root, []);
}

function walk(place: Place, path: readonly string[]): void {
  const { node } = place;
  if (secretPlaces.includes(path.join('/'))) return;
  if (isMap(node)) {
    for (const { name, value, offset } of entriesOf(node))
      walk(place.below(name, value, offset), [...path, name]);
  } else if (isSeq(node)) {
    node.items.forEach((item, index) => {
      walk(place.below(index, item, place.offset), [...path, String(index)]);
    });
  } else if (isScalar(node) && typeof node.value === 'string') {
    const reference = /\$\{env:[^}]*\}?/.exec(node.value)?.[0];
    if (reference === undefined) return;
    place.report({
      found: `"${reference}" outside target, sign_in and control/process/env`,
      expected:
        'environment variables within target, sign_in and control/process/env only, so that no secret reaches a payload, a history or a report',
      next: 'move it to target/headers, target/query or target/body, or write the value out',
    });
  }
}
