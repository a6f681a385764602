import { expect, test } from '@playwright/test';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { fillAddress } from './addresses.ts';
import { darkFaultsOf, faultsOf, sidewaysOf } from './faults.ts';
import { isWhole, languages } from './languages.ts';
import { people, signInQuietly } from './people.ts';
import { arrive, coveredOf, cutHintsOf, cutOf, lostOf, movingOf, smallOf, unseenOf } from './sizes.ts';
import { expectTree, hasTree } from './trees.ts';
import { countRequests, goWithin, lengthenNames, settle, visited, visitors } from './visits.ts';

/**
 * Each width is judged whole in one language. In Russian, only with E2E_LANGUAGES=whole, also what opens over the page, and
 * how letters set apart fit on a phone. Without it every other screen is looked at on a wide window.
 */
const judged = { ru: 1440, kz: 360 } as const;
type Language = keyof typeof judged;

/** Looked at after it; 320 px are what is left of 1280 px at 400 %. */
const after = { ru: [360, 320], kz: [320, 1440] } as const;

/** One signed-in browser per visitor and language: the pages are the subject here, not the sign-in. */
const contexts = new Map<string, Promise<BrowserContext>>();

function contextOf(browser: Browser, visitor: string | null, locale: Language): Promise<BrowserContext> {
  const key = `${visitor} ${locale}`;
  const open = async () => {
    const context = await browser.newContext({ viewport: { width: judged[locale], height: 800 } });
    if (locale === 'kz') await context.addInitScript(lengthenNames);
    await context.addInitScript(countRequests);
    await context.addCookies([{ name: 'locale', value: locale, url: process.env.E2E_BASE_URL! }]);
    if (visitor) await signInQuietly(context.request, visitor);
    return context;
  };
  if (!contexts.has(key)) contexts.set(key, open());
  return contexts.get(key)!;
}

async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height]);
  await arrive(page);
}

/** So tall that nothing lies under a bar at the bottom, where a half hidden button counts as too small. */
async function stretch(page: Page, width: number): Promise<void> {
  const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight);
  let height = 0;
  // What comes into the window then may make the page longer, as pages of a paper do.
  while ((await heightOf()) > height) {
    await resize(page, width, (height = (await heightOf()) + 200));
    await settle(page);
    await expect(page.locator('#content [class*=_skeleton_]')).toHaveCount(0);
  }
}

/** Windows and menus that were judged for this visitor: many screens open the same. */
const opened = new Set<string>();

/** The faults of what opens over the page and only shows something. What begins a deed has the journey of the buttons. */
async function faultsOfOpened(page: Page, who: string): Promise<string[]> {
  const over = page.locator('[role=dialog],[role=menu]');
  const faults: string[] = [];
  for (const opener of await page.locator('button[aria-haspopup]:not(.mantine-Button-root):visible').all()) {
    const name = (await opener.getAttribute('aria-label')) ?? (await opener.innerText());
    // «Действия: …» is the same in each row.
    const one = `${who} ${name.split(':')[0]}`;
    if (opened.has(one)) continue;
    opened.add(one);
    await opener.click();
    await expect(over).toBeVisible();
    await settle(page);
    const found = [...(await faultsOf(page)), ...(await darkFaultsOf(page))];
    faults.push(...found.map((fault) => `«${name}»: ${fault}`));
    await page.keyboard.press('Escape');
    await expect(over).toHaveCount(0);
  }
  return faults;
}

