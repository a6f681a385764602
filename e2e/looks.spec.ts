import { expect, test } from '@playwright/test';
import { people, signInQuietly } from './people.ts';
import { countRequests, goWithin, settle } from './visits.ts';

/**
 * Twenty screens as they were last looked at, in `e2e/looks`. They show what is the same every day: whole pages with all
 * that a company has are compared by `npm run prove pictures`. After a change that is wanted:
 * `npm run e2e -- looks.spec.ts --update-snapshots`.
 */
const screens: [name: string, address: string, email?: string][] = [
  ['sign in', '/auth/login'],
  ['requests', '/developers/requests'],
  ['sign in of a sole trader', '/auth/login/login-ip'],
  ['forgotten password', '/auth/login/forgot-password'],
  ['a call back', '/auth/login/consultation'],
  ['a company registers', '/auth/sign-up/business'],
  ['an executor registers', '/auth/sign-up/executor'],
  ['how one begins', '/developers/quick-start'],
  ['keys', '/developers/authentication'],
  ['a link that is over', '/sign/no-such-link-no-such-link'],
  ['check a paper', '/verify'],
  ['no such paper', '/verify/AAAA-AAAA-AAAA'],
  ['sandbox', '/developers/sandbox'],
  ['a guide', '/developers/webhooks'],
  ['reference', '/developers/reference'],
  ['acts out of a table', '/lk/business/acts/import', people.director],
  ['the example', '/lk/business/example', people.director],
  ['events', '/developers/events'],
  ['one c', '/developers/1c'],
  ['assistants', '/developers/assistants'],
];

for (const [at, [name, address, email]] of screens.entries())
  test(`${name} looks as it did`, async ({ browser }) => {
    const [locale, width] = at % 2 === 0 ? (['ru', 1440] as const) : (['kz', 360] as const);
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    await context.addInitScript(countRequests);
    await context.addCookies([{ name: 'locale', value: locale, url: process.env.E2E_BASE_URL! }]);
    if (email) await signInQuietly(context.request, email);
    const page = await context.newPage();
    await goWithin(page, address);
    await settle(page);
    await page.evaluate(() => document.fonts.ready);
    await expect(page).toHaveScreenshot(`${name.replaceAll(' ', '-')}.png`, {
      // How many notices there are depends on the other journeys, and letters of one width on the machine.
      mask: [page.locator('header'), page.locator('code, pre')],
      maxDiffPixelRatio: 0.005,
    });
    await context.close();
  });
