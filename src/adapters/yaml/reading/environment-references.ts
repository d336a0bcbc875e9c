import { isMap, isScalar, isSeq } from 'yaml';
import { entriesOf } from './groups.js';
import type { Place } from './place.js';

const secretSections = ['target', 'sign_in'];

/** Reports every `${env:NAME}` outside the sections `target` and `sign_in`, the only places where it is put in. */
export function refuseEnvironmentOutsideTarget(root: Place): void {
  if (!isMap(root.node)) return;
  for (const { name, value, offset } of entriesOf(root.node)) {
    if (!secretSections.includes(name)) walk(root.below(name, value, offset));
  }
}

function walk(place: Place): void {
  const { node } = place;
  if (isMap(node)) {
    for (const { name, value, offset } of entriesOf(node)) walk(place.below(name, value, offset));
  } else if (isSeq(node)) {
    node.items.forEach((item, index) => {
      walk(place.below(index, item, place.offset));
    });
  } else if (isScalar(node) && typeof node.value === 'string') {
    const reference = /\$\{env:[^}]*\}?/.exec(node.value)?.[0];
    if (reference === undefined) return;
    place.report({
      found: `"${reference}" outside target and sign_in`,
      expected:
        'environment variables within target and sign_in only, so that no secret reaches a payload, a history or a report',
      next: 'move it to target/headers, target/query or target/body, or write the value out',
    });
  }
}
