import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../../src/harness/model/report.js';
import { html } from '../../../../src/harness/report/html.js';
import { openBrowser, openPage } from '../../../support/browser.js';
import { sampleReport } from '../../../support/report-builder.js';

const samples = new URL('../../../../reports/samples/', import.meta.url);
const pages = {
  'the sample of the tests': html.render(sampleReport()),
  'the flawed receiver': html.render(readSample('flawed')),
  'express-idempotency': html.render(readSample('express-idempotency')),
};

function readSample(name: string): Report {
  return JSON.parse(readFileSync(new URL(`${name}/report.json`, samples), 'utf8')) as Report;
}

/** A4 at 96 pixels an inch, less the margins of a centimetre that browsers leave. */
const paperWidth = 718;

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
});

/** Tables, cells, code and drawings of which a part would lie beyond the paper or their own box. */
async function cutOff(page: Page): Promise<readonly string[]> {
  return await page.evaluate<
    string[]
  >(`[...document.querySelectorAll('table, th, td, pre, figure, dl, ol, ul')]
    .filter((each) => each.getClientRects().length > 0)
    .filter((each) => each.getBoundingClientRect().right > ${String(paperWidth)} + 1 || each.scrollWidth > each.clientWidth + 1)
    .filter((each) => !each.closest('.spoken'))
    .map((each) => each.tagName + '.' + each.className + ' ' + each.textContent.trim().slice(0, 60))`);
}

describe.each(Object.entries(pages))('%s in print', (_, text) => {
  it('has no table, code or drawing that is cut off, and keeps tables as tables', async () => {
    const { page, troubles } = await openPage(browser, text, { width: paperWidth, scheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await cutOff(page)).toEqual([]);
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true;');
    expect(await cutOff(page)).toEqual([]);
    const tables = await page.locator('main table >> visible=true').all();
    expect(tables.length).toBeGreaterThan(2);
    for (const table of tables) expect(await table.locator('thead').isVisible()).toBe(true);
    expect(troubles).toEqual([]);
  });

  it('is dark on white, whatever the screen was', async () => {
    const { page } = await openPage(browser, text, { width: paperWidth, scheme: 'dark' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const colours = await page.evaluate(
      '[getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.body).color]',
    );
    expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  });
});

it('a table that is too wide for the paper would be noticed', async () => {
  const wide = `<table><tr><td>${'wide'.repeat(200)}</td></tr></table>`;
  const text = html.render(sampleReport()).replace('</main>', `${wide}</main>`);
  const { page } = await openPage(browser, text, { width: paperWidth });
  await page.emulateMedia({ media: 'print' });
  await page.evaluate('document.querySelector("main > table td").style.whiteSpace = "nowrap"');
  await page.evaluate('document.querySelector("main > table td").style.overflowWrap = "normal"');
  expect(await cutOff(page)).not.toEqual([]);
});

it('becomes a document of pages', async () => {
  const { page } = await openPage(browser, html.render(sampleReport()));
  const document = (await page.pdf({ format: 'A4' })).toString('latin1');
  const sheets = document.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  expect(sheets).toBeGreaterThan(2);
  expect(sheets).toBeLessThan(20);
});
