import type { Tariff, TariffRow } from '@kelisim/shared/features/tariff/tariff.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { expect, test, type Page } from '@playwright/test';
import { statementOf } from '../server/test/bank-statement.ts';
import { people, signInQuietly } from './people.ts';

test('a change of limit is counted, planned, and seen made when its day has come', async ({
  browser,
  page,
}) => {
  await cancelPlans(page);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Тарифы' }).first().click();
  await page.getByRole('link', { name: /Алатау/ }).click();
  await expect(page.getByRole('heading', { name: /Алатау/, level: 1 })).toBeVisible();
  const before = await page.getByText(/ из 2.?5/).textContent();
  const limit = Number(/из (.*)$/.exec(before!)![1]!.replaceAll(/\D/g, ''));

  await test.step('the administrator counts it and plans it for tomorrow', async () => {
    await page.getByRole('button', { name: 'Сменить лимит' }).click();
    const form = page.getByRole('dialog', { name: 'Сменить лимит' });
    await form.getByLabel('Лимит исполнителей').fill(String(limit + 10));
    const day = await form.getByLabel('С какого дня').inputValue();
    await form.getByLabel('С какого дня').fill(nextDay(day));
    await form.getByLabel('Причина').fill('Новый склад');
    await form.getByRole('button', { name: 'Посчитать' }).click();
    await expect(form.getByText(/В этот день к оплате/)).toBeVisible();
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByText('Новый склад')).toBeVisible();
    await page.getByRole('button', { name: 'Передвинуть' }).click();
    await expect(page.getByText('Изменений не запланировано')).toBeVisible();
  });

  await test.step('the company sees the new limit, its bill, and takes it as PDF', async () => {
    const own = await (await browser.newContext()).newPage();
    await signInQuietly(own.request, people.director);
    await own.goto('/lk/business');
    await own.getByRole('link', { name: 'Настройки' }).click();
    // «Настройки» leads on to the first tab, which must not come after the one that is clicked.
    await expect(own.getByRole('heading', { name: 'О компании' })).toBeVisible();
    await own.getByRole('link', { name: 'Тариф', exact: true }).click();
    await expect(own).toHaveURL(/\/tariff/);
    await expect(own.getByText(new RegExp(`из ${spaced(limit + 10)}`))).toBeVisible();
    await expect(own.getByText('Добавленные места').first()).toBeVisible();
    const [file] = await Promise.all([
      own.waitForEvent('download'),
      own
        .getByRole('button', { name: /Скачать счёт KT-/ })
        .last()
        .click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^KT-\d+\.pdf$/);
    expect((await own.context().cookies()).some(({ name }) => name === 'tariff_plan_id')).toBe(true);
    await own.context().close();
  });
});

test('a plan leaves the limit as it is, and every payment leaves the queue', async ({ page }) => {
  const { read, company_id } = await cancelPlans(page);

  await test.step('another price is planned without a word of the limit', async () => {
    await page.goto(`/admin/tariffs/${company_id}`);
    await page.getByRole('button', { name: 'Запланировать смену' }).click();
    const form = page.getByRole('dialog', { name: 'Запланировать смену' });
    await expect(form.getByLabel('Лимит исполнителей')).toHaveValue('');
    await form.getByLabel('Цена в месяц, ₸').fill('175');
    await form.getByRole('button', { name: 'Посчитать' }).click();
    await expect(form.getByText(/В этот день к оплате/)).toBeVisible();
    await form.getByRole('button', { name: 'Сохранить' }).click();
    await expect(form).toBeHidden();
    const { planned_changes } = await read<Tariff>(String(company_id));
    expect(planned_changes.map(({ new_limit }) => new_limit)).toEqual([null]);
    await page.getByRole('button', { name: /Отменить изменение/ }).click();
    await expect(page.getByText('Изменений не запланировано')).toBeVisible();
  });

  const open = (await read<Tariff>(String(company_id))).payment_calendar.filter(
    ({ id, status }) => id !== null && (status === 'due' || status === 'overdue'),
  );
  const amount_tiyn = open.reduce((sum, entry) => sum + parseMoney(entry.payment_amount)!, 0n);
  const told = {
    iban: makeIban('856', '0000000001234'),
    day: almatyDate(new Date()),
    direction: 'in',
  } as const;
  const buffer = statementOf(makeIban('856', '0000000000777'), [
    { ...told, number: '921', amount_tiyn, purpose: 'Из личных денег директора' },
    { ...told, number: '922', amount_tiyn: 777n, purpose: 'Возврат переплаты' },
  ]);
  const row = (purpose: string) => page.getByRole('row').filter({ hasText: purpose });

  await test.step('bills are found by their company', async () => {
    await page.goto('/admin/tariffs/incoming');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'выписка.txt', mimeType: 'text/plain', buffer });
    await expect(page.getByText(/новых: 2/)).toBeVisible();
    await row('Из личных денег')
      .getByRole('button', { name: /Сопоставить/ })
      .click();
    const form = page.getByRole('dialog', { name: 'Какие счета оплачены' });
    await form.getByRole('searchbox').fill('Алатау');
    for (const { id } of open) await form.getByLabel(new RegExp(`KT-${id} `)).check();
    await form.getByRole('button', { name: 'Сопоставить' }).click();
    await expect(form).toBeHidden();
    await expect(row('Из личных денег')).toContainText(`KT-${open[0]!.id}`);
  });

  await test.step('what is for no bill is set aside with a word of why', async () => {
    await row('Возврат переплаты')
      .getByRole('button', { name: /Действия/ })
      .click();
    await page.getByRole('menuitem', { name: 'Не за счёт' }).click();
    const form = page.getByRole('dialog', { name: 'Платёж не за счёт?' });
    await form.getByLabel('Почему').fill('Заём учредителя');
    await form.getByRole('button', { name: 'Не за счёт' }).click();
    await expect(row('Возврат переплаты')).toContainText('Заём учредителя');
  });
});

/** What an earlier try has left planned is nobody's: every journey here begins without a plan, as the administrator. */
async function cancelPlans(page: Page) {
  const token = await signInQuietly(page.request, people.administrator);
  const headers = { authorization: `Bearer ${token}` };
  const read = async <T>(path: string): Promise<T> =>
    (await (await page.request.get(`/api/v1/tariff/${path}`, { headers })).json()) as T;
  const { items } = await read<{ items: TariffRow[] }>('admin/companies?search=Алатау&page=1&limit=10');
  const { company_id } = items[0]!;
  const { planned_changes } = await read<Tariff>(String(company_id));
  for (const { id } of planned_changes) {
    const answer = await page.request.delete(`/api/v1/tariff/admin/changes/${id}`, { headers });
    expect(answer.status()).toBe(200);
  }
  return { read, company_id };
}

const spaced = (count: number) => String(count).replaceAll(/\B(?=(\d{3})+$)/g, String.raw`\s`);

function nextDay(shown: string): string {
  const [day, month, year] = shown.split('.').map(Number) as [number, number, number];
  const next = new Date(Date.UTC(year, month - 1, day + 1)).toISOString();
  return `${next.slice(8, 10)}.${next.slice(5, 7)}.${next.slice(0, 4)}`;
}
