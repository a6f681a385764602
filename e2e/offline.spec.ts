/** What a person sees while the network is away, and after it has come back. */
import { expect, test } from '@playwright/test';
import { callsOf, sendActs } from './acts.ts';
import { people } from './people.ts';

test('a draft saved without a network says so at once, stays as it was typed, and is saved when it is back', async ({
  context,
  page,
}) => {
  const [sent] = await sendActs(page.request, ['Набрано при связи']);
  const { post } = await callsOf(page.request, people.director);
  await post('doc/acts/recall', { act_ids: [sent] });
  await page.goto(`/lk/business/acts/${sent}/edit`);
  const title = page.locator('[data-field="title"]');
  await title.fill('Набрано без связи');
  await context.setOffline(true);
  const save = page.getByRole('button', { name: 'Сохранить', exact: false }).first();
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Нет связи с сервером' })).toBeVisible();
  await expect(save).toBeEnabled();
  await expect(title).toHaveValue('Набрано без связи');
  await context.setOffline(false);
  await save.click();
  await expect(page).toHaveURL(new RegExp(`/acts/${sent}$`));
  await expect(page.getByText('Набрано без связи')).toBeVisible();
});

test('a page that was not loaded says that the network is away, and comes when it is back', async ({
  context,
  page,
}) => {
  await callsOf(page.request, people.accountant);
  await page.goto('/lk/business');
  await expect(page.getByRole('heading', { name: 'Главная', level: 1 })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Статистика', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Нет связи с сервером' })).toBeVisible();
  await expect(page.getByText('500', { exact: true })).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Статистика', level: 1 })).toBeVisible();
});
