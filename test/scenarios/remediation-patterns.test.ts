import { expect, test } from 'vitest';
import { patternFor } from '../../src/harness/model/remediation-pattern.js';
import { sequencesPlaybook } from '../../src/scenarios/campaign/sequences.js';
import { scenarios } from '../../src/scenarios/index.js';
import { remediationPatterns } from '../../src/scenarios/remediation-patterns.js';

const ids = [...scenarios.map(({ id }) => id), sequencesPlaybook.requirement.id];

test.each(ids)('%s has a pattern that mends it', (id) => {
  expect(patternFor(id, remediationPatterns)).not.toBeNull();
});

test('no pattern mends what there is not, nothing is mended twice, and every one has steps', () => {
  const families = ids.map((id) => id.split('/')[0]);
  const mended = remediationPatterns.flatMap(({ mends }) => mends);
  expect(mended.filter((name) => !ids.includes(name) && !families.includes(name))).toEqual([]);
  expect(new Set(mended).size).toBe(mended.length);
  for (const { steps, sketch } of remediationPatterns) {
    expect(steps.length).toBeGreaterThan(1);
    expect(sketch.length).toBeGreaterThan(0);
  }
});
