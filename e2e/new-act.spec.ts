import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { ActView } from '../shared/src/features/acts/acts.contract.ts';
import { fill } from '../shared/src/kernel/fill.ts';
import kz from '../shared/src/texts/kz/acts.ts';
import ru from '../shared/src/texts/ru/acts.ts';
import { callsOf, executorName } from './acts.ts';
import { languages } from './languages.ts';
import { people } from './people.ts';

const texts = { ru, kz };
/** What stands in a spreadsheet somebody keeps beside the product: its heading, its commas, its spaces. */
const copied = {
  ru: 'Услуга\tКоличество\tЕдиница\tЦена\r\nУборка склада\t2,5\tчас\t12 000,50\r\nВывоз мусора\t1\tуслуга\t3 000\r\n',
  kz: 'Қызмет\tСаны\tӨлшем\tБағасы\r\nҚойманы жинау\t2,5\tсағат\t12 000,50\r\nҚоқыс шығару\t1\tқызмет\t3 000\r\n',
};
const titles = { ru: 'С клавиатуры', kz: 'Пернетақтадан' };

for (const locale of languages('kz'))
  test(`an act is typed by keyboard alone, its services out of a spreadsheet (${locale})`, async ({
    browser,
  }) => {
    const t = texts[locale];
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    await context.addCookies([{ name: 'locale', value: locale, url: process.env.E2E_BASE_URL! }]);
    const { get } = await callsOf(context.request, people.director);
    const page = await context.newPage();
    const at = (field: string) => page.locator(`[data-field="${field}"]`);
    const keys = page.keyboard;
    await page.goto('/lk/business/acts/creating-act');
    await expect(page.getByRole('heading', { name: t.form.new_title, level: 1 })).toBeVisible();

    await test.step('the executor is found by his name, and his only contract with him', async () => {
      await tabTo(page, 'contractor_company_id');
      await keys.type('Никто такой');
      await keys.press('Tab');
      await expect(at('contractor_company_id')).toHaveValue('Никто такой');
      await expect(page.getByText(t.form.executor_not_chosen)).toBeVisible();
      await at('contractor_company_id').fill(executorName.toLowerCase());
      await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
      await keys.press('Enter');
      await expect(at('contractor_company_id')).toHaveValue(executorName);
      await expect(at('contract_id')).toBeEnabled();
      await tabTo(page, 'contract_id');
      if ((await at('contract_id').inputValue()) === '') await keys.press('ArrowDown');
    });
    await test.step('the period of a month is a key', async () => {
      await tabTo(page, 'title');
      await keys.type(titles[locale]);
      for (let i = 0; i < 20 && (await focusedText(page)) !== t.form.this_month; i++) await keys.press('Tab');
      await keys.press('Enter');
      await expect(at('start_date')).not.toHaveValue('');
      await expect(at('end_date')).not.toHaveValue('');
    });
    await test.step('a line is typed, Enter goes on, and behind the last price it makes a line', async () => {
      await tabTo(page, 'services.0.category_id');
      await keys.press('ArrowDown');
      await keys.press('Enter');
      await expect(at('services.0.description')).toBeFocused();
      await keys.type('Доставка');
      await keys.press('Enter');
      await keys.type('3');
      await keys.press('Enter');
      await keys.press('ArrowDown');
      await keys.press('Enter');
      await expect(at('services.0.rate')).toBeFocused();
      await keys.type('1500,25');
      await keys.press('Enter');
      await expect(at('services.1.description')).toBeFocused();
    });
    await test.step('a table is pasted whole, without its heading, and what is not wanted is taken out', async () => {
      await page.evaluate((text) => navigator.clipboard.writeText(text), copied[locale]);
      await keys.press('Control+KeyV');
      await expect(at('services.2.rate')).toHaveValue(/^3[\s\u00a0]?000/);
      await expect(at('services.1.quantity')).toHaveValue('2,5');
      await keys.press('Control+Enter');
      await expect(at('services.2.description')).toBeFocused();
      await expect(at('services.2.description')).toHaveValue('');
      await keys.press('Alt+Delete');
      await expect(at('services.3.description')).toHaveCount(0);
      await expect(at('services.2.description')).toBeFocused();
      // 3 × 1 500,25 + 2,5 × 12 000,50 + 3 000
      await expect(page.getByText(/37[\s\u00a0]502,00/).last()).toBeVisible();
    });
    await test.step('what is no work is a line of its own kind', async () => {
      await page.getByRole('button', { name: t.form.add_other }).press('Enter');
      await expect(at('services.3.description')).toBeFocused();
      await keys.type('Опоздание');
      await at('services.3.kind').selectOption('deduction');
      await at('services.3.rate').fill('502');
      await expect(page.getByText(/37[\s\u00a0]000,00/).last()).toBeVisible();
    });
    await test.step('Ctrl+S keeps it, with every line as it was meant', async () => {
      await keys.press('Control+KeyS');
      await expect(page).toHaveURL(/\/acts\/\d+$/);
      const act = await get<ActView>(`doc/acts/${/\d+$/.exec(page.url())![0]}`);
      expect(act.title).toBe(titles[locale]);
      expect(act.amount).toBe('37000.00');
      expect(act.services.map(({ quantity, rate }) => [Number(quantity), Number(rate)])).toEqual([
        [3, 1500.25],
        [2.5, 12000.5],
        [1, 3000],
        [1, 502],
      ]);
      const heading = fill(t.number, { number: act.number });
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    });
    await context.close();
  });

test('two tabs over one new act keep both texts, also when one is the double of the other', async ({
  page,
}) => {
  await callsOf(page.request, people.director);
  const path = '/lk/business/acts/creating-act';
  const titleOf = (tab: Page) => tab.locator('[data-field="title"]');
  const kept = (tab: Page) => expect(tab.getByText(ru.form.autosaved.split('{{')[0]!)).toBeVisible();
  await page.goto(path);
  await titleOf(page).fill('Первая вкладка');
  await kept(page);
  const [second] = await Promise.all([
    page.waitForEvent('popup'),
    // As a browser that doubles a tab: what the first one keeps for itself goes with it.
    page.evaluate((to) => void open(to), path),
  ]);
  await expect(second.getByText(ru.form.found_take)).toBeVisible();
  await titleOf(second).fill('Вторая вкладка');
  await kept(second);
  for (const [tab, words] of [
    [page, 'Первая вкладка'],
    [second, 'Вторая вкладка'],
  ] as const) {
    await tab.reload();
    await expect(titleOf(tab)).toHaveValue(words);
  }
  await second.getByRole('button', { name: ru.form.restored_drop }).click();
  await page.getByRole('button', { name: ru.form.restored_drop }).click();
  await second.close();
});

async function tabTo(page: Page, field: string): Promise<void> {
  for (let i = 0; i < 60; i++) {
    if (await page.evaluate((name) => document.activeElement?.getAttribute('data-field') === name, field))
      return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${field}`);
}

function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? '');
}
