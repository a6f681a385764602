import { addDays, almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { writeBook } from '../server/src/adapters/spreadsheet/xlsx/write-book.ts';
import words from '../shared/src/texts/ru/statement-tables.ts';
import orders from '../shared/src/texts/ru/payment-orders.ts';
import { many } from './many.ts';
import { registerCompany } from './own-company.ts';
import { signInQuietly } from './people.ts';

const day = (days: number) => formatDate(addDays(almatyDate(new Date()), -days));

/** Headings that no bank known to the product uses: nothing can be proposed. */
const CSV = {
  titles: ['Когда', 'Бумага', 'Ушло', 'Пришло', 'Кому', 'За что'],
  columns: {
    date: 'Когда',
    number: 'Бумага',
    out: 'Ушло',
    in: 'Пришло',
    name: 'Кому',
    purpose: 'За что',
  },
} as const;
const SHEET = {
  titles: ['Число', 'Бумага', 'Тенге', 'Куда', 'Партнёр', 'Зачем'],
  columns: {
    date: 'Число',
    number: 'Бумага',
    amount: 'Тенге',
    side: 'Куда',
    name: 'Партнёр',
    purpose: 'Зачем',
  },
} as const;

test('tables of an unknown bank are described once, and the next ones are read by themselves', async ({
  page,
}) => {
  const company = { name: 'ТОО Таблицы банков', ceo: 'ТАБЛИЦЫН ИВАН ПЕТРОВИЧ' };
  await signInQuietly(page.request, await registerCompany(page.request, company));
  await page.goto('/lk/business/payments?view=statements');
  const dialog = page.getByRole('dialog', { name: words.title });

  await test.step('a CSV is shown, its columns are told, and it is read', async () => {
    await give(page, 'апрель.csv', csv([day(3), '11', '1 500,50', '', 'ТОО Первый', 'Аренда склада']));
    await expect(dialog.getByText(words.lack.date)).toBeVisible();
    await expect(dialog.getByRole('button', { name: words.submit })).toBeDisabled();
    await describe(page, CSV.columns);
    await expect(dialog.getByText(/^1 операция: списано 1.500,50/)).toBeVisible();
    await dialog.getByRole('button', { name: words.submit }).click();
    await expect(dialog).toBeHidden();
    await expect(row(page, 'Аренда склада')).toContainText('1 500,50'.replace(' ', '\u00A0'));
  });

  await test.step('the next CSV of that bank asks nothing and brings only what is new', async () => {
    await give(
      page,
      'май.csv',
      csv(
        [day(3), '11', '1 500,50', '', 'ТОО Первый', 'Аренда склада'],
        [day(2), '12', '', '700,00', 'ТОО Второй', 'Возврат залога'],
      ),
    );
    await expect(page.getByText(many(orders.statement, 'read', 1))).toBeVisible();
    await expect(row(page, 'Возврат залога')).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('a spreadsheet of another bank is told of in the same way, also once', async () => {
    await give(page, 'счёт.xlsx', await sheet(['21', '900.25', 'Расход', 'ТОО Третий', 'Ремонт машины']));
    await describe(page, SHEET.columns);
    await expect(dialog.getByText(/^1 операция: списано 900,25/)).toBeVisible();
    await dialog.getByRole('button', { name: words.submit }).click();
    await expect(dialog).toBeHidden();
    await expect(row(page, 'Ремонт машины')).toBeVisible();
    await give(page, 'ещё.xlsx', await sheet(['22', '80', 'Приход', 'ТОО Третий', 'Переплата за ремонт']));
    await expect(row(page, 'Переплата за ремонт')).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('what is forgotten is asked about again', async () => {
    await expect(page.getByText(many(words, 'count', 2))).toHaveCount(2);
    for (const left of [1, 0]) {
      await page.getByRole('button', { name: words.end }).first().click();
      await expect(page.getByText(many(words, 'count', 2))).toHaveCount(left);
    }
    await give(page, 'июнь.csv', csv([day(1), '13', '5,00', '', 'ТОО Первый', 'Вода']));
    await expect(dialog).toBeVisible();
  });
});

const row = (page: Page, purpose: string) => page.getByRole('row').filter({ hasText: purpose });

async function give(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page
    .getByLabel(orders.statement.drop)
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

async function describe(page: Page, columns: object): Promise<void> {
  const dialog = page.getByRole('dialog', { name: words.title });
  for (const [key, title] of Object.entries(columns)) {
    const name = words.column[key as keyof typeof words.column];
    const column = dialog.getByRole('combobox', { name, exact: true });
    await column.click();
    // The list of the column before may still be closing, and offers the same titles.
    const offered = page.getByRole('listbox', { name, exact: true });
    // Playwright would scroll the page behind the dialog for it, and the list may leave in the middle of the press.
    await offered.getByRole('option', { name: String(title), exact: true }).dispatchEvent('click');
    // One that was lost is named here, and not by a sum that never comes.
    await expect(column).toHaveValue(String(title));
  }
}

const csv = (...rows: string[][]) =>
  Buffer.from([CSV.titles, ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join(';')).join('\r\n'));

const sheet = async (cells: string[]) =>
  Buffer.from(
    await writeBook({
      sheets: [
        {
          name: 'Счёт',
          freeze_header: false,
          columns: SHEET.titles.map((header, at) => ({
            header,
            width: 14,
            kind: at === 0 ? 'date' : at === 2 ? 'money' : 'text',
          })),
          rows: [[addDays(almatyDate(new Date()), -1), ...cells]],
        },
      ],
    }),
  );