for (const [turn, { path, who }] of visited.entries())
  test(`${path} can be used by everybody`, async ({ browser }) => {
    const visitor = visitors[who];
    // The one who finds the address leaves no session behind for the one who looks at it.
    const finder = await contextOf(browser, null, 'ru');
    const address = await fillAddress(finder.request, path, visitor ?? people.director);
    await finder.clearCookies();
    for (const locale of languages('kz')) {
      const context = await contextOf(browser, visitor, locale);
      const page = context.pages()[0] ?? (await context.newPage());
      const width = judged[locale];
      await resize(page, width, 800);
      await goWithin(page, address);
      await settle(page);
      await stretch(page, width);
      const at = `${locale} at ${width} px`;
      if (locale === 'ru') await expectTree(page, path, locale);
      expect.soft(await faultsOf(page), at).toEqual([]);
      expect.soft(await darkFaultsOf(page), at).toEqual([]);
      if (locale === 'ru') {
        // A window is as high as it will be for a person, and a page of two metres is slow to draw.
        await resize(page, width, 800);
        expect.soft(await faultsOfOpened(page, who), at).toEqual([]);
      }
      if (locale === 'kz') {
        expect.soft(await smallOf(page), at).toEqual([]);
        expect.soft(await cutHintsOf(page), at).toEqual([]);
        expect.soft(await movingOf(page), at).toEqual([]);
        await page.emulateMedia({ forcedColors: 'active' });
        expect.soft(await unseenOf(page), `${at} in colours of one's own`).toEqual([]);
        await page.emulateMedia({ forcedColors: null });
      }
      for (const other of after[locale]) {
        if (other === judged.ru && !isWhole && turn % 2 > 0 && !hasTree(path)) continue;
        await resize(page, other, 800);
        if (other === judged.ru) {
          await expectTree(page, path, locale);
          if (!isWhole) expect.soft(await faultsOf(page), `${locale} at ${other} px`).toEqual([]);
        }
        const cut = [...(await sidewaysOf(page)), ...(await cutOf(page))];
        expect.soft(cut, `${locale} at ${other} px`).toEqual([]);
        const look = other === judged.ru ? 'doubled' : 'spaced';
        if (other === judged.kz) expect.soft(await cutHintsOf(page), `${locale} at ${other} px`).toEqual([]);
        if (other !== 320) expect.soft(await lostOf(page, look), `${locale} at ${other} px`).toEqual([]);
      }
      expect.soft(await coveredOf(page), `${locale} by keyboard`).toEqual([]);
    }
  });

test('what a finger presses is 44 px wide', async ({ browser }) => {
  const page = await (await contextOf(browser, people.director, 'kz')).newPage();
  for (const path of ['acts', 'settings/company', 'reconciliation', 'payments']) {
    await page.goto(`/lk/business/${path}`);
    await expect(page.locator('#content .k-check, #content .k-touch').first()).toBeVisible();
    expect(await page.evaluate(smallTargets), path).toEqual([]);
  }
  await page.close();
});

/** Runs in the page. Check boxes and buttons without words around whose middle another thing is pressed. */
function smallTargets(): string[] {
  const small: string[] = [];
  for (const one of document.querySelectorAll('#content :is([type=checkbox], button[aria-label])')) {
    one.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = one.getBoundingClientRect();
    const isHit = (right: number, down: number) =>
      one.contains(document.elementFromPoint(left + width / 2 + right, top + height / 2 + down));
    // What is hidden, or lies under something, is pressed nowhere.
    if (!isHit(0, 0)) continue;
    const reach = 21;
    const ways = [
      [0, -reach],
      [0, reach],
      [-reach, 0],
      [reach, 0],
    ] as const;
    if (!ways.every(([right, down]) => isHit(right, down)))
      small.push(`${one.getAttribute('aria-label')} ${width}x${height}`);
  }
  return small;
}

test("in a person's own colours one sees what is current, pressed and chosen", async ({ browser }) => {
  const page = await (await contextOf(browser, people.director, 'ru')).newPage();
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/lk/business/acts');
  const rows = page.getByRole('row').getByRole('checkbox');
  await rows.nth(1).check();
  const groundOf = (of: Locator) => of.first().evaluate((one) => getComputedStyle(one).backgroundColor);
  const pairs = [
    [page.locator('nav [aria-current=page]'), page.locator('nav a:not([aria-current])')],
    [page.locator('[aria-pressed=true]'), page.locator('[aria-pressed=false]')],
    [rows.nth(1), rows.nth(2)],
  ] as const;
  for (const [marked, other] of pairs) expect(await groundOf(marked)).not.toBe(await groundOf(other));
  await page.close();
});
