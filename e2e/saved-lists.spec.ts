import { readFileSync } from 'node:fs';
import type { EsfDocument } from '@kelisim/shared/features/esf/esf.contract.ts';
import type { PaymentOrder } from '@kelisim/shared/features/payments/payments.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { readRows } from '../server/src/adapters/spreadsheet/xlsx/read-rows.ts';
import esf from '../shared/src/texts/ru/esf.ts';
import exported from '../shared/src/texts/ru/exports.ts';
import orders from '../shared/src/texts/ru/payment-orders.ts';
import ui from '../shared/src/texts/ru/ui.ts';
import { callsOf } from './acts.ts';
import { download } from './judge.ts';
import { people } from './people.ts';

test('a list narrowed by day, recipient and words is saved with the rows that the page shows', async ({
  page,
}) => {
  const { get } = await callsOf(page.request, people.dalaDirector);
  const { items } = await get<{ items: PaymentOrder[] }>('payments/orders?limit=50');
  const { payee, created_at } = items.at(-1)!;
  const day = almatyDate(new Date(created_at));

  await test.step('payments of a recipient, and of these those of a day', async () => {
    await page.goto('/lk/business/payments');
    await page.getByRole('button', { name: new RegExp(`^${orders.filter.payee}`) }).click();
    const party = page.getByLabel(ui.party.hint);
    await party.fill(payee.bin);
    await party.press('Enter');
    await expect(page).toHaveURL(/payee=\d/);
    const ofPayee = await expectSame(page, exported.act);
    expect(new Set(ofPayee.map((row) => row[exported.bin]))).toEqual(new Set([payee.bin]));
    await page.goto(`${page.url()}&date_from=${day}&date_to=${day}`);
    const ofDay = await expectSame(page, exported.act);
    expect(ofDay).toEqual(ofPayee.filter((row) => row[exported.date] === day));
  });

  for (const [path, words, key] of [
    ['executors', payee.bin, exported.bin],
    ['contracts', payee.name, exported.number],
  ] as const)
    await test.step(`${path} of one party by words`, async () => {
      await page.goto(`/lk/business/${path}`);
      await page.getByRole('main').getByRole('searchbox').first().fill(words);
      await expect(page).toHaveURL(/search=/);
      await expectSame(page, key);
    });
});

test('invoices narrowed by kind and words are saved with the rows that the page shows', async ({ page }) => {
  const { get } = await callsOf(page.request, people.director);
  const { items } = await get<{ items: EsfDocument[] }>('esf/documents?limit=50&kind=invoice');
  // Without its serial number; other journeys register under other numbers meanwhile.
  const number = items.at(-1)!.registration_number!.slice(0, -8);
  await page.goto('/lk/business/esf?kind=invoice');
  await page.getByRole('searchbox', { name: esf.search }).fill(number);
  await expect(page).toHaveURL(/kind=invoice.*search=|search=.*kind=invoice/);
  const rows = await expectSame(page, exported.number);
  expect(new Set(rows.map((row) => row[exported.type]))).toEqual(new Set([esf.kind.invoice]));
  for (const row of rows) expect(row[exported.registration]).toContain(number);
});

/** Saves the list, and finds each of its rows on the page by what stands in a column, and no other row. */
async function expectSame(page: Page, key: string): Promise<Record<string, string>[]> {
  const file = readFileSync(await download(page.getByRole('button', { name: ui.save_list })));
  const read = await readRows(file, { max_rows: 1_000, max_columns: 30 });
  if (read.status !== 'ok') throw new Error(`The list cannot be read: ${read.code}`);
  const rows = read.rows.map(({ cells }) =>
    Object.fromEntries(
      read.header.map((title, at) => {
        const cell = cells[at];
        return [title, cell && 'value' in cell ? String(cell.value) : ''];
      }),
    ),
  );
  expect(rows.length).toBeGreaterThan(0);
  const shown = page.getByRole('main').locator('tbody tr');
  await expect(shown).toHaveCount(rows.length);
  for (const [at, row] of rows.entries()) await expect(shown.nth(at)).toContainText(row[key]!);
  return rows;
}
