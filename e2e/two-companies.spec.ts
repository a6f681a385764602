import { expect, test } from '@playwright/test';
import type { Me } from '../shared/src/features/auth/auth.contract.ts';
import { callsOf, sendActs } from './acts.ts';
import { needMessages, readMessage } from './messages.ts';
import { people, signInQuietly } from './people.ts';

test('who works in two companies comes to what the other one has, from the bell and from a letter', async ({
  browser,
  page,
}) => {
  needMessages();
  // Nobody else's journey goes as him.
  const email = 'accountant@dala.example';
  const beside = await browser.newContext();
  const { request } = beside;
  const director = await callsOf(request, people.director);
  await director.post('company/employees/invitations', { email, rights: ['manage_acts'] });
  const token = await readMessage(email, /\/join\/([0-9a-f]{64})/);
  const headers = { authorization: `Bearer ${await signInQuietly(page.request, email)}` };
  const as = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/v1/${path}`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()) as { company_id: number; company_name: string };
  };
  const alatau = await as('employee-invitation/accept', { token });
  const me: Me = await (await page.request.get('/api/auth/me', { headers })).json();
  const { id: company_id } = me.companies.find(({ id }) => id !== alatau.company_id)!;
  await as('auth/switch-company', { company_id });

  const [act_id] = await sendActs(request, ['Две компании']);
  const executor = await callsOf(request, people.executor);
  await executor.post(`doc/acts/${act_id}/return`, { reason: 'Сумма другая' });

  const act = page.getByRole('heading', { level: 1, name: /^Акт № / });
  await test.step('the notice says of which company it is, and leads there', async () => {
    await page.goto('/lk/notices');
    await expect(page.getByRole('button', { name: /Дала Медиа/ })).toBeVisible();
    const notice = page.getByRole('main').getByRole('link', { name: alatau.company_name }).first();
    await expect(async () => {
      await page.reload();
      await expect(notice).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await notice.click();
    await expect(page).toHaveURL(`/lk/business/acts/${act_id}`);
    await expect(act).toBeVisible();
    await expect(page.getByRole('button', { name: new RegExp(alatau.company_name) })).toBeVisible();
  });

  await test.step('a link of the other company asks first', async () => {
    await as('auth/switch-company', { company_id });
    await page.context().clearCookies({ name: 'access_token' });
    const link = `/lk/business/acts/${act_id}?company=${alatau.company_id}`;
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'Это в другой компании' })).toBeVisible();
    await page.getByRole('link', { name: /^Остаться в / }).click();
    await expect(page.getByRole('heading', { name: 'Главная', level: 1 })).toBeVisible();
    await page.goto(link);
    await page.getByRole('button', { name: `Перейти в ${alatau.company_name}` }).click();
    await expect(page).toHaveURL(`/lk/business/acts/${act_id}`);
    await expect(act).toBeVisible();
    // In the company that it is of, nothing is asked.
    await page.goto(link);
    await expect(page).toHaveURL(`/lk/business/acts/${act_id}`);
    await expect(act).toBeVisible();
  });
  const headed = { authorization: `Bearer ${await signInQuietly(request, people.director)}` };
  await request.delete(`/api/v1/company/employees/${me.id}`, { headers: headed });
  await beside.close();
});
