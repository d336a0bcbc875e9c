import { expect, test } from 'vitest';
import { failureLines } from '../../../src/harness/report/terminal/failure-lines.js';
import { paintWith } from '../../../src/harness/report/terminal/paint.js';
import { sampleEntry, sampleFinding } from '../../support/report-builder.js';

const alike = { sentence: 'One approved action was carried out twice.', timeline: [], folded: 0 };

test('findings that are alike are told once, with the places where they were made', () => {
  const entry = sampleEntry({
    id: 'durability/kill-mid-work',
    verdict: 'fail',
    findings: [
      sampleFinding({ ...alike, try: 'killed', action: 'task 1' }),
      sampleFinding({ ...alike, try: 'killed', action: 'task 2' }),
      sampleFinding({ ...alike, try: 'killed', action: 'task 2' }),
      sampleFinding({ ...alike, try: 'killed while slow', action: null }),
      sampleFinding({ ...alike, sentence: 'A key is stuck.', try: 'killed', action: 'task 3' }),
    ],
  });
  const lines = failureLines(entry, 100, paintWith(false));
  const told = lines.map((line) => line.trim());
  expect(told).toContain('where:    killed: task 1');
  expect(lines.join('\n')).toContain(
    [
      '  One approved action was carried out twice.',
      '    - killed: task 2 (2 times)',
      '    - killed while slow',
      '',
      '  A key is stuck.',
      '    - killed: task 3',
    ].join('\n'),
  );
  expect(told.filter((line) => line === alike.sentence)).toHaveLength(2);
});
