// Takes docs/first-report.png anew: the head of the flawed sample, as it opens in Chromium at 1280 pixels.
//
//   node build/first-report.mjs
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const sample = new URL('../reports/samples/flawed/report.html', import.meta.url);
const picture = fileURLToPath(new URL('../docs/first-report.png', import.meta.url));
const size = { width: 1280, height: 1500 };

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
});
try {
  const page = await browser.newPage({ viewport: size, colorScheme: 'light' });
  await page.goto(sample.href);
  await page.screenshot({ path: picture });
} finally {
  await browser.close();
}
