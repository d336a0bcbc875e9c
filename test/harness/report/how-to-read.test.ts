import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { exitCodes } from '../../../src/harness/model/kit-error.js';
import { grades, verdicts } from '../../../src/harness/model/verdict.js';
import { formats } from '../../../src/harness/report/renderer.js';
import { renderers } from '../../../src/harness/report/renderers.js';
import { markSigns, verdictSigns } from '../../../src/harness/report/signs.js';

const page = readFileSync(new URL('../../../reports/HOW-TO-READ.md', import.meta.url), 'utf8');

/** The cells of every table row, without their padding. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('how to read a report', () => {
  test.each(verdicts)('explains the verdict %s with its shape', (verdict) => {
    const { shape, word } = verdictSigns[verdict];
    expect(rows.some((row) => row[1] === shape && row[2] === word)).toBe(true);
  });

  test.each([...grades, 'MUST', 'SHOULD', 'SURVEY'])('explains %s', (word) => {
    expect(rows.some((row) => row[1] === word)).toBe(true);
  });

  test.each(formats)('explains the file of %s', (format) => {
    expect(rows.some((row) => row[1] === `\`${renderers[format].file}\``)).toBe(true);
  });

  test.each(Object.values(exitCodes))('explains the exit code %i', (code) => {
    expect(rows.some((row) => row[1] === String(code))).toBe(true);
  });

  test('explains the marks of a timeline', () => {
    for (const sign of Object.values(markSigns)) {
      if (sign !== null) expect(page).toContain(`- ${sign.shape} **${sign.word}**`);
    }
  });
});
