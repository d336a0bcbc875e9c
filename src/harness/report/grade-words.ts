import type { Report } from '../model/report.js';
import { atLeast, type Grade } from '../model/verdict.js';

/** What each grade allows a sender, in one sentence. */
export const gradeMeanings: Record<Grade, string> = {
  'retry-safe':
    'The same request may be sent again with the same key, and the retry teaches the record’s id.',
  'duplicate-safe': 'A retry never makes a second record, but a lookup may be needed to learn the id.',
  'reconcile-first': 'A blind retry duplicates: look the record up first, send only if it is absent.',
  unsafe: 'Neither a retry nor a lookup protects against a second record.',
};

/** The grade and what was required of it: `unsafe (required: retry-safe, not reached)`. */
export function gradeInWords(grade: Report['grade']): string {
  const reached = grade.reached ?? 'no grade';
  if (grade.required === null) return `${reached} (none was required)`;
  const met = grade.reached !== null && atLeast(grade.reached, grade.required);
  return `${reached} (required: ${grade.required}, ${met ? 'reached' : 'not reached'})`;
}
