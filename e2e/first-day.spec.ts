import { expect, test } from '@playwright/test';
import acts from '../shared/src/texts/ru/acts.ts';
import example from '../shared/src/texts/ru/example.ts';
import home from '../shared/src/texts/ru/home.ts';
import terms from '../shared/src/texts/ru/terms.ts';
import { faultsOf } from './faults.ts';
import { registerCompany } from './own-company.ts';
import { signIn, signInQuietly } from './people.ts';
import { countRequests, goWithin, settle, visited } from './visits.ts';

test('a new company walks through an example, of which nothing is left, and is led on', async ({
  browser,
  page,
  request,
}) => {
  const name = 'ТОО «Первый день»';
  const email = await registerCompany(request, { name, ceo: 'Ахметова Айгерім' });
  await signIn(page, email);
  await expect(page.getByRole('heading', { name: home.first.invite.title })).toBeVisible();

  const asked: string[] = [];
  page.on('request', (one) => {
    if (new URL(one.url()).pathname.startsWith('/api/') && one.method() !== 'GET') asked.push(one.url());
  });
  await page.getByRole('link', { name: home.first.example }).click();
  await expect(page.getByText(example.is_example, { exact: true })).toBeVisible();
  const press = (words: string) => page.getByRole('button', { name: words, exact: true }).click();
  await press(acts.actions.send);
  await press(example.others.sign);
  await press(acts.actions.sign);
  await press(acts.actions.pay);
  await press(example.others.settle);
  await expect(page.getByRole('status').filter({ hasText: example.did.others.settle })).toBeVisible();
  await page.getByRole('link', { name: example.number.replace('{{at}}', '4') }).click();
  await expect(page.getByRole('heading', { name: new RegExp(example.titles.fourth) })).toBeVisible();
  await page.getByRole('link', { name: example.remove }).click();
  await expect(page.getByRole('heading', { name: home.first.invite.title })).toBeVisible();
  expect(asked).toEqual([]);

  const headers = { Authorization: `Bearer ${await signInQuietly(request, email)}` };
  const get = async (path: string) => {
    const answer = await request.get(`/api/v1/${path}`, { headers });
    expect(answer.status(), path).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  };
  expect(await get('doc/acts')).toMatchObject({ total: 0 });
  expect(await get('company/executors/list')).toEqual([]);
  expect(await get('company/analytics')).toMatchObject({
    first_step: 'invite',
    executors_active: 0,
    events: [],
  });
  expect(await get('company/executors/limit')).toMatchObject({ current_executor_count: 0 });

  // What is empty leads on: no act without an executor.
  await page.goto('/lk/business/acts');
  await expect(page.getByRole('link', { name: acts.empty.example })).toBeVisible();
  await page.getByRole('link', { name: acts.create }).first().click();
  await page.getByRole('link', { name: acts.form.invite }).click();
  await expect(page.getByRole('dialog')).toBeVisible();

  await page.goto('/lk/business/settings/company');
  await page.getByRole('button', { name: 'Что такое БИН/ИИН?' }).press('Enter');
  await expect(page.getByRole('dialog', { name: terms.of.bin.name })).toContainText(terms.of.bin.means);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Что такое БИН/ИИН?' })).toBeFocused();

  await test.step('everybody can use its pages while they are empty, and while nothing can be loaded', async () => {
    for (const is_down of [false, true]) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      await context.addInitScript(countRequests);
      await signInQuietly(context.request, email);
      // What is asked twice by itself fails twice.
      if (is_down) await context.route('**/api/v1/**', (route) => route.fulfill({ status: 500, json: {} }));
      const bare = await context.newPage();
      for (const { path } of visited.filter((screen) => /^\/lk\/business(\/[a-z]+)?$/.test(screen.path))) {
        await goWithin(bare, path);
        await settle(bare);
        const state = `${path} ${is_down ? 'without an answer' : 'empty'}`;
        expect.soft(await faultsOf(bare), state).toEqual([]);
      }
      await context.close();
    }
  });
});
