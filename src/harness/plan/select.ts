import { KitError } from '../model/kit-error.js';
import type { Scenario } from '../model/scenario.js';

/**
 * The scenarios that the globs name (`*` within a part, `**` across parts, a family's name for all of it),
 * in catalogue order. Throws `NOTHING_SELECTED` for a glob that names none.
 */
export function selectScenarios(
  scenarios: readonly Scenario[],
  globs: readonly string[],
): readonly Scenario[] {
  if (globs.length === 0) return scenarios;
  const patterns = globs.map((glob) => ({ glob, pattern: patternOf(glob) }));
  for (const { glob, pattern } of patterns) {
    if (scenarios.some(({ id }) => pattern.test(id))) continue;
    throw new KitError('NOTHING_SELECTED', {
      happened: `"${glob}" selects no requirement.`,
      expected:
        'a requirement id such as replay/same-record, a family such as replay, or a glob such as replay/*',
      next: 'see `twiceshy list` for all ids',
    });
  }
  return scenarios.filter(({ id }) => patterns.some(({ pattern }) => pattern.test(id)));
}

function patternOf(glob: string): RegExp {
  const escaped = glob.replaceAll(/[.+^${}()|[\]\\?]/g, String.raw`\$&`);
  const body = escaped.replaceAll(/\*+/g, (stars) => (stars.length > 1 ? '.*' : '[^/]*'));
  return new RegExp(glob.includes('/') ? `^${body}$` : `^${body}/.*$`);
}
