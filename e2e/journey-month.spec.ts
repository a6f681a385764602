import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { readRows } from '../server/src/adapters/spreadsheet/xlsx/read-rows.ts';
import { writeBook } from '../server/src/adapters/spreadsheet/xlsx/write-book.ts';
import { ACT_COLUMNS } from '../server/src/features/acts/act-columns.ts';
import type { ActColumn } from '../server/src/features/acts/act-columns.ts';
import { almatyDate } from '../shared/src/kernel/dates.ts';
import { download, makeJudge } from './judge.ts';
import { people, signIn } from './people.ts';
import { signInDialog } from './signing.ts';

const COUNT = 50;
const executor = 'Ахметов Нұрлан Қайратұлы';
/** Only of these acts, so that the journey may be gone again over the same data. */
const title = `Перевозка ${Date.now().toString(36)}`;

test('a month: fifty acts out of a table, sent, signed by both, paid, and judged by others', async ({
  browser,
  page,
}) => {
  test.setTimeout(300_000);
  await signIn(page, people.director);

  await test.step('the table is filled from the template and becomes fifty acts', async () => {
    await page.goto('/lk/business/acts');
    await page.getByRole('link', { name: 'Импорт из таблицы' }).click();
    const template = await download(page.getByRole('button', { name: 'Скачать шаблон' }));
    await page.getByLabel('Таблица с актами').setInputFiles({
      name: 'акты.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(await fillTable(readFileSync(template))),
    });
    await page.getByRole('button', { name: `Создать ${COUNT} актов` }).click();
    await expect(page.getByText(`Создано ${COUNT} актов`)).toBeVisible({ timeout: 60_000 });
  });

  await test.step('all are sent at once', async () => {
    await page.getByRole('button', { name: `Отправить все ${COUNT} актов исполнителям` }).click();
    await expect(page.getByText('Отправка актов')).toBeVisible();
    await expect(page.getByText(`Готово ${COUNT} из ${COUNT}`)).toHaveCount(2, { timeout: 120_000 });
  });

  await test.step('the executor signs all of them in one go', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const phone = await context.newPage();
    await signIn(phone, people.executor);
    await phone.getByRole('link', { name: 'Подписать', exact: true }).click();
    await expect(phone).toHaveURL(/\/lk\/executor\/acts\?status_id=2&status_id=3/);
    await phone.goto(`/lk/executor/acts?search=${encodeURIComponent(title)}`);
    await selectAll(phone);
    await inBar(phone, 'Подписать');
    await signInDialog(phone, 'Ключ ГОСТ', `Подписано ${COUNT} актов`);
    await context.close();
  });

  await test.step('the director signs all of them in one go', async () => {
    await page.goto(`/lk/business/acts?search=${encodeURIComponent(title)}`);
    await selectAll(page);
    await inBar(page, 'Подписать');
    await signInDialog(page, 'Ключ RSA', `Подписано ${COUNT} актов`);
  });

  await test.step('and pays them', async () => {
    await page.goto(`/lk/business/acts?search=${encodeURIComponent(title)}`);
    await selectAll(page);
    await inBar(page, 'Оплатить');
    const dialog = page.getByRole('dialog', { name: 'Оплата' });
    await dialog.getByRole('button', { name: /^Оплатить/ }).click();
    await expect(dialog.getByText(`Создано ${COUNT} платежей`)).toBeVisible({ timeout: 120_000 });
    await dialog.getByRole('button', { name: 'Готово', exact: true }).click();
    await expect(async () => {
      await page.goto(`/lk/business/acts?status_id=10&search=${encodeURIComponent(title)}`);
      await expect(page.getByRole('checkbox', { name: /^Выбрать: / })).toHaveCount(COUNT);
    }).toPass({ timeout: 60_000 });
  });

  await test.step('anybody can judge both signatures of the PDF', async () => {
    const { E2E_DATA_DIR: dataDir } = process.env;
    test.skip(!dataDir, 'E2E_DATA_DIR of the running product is not told');
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await expect(page.getByText('Акт оплачен.')).toBeVisible();
    const cmsOf = (side: string) =>
      page.getByRole('region', { name: side }).getByRole('button', { name: /^Скачать подпись/ });
    const pdf = await download(page.getByRole('button', { name: 'Документ, PDF', exact: true }));
    const ofBusiness = await download(cmsOf('Заказчик'));
    const ofExecutor = await download(cmsOf('Исполнитель'));
    const judge = makeJudge(dataDir!);
    expect(judge.kelisim(pdf, ofExecutor), 'signature of the executor, GOST').toBe(0);
    expect(judge.kelisim(pdf, ofBusiness), 'signature of the business, RSA').toBe(0);
    expect(judge.kelisim(ofExecutor, ofBusiness), 'the same signature of another file').toBe(1);
    const openssl = judge.openssl(pdf, ofBusiness);
    if (!openssl) return;
    expect(openssl.status, openssl.said).toBe(0);
    expect(judge.openssl(ofExecutor, ofBusiness)?.status, 'openssl over another file').not.toBe(0);
  });
});

/** What a person does with the template: looks up the contract on its second sheet and types fifty rows. */
async function fillTable(template: Uint8Array): Promise<Uint8Array> {
  const known = await readRows(template, { sheet: 'Исполнители', max_rows: 1000, max_columns: 5 });
  if (known.status !== 'ok') throw new Error(`The template cannot be read: ${known.code}`);
  const today = almatyDate(new Date());
  const found = known.rows
    .map(({ cells }) => cells.map((cell) => ('value' in cell ? String(cell.value) : '')))
    .find(([name, , , start = '', end = '']) => name === executor && start <= today && today <= end);
  if (!found) throw new Error(`${executor} has no contract in the template`);
  const [, bin = '', contract = ''] = found;
  const rowOf = (at: number): Record<ActColumn, string> => ({
    act: String(at),
    contractor: bin,
    contract,
    title: `${title} № ${at}`,
    date: today,
    start_date: today,
    end_date: today,
    knp: '859',
    category: 'Перевозка грузов',
    description: `Доставка груза по заявке ${at}`,
    quantity: '1',
    unit: 'рейс',
    rate: `${10_000 + at * 100}.00`,
    service_date: '',
    additional_info: '',
  });
  const kinds: Partial<Record<ActColumn, 'date' | 'number' | 'money'>> = {
    date: 'date',
    start_date: 'date',
    end_date: 'date',
    quantity: 'number',
    rate: 'money',
  };
  return await writeBook({
    sheets: [
      {
        name: 'Акты',
        columns: ACT_COLUMNS.map(({ key, ru, width }) => ({ header: ru, width, kind: kinds[key] ?? 'text' })),
        rows: Array.from({ length: COUNT }, (_row, at) => {
          const row = rowOf(at + 1);
          return ACT_COLUMNS.map(({ key }) => row[key] || null);
        }),
        freeze_header: true,
      },
    ],
  });
}

async function selectAll(page: Page): Promise<void> {
  const rows = page.getByRole('checkbox', { name: /^Выбрать: / });
  await expect(rows).toHaveCount(COUNT);
  const whole = page.getByRole('checkbox', { name: 'Выбрать все на странице' });
  if (await whole.isVisible()) await whole.check();
  else for (const row of await rows.all()) await row.check();
  await expect(page.getByRole('region', { name: 'Действия с выбранным' })).toContainText(`${COUNT} актов`);
}

async function inBar(page: Page, action: string): Promise<void> {
  await page
    .getByRole('region', { name: 'Действия с выбранным' })
    .getByRole('button', { name: action, exact: true })
    .click();
}
