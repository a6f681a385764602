import type { Page } from '@playwright/test';
import { lookOf } from './controls.ts';

/** Waited for to the end only by what does nothing: a slow machine may answer late. */
const notice_ms = 30_000;
const settle_ms = 8000;
const calm_ms = 120;

/** What is heard of a page while it is pressed. */
export interface Ears {
  /** Things that happen beside the page: a call, a download, a file to choose, a tab. */
  events: string[];
  faults: string[];
  /** What the server refused. */
  refused: string[];
  tabs: Page[];
  settle(): Promise<void>;
  clear(): void;
}

export function listen(page: Page): Ears {
  let under = 0;
  let last = Date.now();
  const ears: Ears = {
    events: [],
    faults: [],
    refused: [],
    tabs: [],
    async settle() {
      for (const until = Date.now() + settle_ms; Date.now() < until;) {
        if (under <= 0 && Date.now() - last > calm_ms) return;
        await new Promise((done) => setTimeout(done, 30));
      }
    },
    clear() {
      ears.events = [];
      ears.faults = [];
      ears.refused = [];
      ears.tabs = [];
      under = 0;
    },
  };
  const over = () => {
    under -= 1;
    last = Date.now();
  };
  page.on('request', (request) => {
    under += 1;
    last = Date.now();
    if (request.url().includes('/api/')) ears.events.push(`${request.method()} ${request.url()}`);
  });
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  page.on('response', (response) => {
    const { status, url, method } = {
      status: response.status(),
      url: new URL(response.url()).pathname,
      method: response.request().method(),
    };
    if (status >= 500) ears.faults.push(`${status} ${method} ${url}`);
    else if (status >= 400) ears.refused.push(`${status} ${method} ${url}`);
  });
  page.on('download', (download) => ears.events.push(`download ${download.suggestedFilename()}`));
  page.on('filechooser', () => ears.events.push('filechooser'));
  page.on('dialog', (dialog) => {
    ears.events.push(`dialog ${dialog.type()}`);
    void dialog.accept().catch(() => undefined);
  });
  page.on('popup', (tab) => {
    ears.events.push(`tab ${tab.url()}`);
    ears.tabs.push(tab);
  });
  page.on('pageerror', (error) => ears.faults.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    // A refused call is written there by the browser; calls are judged above.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      ears.faults.push(`console: ${message.text()}`);
  });
  return ears;
}

/** Presses what is marked, and says whether anything came of it. */
export async function pressMarked(page: Page, ears: Ears): Promise<boolean> {
  const marked = page.locator('[data-pressed]');
  // A press takes the focus from where it was, whether it does something or not.
  await marked.focus({ timeout: notice_ms });
  const before = await lookOf(page);
  ears.clear();
  // A link that skips the frame is out of sight until the keyboard comes to it.
  if ((await marked.getAttribute('href'))?.startsWith('#')) await marked.press('Enter');
  else await marked.click({ timeout: notice_ms });
  for (const until = Date.now() + notice_ms; Date.now() < until;) {
    if (ears.events.length > 0) return true;
    // A page that goes away while it is looked at is an answer too.
    const now = await lookOf(page).catch(() => '');
    if (now !== before) return true;
    await new Promise((done) => setTimeout(done, 50));
  }
  return false;
}
