import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../model/json.js';
import type { Report } from '../model/report.js';
import type { Scenario } from '../model/scenario.js';

function digestOf(value: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(value as Json))
    .digest('hex');
}

/** The requirement set that a report was made under: how many, and a digest over what they say. */
export function requirementSet(scenarios: readonly Scenario[]): Report['requirements'] {
  const texts = scenarios.map(({ id, title, level, course, holdsWhen }) => ({
    id,
    title,
    level,
    course,
    holdsWhen,
  }));
  return { set: scenarios.length, digest: digestOf(texts) };
}

/** A report with its digest, over canonical JSON of all the rest. */
export function sealReport(report: Omit<Report, 'digest'>): Report {
  return { ...report, digest: digestOf(JSON.parse(JSON.stringify(report))) };
}
