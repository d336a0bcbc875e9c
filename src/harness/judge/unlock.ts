/** What an operator would have to add for a need to be met, by the need's name or its beginning. */
const unlocks: readonly (readonly [need: string, unlock: string])[] = [
  ['wire:sockets', 'the plane `proxy`'],
  ['burst:streams', 'a receiver that speaks HTTP/2'],
  ['burst', 'the plane `proxy`'],
  ['worker-process', 'the plane `proxy`'],
  ['wire:', 'the plane `proxy`'],
  ['kill', 'a `control.process` that the kit may kill, or a `control.kill`'],
  ['restart', 'a `control.process` or a `control.restart`'],
  ['load-budget', 'a `limits.load`: the load that the target may be put under'],
  ['a course in this version', 'a later version of the kit'],
  ['a contract to which', 'nothing: it does not apply to this contract'],
  ['effort standard', '`--effort standard`'],
  ['limits.parallel', 'a larger `limits.parallel`'],
  ['observe', 'an `observe` section: without a count there is no verdict'],
  ['lookup', 'a `lookup` section'],
  ['fetch', 'a `fetch` section'],
  ['update', 'an `update` section'],
  ['delete', 'a `delete` section'],
  ['second-operation', 'a `second` section: another operation that takes the key'],
  ['invalid-sample', 'an `invalid_sample`: a payload that must be refused'],
  ['vary', '`create.vary`: what makes another payload of the same action'],
  ['kept-variation', 'the member of `create.vary` in `fields.kept`: else nobody sees which content stands'],
  ['kept-fields', '`fields.kept`: members that must read back equal'],
  ['json-body', 'a JSON body'],
  ['intent', 'an `intent` section: the business member that is unique beside the key'],
  ['key-mode', 'nothing: it applies to endpoints that take a key'],
  ['header-key', 'nothing: it applies to keys in a header'],
  ['key-max', '`key.max`: the longest key that is claimed'],
  ['retention-window', '`retention` with a value'],
  ['other-tenant', '`target.alt.other_tenant`'],
  ['renewed-credential', '`target.alt.renewed`: another credential of the same tenant'],
  ['refused-credential', '`target.alt.refused`: a credential that must be refused'],
  ['move-clock', 'a `control.move_clock`'],
  ['slow', 'a `control.slow`'],
  ['fail-next', 'a `control.fail_next`'],
  ['throttle-next', 'a `control.throttle_next`'],
];

/** One sentence on what would let these needs be met. */
export function unlockOf(needs: readonly string[]): string {
  const sentences = needs.map((need) => unlockOfOne(need));
  return [...new Set(sentences)].join('; ');
}

function unlockOfOne(need: string): string {
  const [, role] = /^field:(.+)$/.exec(need) ?? [];
  return role === undefined
    ? (unlocks.find(([name]) => need.startsWith(name))?.[1] ?? need)
    : `\`fields.${role}\``;
}
