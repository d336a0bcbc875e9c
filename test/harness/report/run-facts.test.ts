import { expect, test } from 'vitest';
import { runFacts } from '../../../src/harness/report/run-facts.js';
import { sampleReport } from '../../support/report-builder.js';

test('the first facts of a report name it', () => {
  const { target } = sampleReport();
  const facts = runFacts(sampleReport({ target: { ...target, version: '14.2' } }));
  expect(facts[0]).toEqual({ label: 'Target', value: `${target.name}, version 14.2` });
});
