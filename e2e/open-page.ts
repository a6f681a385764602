import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from '@playwright/test';
import { callsOf } from './acts.ts';

/** A page of somebody who is signed in, in a language and a window of their own. */
export async function openPage(
  browser: Browser,
  email: string,
  locale: string,
  width: number,
  height = 900,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height } });
  await context.addCookies([{ name: 'locale', value: locale, url: process.env.E2E_BASE_URL! }]);
  await callsOf(context.request, email);
  return context.newPage();
}

/** What a button downloads. */
export async function downloaded(button: Locator): Promise<Buffer> {
  const coming = button.page().waitForEvent('download');
  await button.click();
  return readFileSync(await (await coming).path());
}
