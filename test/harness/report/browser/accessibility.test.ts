import { readFileSync } from 'node:fs';
import axe, { type AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../../src/harness/model/report.js';
import { html } from '../../../../src/harness/report/html.js';
import { openBrowser, openPage } from '../../../support/browser.js';
import { sampleReport } from '../../../support/report-builder.js';

const flawedFile = new URL('../../../../reports/samples/flawed/report.json', import.meta.url);
const flawed = JSON.parse(readFileSync(flawedFile, 'utf8')) as Report;
const everyLook = [
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
  { width: 390, scheme: 'light' },
  { width: 390, scheme: 'dark' },
] as const;
const pages = [
  { name: 'the sample of the tests', text: html.render(sampleReport()), looks: everyLook },
  { name: 'the flawed receiver', text: html.render(flawed), looks: [everyLook[0], everyLook[3]] },
];

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
});

/** Serious and critical violations, all folds open, as `rule: where`. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true;');
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate<AxeResults>('axe.run(document)');
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

describe.each(pages)('$name', ({ text, looks }) => {
  it.each(looks)('has no serious violation at $width pixels, $scheme', async (looking) => {
    const { page } = await openPage(browser, text, looking);
    expect(await violations(page)).toEqual([]);
  });
});

it('text that is too pale, or a field without a name, would be noticed', async () => {
  const bad = '<p id="pale">pale</p><input id="nameless">';
  const text = html.render(sampleReport()).replace('</main>', `${bad}</main>`);
  const { page } = await openPage(browser, text);
  await page.evaluate('document.querySelector("#pale").style.color = "#ddd"');
  expect(await violations(page)).toEqual(['color-contrast: #pale', 'label: #nameless']);
});
