import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

const MOST = 120;

/** Goes on by Tab until this has the focus: whoever has no mouse comes there so, or not at all. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeEnabled();
  for (let at = 0; at < MOST; at += 1) {
    if (await wanted.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${wanted.toString()}`);
}

/** Comes there by Tab and presses Enter. */
export async function enter(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}

/** After a deed the focus is somewhere: from the body one would begin the page again. */
export const expectFocus = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
