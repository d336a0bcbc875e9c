import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html } from '../../../../src/harness/report/html.js';
import { oneLine } from '../../../../src/harness/report/shown-text.js';
import { openBrowser, openPage } from '../../../support/browser.js';
import { hostileReport, hostileTexts } from '../../../support/hostile-report.js';

let browser: Browser;
let plain: readonly string[] = [];

beforeAll(async () => {
  browser = await openBrowser();
  const opened = await openPage(browser, html.render(hostileReport('plain')));
  plain = await shapeOf(opened.page);
});

afterAll(async () => {
  await browser.close();
});

/** Every element that the browser made of the page, with the names of its attributes, in order. */
async function shapeOf(page: Page): Promise<readonly string[]> {
  return await page.evaluate<string[]>(
    `[...document.querySelectorAll('*')].map((each) => [each.tagName, ...each.getAttributeNames()].join(' '))`,
  );
}

describe.each(Object.entries(hostileTexts))('a target that answers with %s', (_, text) => {
  it('is shown as text: no element, attribute, script or request comes out of it', async () => {
    const { page, troubles } = await openPage(browser, html.render(hostileReport(text)));
    await page.mouse.move(400, 300);
    expect(await shapeOf(page)).toEqual(plain);
    const target = page.locator('.facts dd').first();
    expect(await target.textContent()).toBe(oneLine(`${text}, version ${text}`));
    expect(troubles).toEqual([]);
  });
});

it('1 MiB of text in every place is cut, and opens', async () => {
  const { page, troubles } = await openPage(browser, html.render(hostileReport('x'.repeat(1_048_576))));
  expect(await shapeOf(page)).toEqual(plain);
  expect(await page.locator('h1').textContent()).toContain('more characters]');
  expect(troubles).toEqual([]);
});

it('an element that came out of a text would be noticed', async () => {
  const text = html.render(hostileReport('plain')).replace('plain', '<i>plain</i>');
  const { page } = await openPage(browser, text.replace(/plain(?=<\/dd>)/, '<b onclick="x">y</b>'));
  expect(await shapeOf(page)).not.toEqual(plain);
});
