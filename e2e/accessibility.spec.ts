import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { fillAddress } from './addresses.ts';
import { people, signInQuietly } from './people.ts';

interface Screen {
  path: string;
  who: 'public' | 'signed-in' | 'business' | 'executor' | 'admin';
  leadsTo?: string;
}

// By its address, so that the types of the pages stay with the web workspace.
const table = new URL('../web/src/app/screens.ts', import.meta.url).href;
const { screens } = (await import(table)) as { screens: readonly Screen[] };

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
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

for (const { path, who } of screens.filter((screen) => !screen.leadsTo))
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

/** Every broken rule with the elements that break it, and whatever sticks out at the side. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { 'target-size': { enabled: true } } })
    .withTags(tags)
    .analyze();
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
    ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
  ];
}
