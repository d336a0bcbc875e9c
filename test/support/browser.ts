import { accessSync, constants, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { temporaryFolder } from './temporary-folder.js';

/** How Debian and others call it. */
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

const quietly = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const contexts: BrowserContext[] = [];

afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

/** A page of a report in a browser, and what it did that no report may do. */
export interface OpenedPage {
  readonly page: Page;
  /** Errors and warnings of the console, dialogues, scripts' failures, and requests for anything but the file itself. */
  readonly troubles: readonly string[];
}

/** How a page is looked at; 1280 pixels wide and light unless told otherwise. */
export interface Looking {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
}

/** The path of Chromium in this environment. Throws where there is none: a test that looks at nothing proves nothing. */
export function chromiumPath(path: string = process.env['PATH'] ?? ''): string {
  const found = path
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isProgram);
  if (found !== undefined) return found;
  throw new Error(
    [
      'There is no Chromium on the path.',
      `expected: one of ${names.join(', ')}`,
      'to do: apt-get install -y --no-install-recommends chromium',
    ].join('\n'),
  );
}

/** Starts a browser; whoever opens it closes it. */
export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: chromiumPath(), args: quietly });
}

/** Opens a text as a page from disk, as whoever got it by mail would; it is closed after the running test. */
export async function openPage(browser: Browser, text: string, looking: Looking = {}): Promise<OpenedPage> {
  const { width = 1280, scheme = 'light' } = looking;
  const file = join(temporaryFolder(), 'report.html');
  writeFileSync(file, text);
  const address = pathToFileURL(file).href;
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme });
  contexts.push(context);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => void troubles.push(`script: ${error.message}`));
  page.on('dialog', (dialog) => {
    troubles.push(`dialogue: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url() !== address) troubles.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  return { page, troubles };
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
