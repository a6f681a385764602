/** What a person sees while the network is away, and after it has come back. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { ActComment } from '../shared/src/features/acts/act-comments.contract.ts';
import app from '../shared/src/texts/ru/app.ts';
import qr from '../shared/src/texts/ru/qr-signing.ts';
import link from '../shared/src/texts/ru/quick-sign.ts';
import ui from '../shared/src/texts/ru/ui.ts';
import { callsOf, sendActs } from './acts.ts';
import { people } from './people.ts';

const banner = (page: Page) => page.getByRole('status').filter({ hasText: app.offline });

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

test('a list says that the network is away, keeps what is searched for, and finds it when it is back', async ({
  context,
  page,
}) => {
  const title = `Найдётся при связи ${Date.now().toString(36)}`;
  await sendActs(page.request, [title]);
  await page.goto('/lk/business/acts');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await context.setOffline(true);
  await expect(banner(page)).toBeInViewport();
  const failed = page.getByRole('alert').filter({ hasText: ui.table.failed });
  const search = page.getByRole('searchbox', { name: 'Поиск по актам' });
  await search.fill(title);
  await expect(failed).toBeVisible();
  await expect(search).toHaveValue(title);
  await context.setOffline(false);
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible();
  await expect(banner(page)).toBeHidden();
  await expect(failed).toBeHidden();
  await expect(search).toHaveValue(title);
});

test('the page behind a link keeps a question without a network, sends it when it is back, and leads on to sign', async ({
  browser,
  page,
}) => {
  const [id] = await sendActs(page.request, ['Вопрос без связи']);
  const { get, post } = await callsOf(page.request, people.director);
  const { url } = await post<{ url: string }>('doc/quick-sign', { doc_type: 'act', id });
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
  const phone = await context.newPage();
  // Asked twice by itself, then again when the network is back.
  await phone.route('**/file', (route) => route.abort('internetdisconnected'), { times: 2 });
  await phone.goto(url);
  await expect(phone.getByText(app.errors.network)).toBeVisible();
  await context.setOffline(true);
  await expect(banner(phone)).toBeVisible();
  await context.setOffline(false);
  await expect(phone.getByRole('button', { name: link.to_sign })).toBeEnabled();

  const question = 'Почему сумма меньше, чем в прошлом месяце?';
  await phone.getByRole('button', { name: link.answer.question }).click();
  await context.setOffline(true);
  await phone.getByLabel(link.answer.ask_label).fill(question);
  await expect(banner(phone)).toBeInViewport();
  const send = phone.getByRole('button', { name: link.answer.ask, exact: true });
  await send.click();
  await expect(phone.getByRole('alert').filter({ hasText: app.errors.network })).toBeVisible();
  await expect(phone.getByLabel(link.answer.ask_label)).toHaveValue(question);

  await phone.getByRole('button', { name: link.to_sign }).click();
  await expect(phone.getByRole('alert').filter({ hasText: ui.part_missing })).toBeVisible();
  await expect(phone.getByLabel(link.answer.ask_label)).toHaveValue(question);

  await context.setOffline(false);
  await expect(banner(phone)).toBeHidden();
  await send.click();
  await expect(phone.getByText(link.answer.asked)).toBeVisible();
  // A browser remembers that a part did not come: the first press loads the page again.
  await expect(async () => {
    await phone.getByRole('button', { name: link.to_sign }).click({ timeout: 5_000 });
    await expect(phone.getByRole('link', { name: qr.here.sandbox })).toBeVisible({ timeout: 10_000 });
  }).toPass();
  const comments = await get<ActComment[]>(`doc/acts/${id}/comments`);
  expect(comments.map(({ comment }) => comment)).toEqual([question]);
  await context.close();
});
