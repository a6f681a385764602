import { expect, test } from '@playwright/test';
import { ACT_COLUMNS } from '../server/src/features/acts/act-columns.ts';
import type { ActColumn } from '../server/src/features/acts/act-columns.ts';
import { encodeWindows1251 } from '../server/src/platform/text-encoding.ts';
import { almatyDate, formatDate } from '../shared/src/kernel/dates.ts';
import type { ActListItem, ActView } from '../shared/src/features/acts/acts.contract.ts';
import { callsOf, executorName } from './acts.ts';
import { people, signIn } from './people.ts';

const COUNT = 25;
const now = Date.now();
const title = `Уборка ${now.toString(36)}`;
/** Acts of the same person, days and sum would be asked about. */
const rateOf = (at: number) => `1 ${String((now % 900) + at).padStart(3, '0')},50`;

test('a table with wrong cells is mended on the page, and what it made is sent and taken back by its filter', async ({
  page,
  request,
}) => {
  const { get } = await callsOf(request, people.director);
  const query = `limit=1&search=${encodeURIComponent(executorName)}`;
  const { items } = await get<{ items: ActListItem[] }>(`doc/acts?${query}`);
  const like = await get<ActView>(`doc/acts/${items[0]!.id}`);
  await signIn(page, people.director);

  await test.step('one wrong name in every row is mended once', async () => {
    await page.goto('/lk/business/acts/import');
    await page.getByLabel('Таблица с актами').setInputFiles({
      name: 'акты.csv',
      mimeType: 'text/csv',
      buffer: encodeWindows1251(tableOf(like)).bytes,
    });
    const wrong = page.getByRole('region', { name: 'Что исправить' });
    await expect(wrong.getByRole('row')).toHaveCount(3);
    // Windows-1251 has no Kazakh letters, so a contract named after a Kazakh has lost them.
    const contract = wrong.getByLabel('Договор, строка 2');
    const only = 'Единственный договор исполнителя';
    const isOnly = (await contract.getByRole('option', { name: only }).count()) > 0;
    await contract.selectOption(isOnly ? only : like.contract_title);
    await wrong.getByLabel('Цена за единицу, строка 4').fill('1500');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Создать ${COUNT} актов` }).click();
    await expect(page.getByText(`Создано ${COUNT} актов`)).toBeVisible();
  });

  const bar = page.getByRole('region', { name: 'Действия с выбранным' });
  const overFilter = async (deed: string, done: string) => {
    await page.goto(`/lk/business/acts?limit=20&search=${encodeURIComponent(title)}`);
    await expect(page.getByRole('row', { name: new RegExp(title) })).toHaveCount(20);
    await page.getByRole('checkbox', { name: 'Выбрать все на странице' }).press('Space');
    // Its file comes when something is selected.
    await expect(bar).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(bar).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(bar).toContainText(`${COUNT} актов`);
    await bar.getByRole('button', { name: deed, exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(`${COUNT} актов ·`)).toBeVisible();
    await dialog.getByRole('button', { name: deed, exact: true }).press('Enter');
    await expect(dialog.getByText(done)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };
  await test.step('all of the filter, those of other pages too, are sent by keyboard', () =>
    overFilter('Отправить', `Готово ${COUNT} из ${COUNT}`));
  await test.step('and taken back', () => overFilter('Отозвать', `Готово ${COUNT} из ${COUNT}`));
  await expect(page.getByRole('row', { name: /Черновик/ })).toHaveCount(20);
});

function tableOf(like: ActView): string {
  const today = formatDate(almatyDate(new Date()));
  const row: Partial<Record<ActColumn, string>> = {
    contractor: like.contractor_company.bin,
    contract: like.contract_title,
    date: today,
    start_date: today,
    end_date: today,
    category: 'Уборка помещений',
    description: '"Уборка"; склад',
    quantity: '1',
    unit: 'услуга',
  };
  const rows = Array.from({ length: COUNT }, (_row, at) =>
    ACT_COLUMNS.map(({ key }) => {
      if (key === 'title') return `${title} № ${at + 1}`;
      if (key === 'rate') return at === 2 ? 'тысяча' : rateOf(at);
      return row[key] ?? '';
    }),
  );
  return [ACT_COLUMNS.map(({ ru }) => ru), ...rows]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
    .join('\r\n');
}
