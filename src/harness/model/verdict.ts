/** How binding a requirement is. SHOULD failures are warnings; SURVEY reports and never fails. */
export type Level = 'MUST' | 'SHOULD' | 'SURVEY';

/** What was concluded about one requirement. */
export const verdicts = ['pass', 'fail', 'inconclusive', 'not-exercised', 'blocked', 'kit-error'] as const;

/** One of the verdicts. */
export type Verdict = (typeof verdicts)[number];

/** What the receiver as a whole allows, best first. */
export const grades = ['retry-safe', 'duplicate-safe', 'reconcile-first', 'unsafe'] as const;

/** One of the grades. */
export type Grade = (typeof grades)[number];

/** The weaker of two grades. */
export function weaker(left: Grade, right: Grade): Grade {
  return grades.indexOf(left) > grades.indexOf(right) ? left : right;
}

/** True when `reached` is at least as good as `required`. */
export function atLeast(reached: Grade, required: Grade): boolean {
  return grades.indexOf(reached) <= grades.indexOf(required);
}
