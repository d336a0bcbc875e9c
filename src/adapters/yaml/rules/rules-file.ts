import type { Json } from '../../../harness/model/json.js';
import { list, mapping, names, optional, required, standard, type Field } from '../reading/groups.js';
import { choice, duration, number, pointer, pointerMistake, scalarOf, text } from '../reading/scalars.js';
import { misfit, type Read, type Shape } from '../reading/shape.js';

const largest = Number.MAX_SAFE_INTEGER;
const longestName = 200;

const ruleName = text('a name by which people know the rule', (name) =>
  name.trim() !== '' && name.length <= longestName && !/[\p{Cc}\p{Cs}]/u.test(name)
    ? null
    : { next: `write a line of at most ${String(longestName)} characters` },
);

const plainValue: Shape<Json> = {
  about: { kind: 'json' },
  expected: 'a text, a number, true or false',
  nodes: ['scalar'],
  read: (place) => {
    const value = scalarOf(place);
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isPlain ? value : misfit(place, 'a text, a number, true or false');
  },
};

const per = required(list(pointer, { least: 1, orOne: true }));

const demands = {
  one: optional(mapping('one', { per, while: standard(choice(['open', 'ever']), 'open') })),
  rate: optional(mapping('rate', { per, most: required(number(1, 1_000_000)), within: required(duration) })),
  approver: optional(
    mapping('approver', { amount: required(pointer), above: required(number(0, largest, false)) }),
  ),
} satisfies Record<string, Field<unknown>>;

const oneRule = mapping(
  'a rule',
  {
    name: required(ruleName),
    when: standard(names('JSON Pointers such as /kind', plainValue, pointerMistake), {}),
    ...demands,
  },
  (rule, report) => {
    const said = (['one', 'rate', 'approver'] as const).filter((demand) => rule[demand] !== null);
    if (said.length === 1) return;
    report(said[1] ?? '', {
      found: said.length === 0 ? 'a rule that asks for nothing' : `a rule with ${said.join(' and ')}`,
      expected: 'one, rate or approver, and only one of them',
      next: said.length === 0 ? 'say what it asks for' : 'make two rules of it, each with its name',
    });
  },
);

/** A file of rules that actions must satisfy before they are accepted. */
export const rulesFile = mapping(
  'a file of rules',
  {
    rules: standard(list(oneRule), []),
    batch: optional(mapping('batch', { most: required(number(1, 1_000_000)) })),
  },
  ({ rules }, report) => {
    rules.forEach(({ name }, index) => {
      if (rules.findIndex((rule) => rule.name === name) === index) return;
      report(`rules/${String(index)}/name`, {
        found: `the name "${name}" again`,
        expected: 'a name that no other rule has: the ledger knows by it what was accepted under a rule',
        next: 'give the rule another name',
      });
    });
  },
);

/** A rule as its file has it. */
export type RuleSection = Read<typeof oneRule>;
