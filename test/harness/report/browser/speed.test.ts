import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { html } from '../../../../src/harness/report/html.js';
import { openBrowser, openPage } from '../../../support/browser.js';
import { sampleEntry, sampleEvent, sampleFinding, sampleReport } from '../../../support/report-builder.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const exchanges = 10_000;
const eachFinding = 40;
const eachEntry = 5;

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
});

/** A report that tells as many exchanges, each with its raw text, over failures with five findings that differ. */
function crowded(): string {
  const raw = `HTTP/1.1 201 Created\ncontent-type: application/json\n\n{"id":"8802","text":"${'x'.repeat(400)}"}`;
  const entries = Array.from({ length: exchanges / eachFinding / eachEntry }, (_, number) =>
    sampleEntry({
      id: `crowd/requirement-${String(number)}`,
      verdict: 'fail',
      effect: 'broken',
      findings: Array.from({ length: eachEntry }, (__, place) =>
        sampleFinding({
          sentence: `Finding ${String(place)} says something of its own.`,
          timeline: Array.from({ length: eachFinding }, (___, seq) =>
            sampleEvent({ seq, to: 'receiver', text: `exchange ${String(seq)}`, raw }),
          ),
        }),
      ),
    }),
  );
  return html.render(sampleReport({ entries, exchanges }));
}

/**
 * Milliseconds that the browser works on a page until it is painted, on the clock of its own thread: what else the
 * machine has to do meanwhile is no work of the page.
 */
async function workToOpen(text: string): Promise<number> {
  const { page } = await openPage(browser, '<!doctype html><title>before</title>');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const file = join(temporaryFolder(), 'crowded.html');
  writeFileSync(file, text);
  await page.goto(pathToFileURL(file).href);
  await page.evaluate('new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); })');
  const { metrics } = await session.send('Performance.getMetrics');
  const tasks = metrics.find(({ name }) => name === 'TaskDuration');
  if (tasks === undefined) throw new Error('the browser tells no TaskDuration');
  return tasks.value * 1_000;
}

it('10,000 exchanges are there, folded, and open in under a second', async () => {
  const text = crowded();
  expect(text.match(/<h4>Event /g)).toHaveLength(exchanges);
  const ms = await workToOpen(text);
  expect(ms).toBeGreaterThan(50);
  expect(ms).toBeLessThan(1_000);
});

it('lays out no more than what is unfolded and in sight', async () => {
  const { page } = await openPage(browser, crowded());
  const laidOut = await page.evaluate<number>(
    `[...document.querySelectorAll('.failure pre')].filter((each) => each.checkVisibility({ contentVisibilityAuto: true })).length`,
  );
  expect(laidOut).toBeLessThan(20);
});
