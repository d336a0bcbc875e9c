import { describe, expect, test } from 'vitest';
import { junit } from '../../../src/harness/report/junit.js';
import { sampleEntry, sampleReport } from '../../support/report-builder.js';
import { elementsNamed, parseXml, type XmlElement } from '../../support/xml.js';

const sample = parseXml(junit.render(sampleReport()));

function caseOf(id: string): XmlElement {
  const found = elementsNamed(sample, 'testcase').find(({ attributes }) => attributes['name'] === id);
  if (found === undefined) throw new Error(`no test case ${id}`);
  return found;
}

function endingOf(id: string): string {
  const endings = caseOf(id).children.filter(({ name }) => ['failure', 'error', 'skipped'].includes(name));
  return endings.map(({ name }) => name).join();
}

describe('junit', () => {
  test.each([
    ['replay/same-record', ''],
    ['lost-reply/timeout', 'failure'],
    ['concurrency/losers-told-clearly', ''],
    ['replay/marked', ''],
    ['concurrency/one-effect', 'error'],
    ['retention/held-in-window', 'error'],
    ['lost-reply/reset-after-request', 'skipped'],
    ['conflict/no-second-effect', 'skipped'],
  ])('ends %s in "%s"', (id, ending) => {
    expect(endingOf(id)).toBe(ending);
  });

  test('says why a test case was skipped', () => {
    const skipped = elementsNamed(caseOf('conflict/no-second-effect'), 'skipped');
    expect(skipped[0]?.attributes['message']).toBe('blocked: depends on lost-reply/timeout, which failed');
  });

  test('warns of a failed SHOULD in the output of a test case that passes', () => {
    const [output] = elementsNamed(caseOf('concurrency/losers-told-clearly'), 'system-out');
    expect(output?.text).toContain('warning: this SHOULD requirement does not hold');
    expect(output?.text).toContain('answered 500');
  });

  test('never fails by a SURVEY, whatever its verdict', () => {
    const entries = (['fail', 'inconclusive'] as const).map((verdict) =>
      sampleEntry({ id: `replay/${verdict}`, level: 'SURVEY', verdict, why: 'unclear' }),
    );
    const report = sampleReport({
      conclusion: { exit: 0, sentence: 'It conforms.' },
      entries: [sampleEntry({ id: 'replay/same-record' }), ...entries],
    });
    const { attributes } = parseXml(junit.render(report));
    expect([attributes['failures'], attributes['errors'], attributes['skipped']]).toEqual(['0', '0', '1']);
  });

  test('counts in every suite what the suite holds, and in the whole what the suites hold', () => {
    const suites = elementsNamed(sample, 'testsuite');
    for (const [count, name] of [
      ['tests', 'testcase'],
      ['failures', 'failure'],
      ['errors', 'error'],
      ['skipped', 'skipped'],
    ] as const) {
      for (const suite of suites) {
        expect(Number(suite.attributes[count])).toBe(elementsNamed(suite, name).length);
      }
      expect(Number(sample.attributes[count])).toBe(elementsNamed(sample, name).length);
    }
  });
});
