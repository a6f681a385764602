import { expect, test } from '@playwright/test';
import { makeZip } from '../server/src/adapters/spreadsheet/xlsx/make-xlsx.ts';
import { callsOf } from './acts.ts';
import { makePdf } from './paper.ts';
import { people } from './people.ts';

test('contracts signed on paper are taken over from a table and an archive of scans', async ({ page }) => {
  const { get } = await callsOf(page.request, people.director);
  const { items } = await get<{ items: { bin: string }[] }>('company/executors?limit=1');
  const bin = items[0]!.bin;
  const run = Date.now();
  const numbers = ['A', 'B', 'C'].map((letter) => `${run}-${letter}`);
  const table = [
    '№ договора;Исполнитель;ИИН/БИН;Дата договора;Срок действия',
    ...numbers.map((number) => `${number};;${bin};30.01.2026;31.12.2027`),
    `${run}-D;;000000000000;30.01.2026;31.12.2027`,
  ].join('\n');
  const zip = await makeZip({
    'Сканы/Договор № 1.txt': 'нет такого договора',
    [`Сканы/Договор № ${numbers[0]}.pdf`]: makePdf('A'),
    [`Сканы/${numbers[1]}.pdf`]: makePdf('B'),
  });

  await page.goto('/lk/business/contracts');
  await page.getByRole('button', { name: 'Договоры с бумаги' }).click();
  const dialog = page.getByRole('dialog', { name: 'Принять договоры, подписанные на бумаге' });
  const give = (label: string, name: string, buffer: Buffer) =>
    dialog.getByLabel(label).setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await give('Таблица, XLSX или CSV', 'реестр.csv', Buffer.from(table));
  await give('Архив сканов, ZIP', 'сканы.zip', zip);
  await expect(dialog.getByRole('status')).toHaveText('Строк: 4. Готовы: 2.');
  await expect(dialog.getByText('Файлы без строки: Договор № 1.txt')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Замечания' }).getByRole('listitem')).toHaveCount(2);

  const rest = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Принять: 2' }).click();
  expect((await rest).suggestedFilename()).toBe('Строки с замечаниями.xlsx');
  const work = page.getByRole('dialog', { name: 'Приём договоров с бумаги' });
  for (const number of numbers.slice(0, 2))
    await expect(work.getByRole('link', { name: `Договор № ${number}` })).toBeVisible();
  await work.getByRole('link', { name: `Договор № ${numbers[0]}` }).click();
  await expect(page.getByRole('heading', { name: `Договор № ${numbers[0]}`, level: 1 })).toBeVisible();
});
