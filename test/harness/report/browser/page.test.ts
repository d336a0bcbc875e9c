import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html } from '../../../../src/harness/report/html.js';
import { chromiumPath, openBrowser, openPage } from '../../../support/browser.js';
import { sampleReport } from '../../../support/report-builder.js';

const text = html.render(sampleReport());
const shownRows = '#requirements tbody tr[data-entry]';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
});

async function visibleRows(page: Page): Promise<number> {
  return await page.locator(`${shownRows} >> visible=true`).count();
}

/** Presses Tab until an element that the selector names has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`no Tab leads to ${selector}`);
}

/** What sticks out of the window on the right, as `tag.class`. */
async function stickingOut(page: Page): Promise<readonly string[]> {
  return await page.evaluate<string[]>(`[...document.querySelectorAll('main *, aside *')]
    .filter((each) => !each.closest('svg, pre, .spoken, thead') && each.getClientRects().length > 0)
    .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map((each) => each.tagName + '.' + each.className)`);
}

describe('the page in a browser', () => {
  it.each([
    { width: 1280, scheme: 'light' },
    { width: 390, scheme: 'dark' },
  ] as const)(
    'says nothing in the console, asks nobody for anything, and fits $width pixels',
    async (looking) => {
      const { page, troubles } = await openPage(browser, text, looking);
      expect(await page.title()).toBe('Harbor CRM: Twiceshy report');
      await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true;');
      await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
      expect(await stickingOut(page)).toEqual([]);
      expect(troubles).toEqual([]);
    },
  );

  it('would be caught loading a picture, running a script, or being too wide', async () => {
    const bad = '<img src="https://example.invalid/x.png"><script>alert(1)</script><p id="wide">wide</p>';
    const { page, troubles } = await openPage(browser, text.replace('</main>', `${bad}</main>`));
    expect(troubles.filter((each) => each.includes('Content Security Policy'))).not.toEqual([]);
    await page.evaluate(
      'document.querySelector("#wide").style.width = document.querySelector("#wide").style.maxWidth = "3000px"',
    );
    expect(await stickingOut(page)).toEqual(['P.']);
  });

  it('filters by keyboard alone, takes families without a row along, and prints all', async () => {
    const { page } = await openPage(browser, text);
    const { entries } = sampleReport();
    expect(await visibleRows(page)).toBe(entries.length);
    await tabTo(page, '#show-all');
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('#show-differing').isChecked()).toBe(true);
    const left = await page.locator(`${shownRows} >> visible=true`).allTextContents();
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(entries.length);
    for (const row of left) expect(row).toMatch(/fail|same-record|marked/);
    expect(await page.locator('#requirements tr.family >> visible=true').allTextContents()).toEqual([
      expect.stringContaining('replay'),
      expect.stringContaining('lost-reply'),
      expect.stringContaining('concurrency'),
    ]);
    await page.keyboard.press('ArrowDown');
    expect(await visibleRows(page)).toBe(
      entries.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'fail').length,
    );
    await page.emulateMedia({ media: 'print' });
    expect(await visibleRows(page)).toBe(entries.length);
  });

  it('unfolds raw exchanges by keyboard alone', async () => {
    const { page } = await openPage(browser, text);
    const raw = page.getByText('HTTP/1.1 201 Created', { exact: false }).first();
    expect(await raw.isVisible()).toBe(false);
    await tabTo(page, '.finding summary');
    await page.keyboard.press('Enter');
    expect(await raw.isVisible()).toBe(true);
  });

  it('leads from the summary of what failed to the failure', async () => {
    const { page } = await openPage(browser, text);
    await tabTo(page, '.risks a');
    await page.keyboard.press('Enter');
    await expect
      .poll(() =>
        page.evaluate<number>('Math.abs(document.querySelector(":target").getBoundingClientRect().top)'),
      )
      .toBeLessThan(900);
    expect(await page.evaluate('document.querySelector(":target").id')).toBe('failure-lost-reply--timeout');
  });

  it('takes a comment that stays text, in its box and out of every verdict', async () => {
    const { page, troubles } = await openPage(browser, text);
    const before = await page.locator('main').innerHTML();
    const said = '<b>This is intended.</b>';
    await tabTo(page, '.field');
    await page.keyboard.type(said);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Ask us.');
    expect(await page.locator('.field').innerText()).toBe(`${said}\nAsk us.`);
    expect(await page.locator('.field *:not(br)').count()).toBe(0);
    expect(await page.locator('main').innerHTML()).toBe(before);
    expect(await page.locator('main').locator('.field').count()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.field').isVisible()).toBe(true);
    expect(troubles).toEqual([]);
  });

  it('prints no empty comment', async () => {
    const { page } = await openPage(browser, text);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.field').isVisible()).toBe(false);
  });
});

it('a machine without a browser is told what is missing, what is expected and what to do', () => {
  expect(() => chromiumPath('/nowhere')).toThrow(/no Chromium[^]*expected:[^]*to do: apt-get install/);
});
