import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import type { APIRequestContext, Page } from '@playwright/test';
import type { ActListItem } from '../shared/src/features/acts/acts.contract.ts';
import { callsOf } from './acts.ts';
import { enter, expectFocus } from './keys.ts';
import { people } from './people.ts';

/** The settings of the company are one for both journeys. */
test.describe.configure({ mode: 'serial' });

test('connects a bank by its API, tests it, and an act paid through it becomes paid', async ({
  context,
  page,
  baseURL,
}) => {
  const act_id = await findPayable(context.request);

  await test.step('its keys are taken, and it answers', async () => {
    await page.goto('/lk/business/settings/integrations');
    await page.getByRole('button', { name: 'Другой банк: Подключить' }).click();
    const form = page.getByRole('dialog', { name: 'Другой банк' });
    await form.getByLabel('Номер счёта').fill('KZ047220000000498765');
    await choose(page, 'Банк', /Kaspi/);
    await choose(page, 'КБе', '17');
    const bank = `${baseURL}/api/sandbox-bank`;
    await form.getByLabel('Адрес API').fill(bank);
    await form.getByLabel('Адрес выдачи токена').fill(`${bank}/oauth/token`);
    await form.getByLabel('Client ID').fill('kelisim');
    await form.getByLabel('Client secret').fill('wrong');
    await form.getByRole('button', { name: 'Сохранить', exact: true }).click();
    await expect(page.getByText('Банк не принял Client ID или Client secret')).toBeVisible();
    await page.getByRole('button', { name: 'Другой банк: Изменить' }).click();
    await form.getByLabel('Client secret').fill('sandbox-bank-secret');
    await form.getByRole('button', { name: 'Сохранить', exact: true }).click();
    await expect(form).toBeHidden();
    await page.getByRole('button', { name: 'Другой банк: Проверить' }).click();
    await expect(page.getByText('Банк ответил, ключи подходят.')).toBeVisible();
  });
  await test.step('it is chosen, and pays', async () => {
    await page.goto('/lk/business/payments');
    await page.getByRole('button', { name: 'Как платим' }).click();
    await choose(page, 'Через какой банк', 'Другой банк');
    await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
    await expect(page.getByText('Сохранено', { exact: true })).toBeVisible();
    await pay(page, act_id);
    const finish = page.getByRole('dialog').getByRole('button', { name: 'Готово' });
    await expect(finish).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(finish).toBeHidden();
    await expectFocus(page);
    await expectPaid(page, act_id);
  });
  await test.step('it is taken away again', async () => {
    await page.goto('/lk/business/settings/integrations');
    await page.getByRole('button', { name: 'Другой банк: Отключить' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Отключить' }).click();
    await expect(page.getByRole('button', { name: 'Другой банк: Подключить' })).toBeVisible();
  });
});

test('pays by a file for the bank’s program, and a statement from it makes the act paid', async ({
  context,
  page,
}) => {
  const act_id = await findPayable(context.request);
  await page.goto('/lk/business/payments');
  await chooseChannel(page, /^Файлом/);
  await pay(page, act_id);
  await page.getByRole('dialog').getByRole('link', { name: 'Сделать файл для банка' }).click();

  await test.step('what the bank reads can still be corrected', async () => {
    const row = page.getByRole('row').filter({ has: page.locator(`a[href$="/acts/${act_id}"]`) });
    await row.getByRole('button', { name: /^Действия/ }).click();
    await page.getByRole('menuitem', { name: 'Изменить назначение' }).click();
    const form = page.getByRole('dialog', { name: 'КНП и назначение' });
    await form.getByRole('combobox', { name: 'КНП', exact: true }).fill('852');
    await form.getByLabel('Назначение платежа').fill('За перевозку по договору');
    await form.getByRole('button', { name: 'Сохранить', exact: true }).click();
    await expect(form).toBeHidden();
  });

  await page.getByRole('button', { name: 'Сделать файл для банка' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать файл' }).click();
  const file = new TextDecoder('windows-1251').decode(await readFile(await (await coming).path()));
  expect(file.startsWith('1CClientBankExchange\r\n')).toBe(true);
  expect(file).toContain('За перевозку по договору');
  await page.getByRole('button', { name: 'Готово' }).click();

  await page.getByRole('link', { name: /^Выписки/ }).click();
  const { text, count } = toStatement(file);
  await page
    .getByLabel('Выписка «1С» (.txt)')
    .setInputFiles({ name: 'vypiska.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await expect(page.getByText(`Операций: ${count}, связано с платежами: ${count}`)).toBeVisible();
  await expectPaid(page, act_id);
  await page.goto('/lk/business/payments');
  await chooseChannel(page, /^Прямо в банк/);
});

/** A signed act whose executor has an account: one of the demo has none, so that people see what is said then. */
async function findPayable(request: APIRequestContext): Promise<number> {
  const { get, post } = await callsOf(request, people.dalaDirector);
  const { items } = await get<{ items: ActListItem[] }>('doc/acts?status_id=5&limit=100&sort_order=desc');
  for (const { id } of items) {
    const { payees } = await post<{ payees: { iban: string | null }[] }>('doc/acts/pay/preview', {
      act_ids: [id],
    });
    if (payees[0]?.iban) return id;
  }
  throw new Error('no signed act of the demo data can be paid any more');
}

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

async function chooseChannel(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Как платим' }).click();
  await page.getByRole('radio', { name }).check();
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(page.getByText('Сохранено', { exact: true })).toBeVisible();
}

/** By keyboard alone. */
async function pay(page: Page, act_id: number): Promise<void> {
  await page.goto(`/lk/business/acts/${act_id}`);
  await enter(page, page.getByRole('button', { name: /^Оплатить/ }));
  await enter(page, page.getByRole('dialog').getByRole('button', { name: /^Оплатить/ }));
}

async function expectPaid(page: Page, act_id: number): Promise<void> {
  await page.goto(`/lk/business/acts/${act_id}`);
  await expect(page.getByText('Оплачен', { exact: true }).first()).toBeVisible();
}

/** The bank tells of the same payments in its own words: another number, the purpose as it came. */
function toStatement(file: string): { text: string; count: number } {
  const get = (section: string, key: string) => section.match(new RegExp(`^${key}=(.*)\r$`, 'm'))![1]!;
  const sections = file.split('СекцияДокумент=ПлатежноеПоручение').slice(1);
  const lines = [
    '1CClientBankExchange',
    `РасчСчет=${get(file, 'РасчСчет')}`,
    ...sections.flatMap((section) => [
      'СекцияДокумент="Выписка"',
      `НомерДокумента=NT-${get(section, 'НомерДокумента').padStart(6, '0')}`,
      `ДатаОперации=${get(file, 'ДатаСоздания')}`,
      `СуммаРасход=${get(section, 'Сумма')}`,
      `ПолучательНаименование=${get(section, 'ПолучательНаименование')}`,
      `ПолучательИИК=${get(section, 'ПолучательИИК')}`,
      `НазначениеПлатежа=${get(section, 'НазначениеПлатежа')}`,
      'КонецДокумента',
    ]),
    'КонецФайла',
  ];
  return { text: lines.join('\r\n'), count: sections.length };
}
