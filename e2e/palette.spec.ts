import { expect, test } from '@playwright/test';
import type { Browser } from '@playwright/test';
import type { ActListItem, ActView } from '../shared/src/features/acts/acts.contract.ts';
import type { Me } from '../shared/src/features/auth/auth.contract.ts';
import kz from '../shared/src/texts/kz/search.ts';
import kzHome from '../shared/src/texts/kz/home.ts';
import ru from '../shared/src/texts/ru/search.ts';
import ruHome from '../shared/src/texts/ru/home.ts';
import { callsOf } from './acts.ts';
import { isWhole } from './languages.ts';
import { people, signInQuietly } from './people.ts';

/**
 * Two keys and a word lead anywhere: Ctrl K, the word, Enter, for all that the table of commands has for a person. Each has
 * its word; by every fifth one goes, with E2E_LANGUAGES=whole by each.
 */

interface Place {
  href: string;
  label: string;
  also: string;
}
type Side = 'business' | 'executor' | 'admin';

// By their addresses, so that the types of the pages stay with the web workspace.
const load = (file: string) => import(new URL(`../web/src/features/search/${file}`, import.meta.url).href);
const { commandsOf, hrefOf } = (await load('commands.ts')) as {
  commandsOf: (
    side: Side,
    may: (right: string) => boolean,
  ) => { key: keyof typeof ru.command & string; at: string }[];
  hrefOf: (side: Side, at: string) => string;
};
const { findPlaces } = (await load('places.ts')) as {
  findPlaces: (places: readonly Place[], text: string) => Place[];
};

const words = { ru: { search: ru, home: ruHome }, kz: { search: kz, home: kzHome } };
const ENGLISH = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const RUSSIAN = 'йцукенгшщзхъфывапролджэячсмитьбю';
const onEnglishKeys = (word: string) => [...word].map((letter) => ENGLISH[RUSSIAN.indexOf(letter)]!).join('');
const isRussian = (word: string) => [...word].every((letter) => RUSSIAN.includes(letter));

/** One word that leads there first; every third of them typed with the English layout left on. */
function wordFor(place: Place, places: readonly Place[], at: number): string {
  const all = `${place.label} ${place.also}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const leading = all.filter((word) => word.length > 2 && findPlaces(places, word)[0] === place);
  const wrong = leading.filter(isRussian).map(onEnglishKeys);
  const mistyped = wrong.find((word) => findPlaces(places, word)[0] === place);
  const word = at % 3 === 0 ? (mistyped ?? leading[0]) : leading[at % leading.length];
  if (!word) throw new Error(`No single word leads to ${place.label}`);
  return word;
}

async function walk(browser: Browser, email: string, locale: 'ru' | 'kz') {
  const { search, home } = words[locale];
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies([{ name: 'locale', value: locale, url: process.env.E2E_BASE_URL! }]);
  const headers = { authorization: `Bearer ${await signInQuietly(context.request, email)}` };
  const me = (await (await context.request.get('/api/auth/me', { headers })).json()) as Me;
  const side: Side = me.role ?? 'admin';
  const rights: readonly string[] = [...me.rights, ...me.platform_rights];
  const places = commandsOf(side, (right) => side === 'executor' || rights.includes(right)).map(
    ({ key, at }) => ({
      href: hrefOf(side, at),
      label: search.command[key],
      also: search.command[`${key}_also` as typeof key],
    }),
  );
  const start = side === 'admin' ? '/admin' : `/lk/${side}`;
  const page = await context.newPage();
  const chosen = page.getByRole('listbox', { name: search.results }).getByRole('option', { selected: true });
  let keys = 0;
  let now: Place | null = null;
  const press = (key: string) => ((keys += 1), page.keyboard.press(key));
  for (const [at, place] of places.entries()) {
    const word = wordFor(place, places, at);
    if (!isWhole && at % 5 > 0) continue;
    await test.step(`${word} leads to ${place.href}`, async () => {
      // A deed has opened a window; elsewhere the page that was reached is the one to start from.
      if (now === null || isDeed(now)) await page.goto(start);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      keys = 0;
      await press('Control+KeyK');
      await expect(page.getByRole('combobox', { name: search.open })).toBeFocused();
      await page.keyboard.type(word);
      await expect(chosen).toContainText(place.label);
      await press('Enter');
      expect(keys).toBe(2);
      await expect(page.getByRole('combobox', { name: search.open })).toBeHidden();
      // The account of the journeys may have nothing left to sign or to pay.
      if (isDeed(place))
        await expect(
          page.getByRole('dialog').or(page.getByText(home.waiting.none_left)).first(),
        ).toBeVisible();
      else await expect(page).toHaveURL(place.href);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      now = place;
    });
  }
  await context.close();
  return places.length;
}

const isDeed = ({ href }: Place) => /\?(do|invite|upload|create)=/.test(href);

test('a director comes anywhere', async ({ browser }) => {
  expect(await walk(browser, people.director, 'ru')).toBeGreaterThan(45);
});

test('an accountant comes to what they have the right to', async ({ browser }) => {
  expect(await walk(browser, people.accountant, 'kz')).toBeGreaterThan(30);
});

test('an executor comes anywhere', async ({ browser }) => {
  expect(await walk(browser, people.executor, 'kz')).toBeGreaterThan(15);
});

test('an administrator of the platform comes anywhere', async ({ browser }) => {
  expect(await walk(browser, people.administrator, 'ru')).toBeGreaterThan(20);
});

test('the number of an act and a БИН lead to the paper and to the party', async ({ page }) => {
  const calls = await callsOf(page.request, people.director);
  const { items } = await calls.get<{ items: ActListItem[] }>('doc/acts?limit=1&status_id=10');
  const act = items[0]!;
  const { contractor_company: party } = await calls.get<ActView>(`doc/acts/${act.id}`);
  const palette = page.getByRole('listbox', { name: ru.results });
  await page.goto('/lk/business');
  for (const [typed, shown, at] of [
    [act.number, act.number, `/lk/business/acts/${act.id}`],
    [party.bin, party.name, `/lk/business/acts?contractor_company_id=${party.id}`],
  ] as const) {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+KeyK');
    await expect(page.getByRole('combobox', { name: ru.open })).toBeFocused();
    await page.keyboard.type(typed);
    await expect(palette.getByRole('option', { selected: true })).toContainText(shown);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(at);
  }
});
