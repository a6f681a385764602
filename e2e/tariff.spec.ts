import { expect, test } from '@playwright/test';
import { people, signInQuietly } from './people.ts';

test('a change of limit is counted, planned, and seen made when its day has come', async ({
  browser,
  page,
}) => {
  await signInQuietly(page.request, people.administrator);
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
    await own.getByRole('link', { name: 'Тариф', exact: true }).click();
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

const spaced = (count: number) => String(count).replaceAll(/\B(?=(\d{3})+$)/g, String.raw`\s`);

function nextDay(shown: string): string {
  const [day, month, year] = shown.split('.').map(Number) as [number, number, number];
  const next = new Date(Date.UTC(year, month - 1, day + 1)).toISOString();
  return `${next.slice(8, 10)}.${next.slice(5, 7)}.${next.slice(0, 4)}`;
}
