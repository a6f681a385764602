import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { PASSWORD, people, signInQuietly } from './people.ts';

test('pays by a file for the bank’s program, and a statement from it makes the acts paid', async ({
  context,
  page,
}) => {
  const token = await signInQuietly(context.request, people.dalaDirector);
  const headers = () => ({ Authorization: `Bearer ${token}`, 'Idempotency-Key': crypto.randomUUID() });
  const list = await context.request.get('/api/v1/doc/acts', {
    headers: headers(),
    params: { status_id: 5, limit: 2, sort_order: 'asc' },
  });
  const { items } = (await list.json()) as { items: { id: number; number: string }[] };
  expect(items).toHaveLength(2);

  await page.goto('/lk/business/payments');
  await page.getByRole('button', { name: 'Как платим' }).click();
  await page.getByRole('radio', { name: /^Файлом/ }).check();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('Сохранено')).toBeVisible();

  await page.goto(`/lk/business/acts/${items[0]!.id}`);
  await page.getByRole('button', { name: /^Оплатить/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Компания платит файлом', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: /^Оплатить/ }).click();
  await dialog.getByRole('link', { name: 'Сделать файл для банка' }).click();

  await page.getByRole('button', { name: 'Сделать файл для банка' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать файл' }).click();
  const bytes = await readFile(await (await coming).path());
  const file = new TextDecoder('windows-1251').decode(bytes);
  expect(file.startsWith('1CClientBankExchange\r\n')).toBe(true);
  await page.getByRole('button', { name: 'Готово' }).click();

  // The bank tells of the same payments in its own words: another number, the purpose as it came.
  const get = (section: string, key: string) => section.match(new RegExp(`^${key}=(.*)\r$`, 'm'))![1]!;
  const sections = file.split('СекцияДокумент=ПлатежноеПоручение').slice(1);
  const today = get(file, 'ДатаСоздания');
  const statement = [
    '1CClientBankExchange',
    `РасчСчет=${get(file, 'РасчСчет')}`,
    ...sections.flatMap((section) => [
      'СекцияДокумент="Выписка"',
      `НомерДокумента=NT-${get(section, 'НомерДокумента').padStart(6, '0')}`,
      `ДатаОперации=${today}`,
      `СуммаРасход=${get(section, 'Сумма')}`,
      `ПолучательНаименование=${get(section, 'ПолучательНаименование')}`,
      `ПолучательИИК=${get(section, 'ПолучательИИК')}`,
      `НазначениеПлатежа=${get(section, 'НазначениеПлатежа')}`,
      'КонецДокумента',
    ]),
    'КонецФайла',
  ].join('\r\n');
  await page.getByRole('link', { name: /^Выписки/ }).click();
  await page
    .getByLabel('Выписка «1С» (.txt)')
    .setInputFiles({ name: 'vypiska.txt', mimeType: 'text/plain', buffer: Buffer.from(statement) });
  await expect(
    page.getByText(`Операций: ${sections.length}, связано с платежами: ${sections.length}`),
  ).toBeVisible();
  await page.goto(`/lk/business/acts/${items[0]!.id}`);
  await expect(page.getByText('Оплачен', { exact: true }).first()).toBeVisible();

  const bank = { channel: 'bank', payment_limit: null, bookkeeper_name: null };
  await context.request.post('/api/v1/auth/prove', { headers: headers(), data: { password: PASSWORD } });
  const back = await context.request.put('/api/v1/payments/settings', { headers: headers(), data: bank });
  expect(back.status()).toBe(200);
});
