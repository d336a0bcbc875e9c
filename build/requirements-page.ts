import { familyOf } from '../src/harness/plan/levels.js';
import type { Scenario } from '../src/harness/model/scenario.js';

/** The page of requirements, in Markdown: every one with its level, course and promise, by family. */
export function requirementsPage(scenarios: readonly Scenario[]): string {
  const families = [...new Set(scenarios.map(({ id }) => familyOf(id)))];
  return [
    '# Requirements',
    '',
    'Generated from `src/scenarios` by `npm run fresh`; the text lives in the scenario files.',
    '',
    `${scenarios.length} requirements. Those without a course in this version are reported as not exercised.`,
    ...families.flatMap((family) => [
      '',
      `## ${family}`,
      '',
      '| id | level | course | holds when | needs | broken by |',
      '|---|---|---|---|---|---|',
      ...scenarios.filter(({ id }) => familyOf(id) === family).map((scenario) => row(scenario)),
    ]),
    '',
  ].join('\n');
}

function row(scenario: Scenario): string {
  const { id, level, course, holdsWhen, needs, flaws, tries } = scenario;
  const cells = [
    `\`${id}\``,
    level,
    tries === undefined ? `${course} *(no course in this version)*` : course,
    holdsWhen,
    needs.join(', '),
    flaws.map((name) => `\`${name}\``).join(', '),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}
