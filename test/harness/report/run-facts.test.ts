import { expect, test } from 'vitest';
import { runFacts } from '../../../src/harness/report/run-facts.js';
import { sampleReport } from '../../support/report-builder.js';

test('the first facts of a report name it', () => {
  expect(runFacts(sampleReport())[0]).toEqual({ label: 'Target', value: 'Harbor CRM, version 14.2' });
});

test('a version that nobody named is no fact', () => {
  const { target } = sampleReport();
  const facts = runFacts(sampleReport({ target: { ...target, version: null } }));
  expect(facts[0]).toEqual({ label: 'Target', value: 'Harbor CRM' });
});
