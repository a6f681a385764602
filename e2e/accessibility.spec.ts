import { expect, test } from '@playwright/test';
import type { Browser, BrowserContext } from '@playwright/test';
import { fillAddress } from './addresses.ts';
import { faultsOf } from './faults.ts';
import { people, signInQuietly } from './people.ts';

interface Screen {
  path: string;
  who: 'public' | 'signed-in' | 'business' | 'executor' | 'admin';
  leadsTo?: string;
}

// By its address, so that the types of the pages stay with the web workspace.
const table = new URL('../web/src/app/screens.ts', import.meta.url).href;
const { screens } = (await import(table)) as { screens: readonly Screen[] };

const widths = [360, 1440];
const visitors = {
  public: null,
  'signed-in': people.director,
  business: people.director,
  executor: people.executor,
  admin: people.administrator,
};

/** One signed-in browser per visitor and language: the pages are the subject here, not the sign-in. */
const contexts = new Map<string, Promise<BrowserContext>>();

function contextOf(browser: Browser, visitor: string | null, locale: string): Promise<BrowserContext> {
  const key = `${visitor} ${locale}`;
  const open = async () => {
    const context = await browser.newContext();
    await context.addCookies([{ name: 'locale', value: locale, url: process.env.E2E_BASE_URL! }]);
    if (visitor) await signInQuietly(context.request, visitor);
    return context;
  };
  if (!contexts.has(key)) contexts.set(key, open());
  return contexts.get(key)!;
}

/** Without a key each step of a registration leads to its entry; the journey of registration looks at them. */
const isStep = (path: string) => /^\/auth\/sign-up\/\w+\//.test(path);

for (const { path, who } of screens.filter((screen) => !screen.leadsTo && !isStep(screen.path)))
  for (const locale of ['ru', 'kz'])
    test(`${path} in ${locale} can be used by everybody`, async ({ browser }) => {
      const visitor = visitors[who];
      // The one who finds the address leaves no session behind for the one who looks at it.
      const finder = await contextOf(browser, null, 'ru');
      const address = await fillAddress(finder.request, path, visitor ?? people.director);
      await finder.clearCookies();
      const context = await contextOf(browser, visitor, locale);
      const page = await context.newPage();
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        // So tall that nothing lies under a bar at the bottom, where a half hidden button counts as too small.
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ width, height: height + 200 });
        expect(await faultsOf(page), `at ${width} px`).toEqual([]);
      }
      await page.close();
    });
