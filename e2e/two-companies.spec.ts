import { expect, test } from '@playwright/test';
import type { Me } from '../shared/src/features/auth/auth.contract.ts';
import type { NoticeView } from '../shared/src/features/notices/notices.contract.ts';
import type { Employee } from '../shared/src/features/employees/employees.contract.ts';
import { callsOf, sendActs } from './acts.ts';
import { needMessages, readMessage } from './messages.ts';
import { people, signInQuietly } from './people.ts';

test('who works in two companies comes to what the other one has, from the bell and from a letter', async ({
  browser,
  page,
}) => {
  needMessages();
  // No other journey uses this account. A repeat finds it in the second company, with a recent e-mail.
  const email = 'accountant@dala.example';
  const beside = await browser.newContext();
  const { request } = beside;
  const director = await callsOf(request, people.director);
  const { items: employees } = await director.get<{ items: Employee[] }>('company/employees?limit=100');
  const joined = employees.find((one) => one.email === email);
  if (joined) await director.delete(`company/employees/${joined.user_id}`);
  await expect(() =>
    director.post('company/employees/invitations', { email, rights: ['manage_acts'] }),
  ).toPass({ intervals: [5_000] });
  const headers = { authorization: `Bearer ${await signInQuietly(page.request, email)}` };
  const as = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/v1/${path}`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()) as { company_id: number; company_name: string };
  };
  const meNow = async () => (await (await page.request.get('/api/auth/me', { headers })).json()) as Me;
  // The letter of an earlier try answers as it did then, and lets nobody in again.
  const accept = async () => {
    const token = await readMessage(email, /\/join\/([0-9a-f]{64})/);
    const company = await as('employee-invitation/accept', { token });
    expect((await meNow()).companies.map(({ id }) => id)).toContain(company.company_id);
    alatau = company;
  };
  let alatau = { company_id: 0, company_name: '' };
  await expect(accept).toPass();
  const me = await meNow();
  const { id: company_id } = me.companies.find(({ id }) => id !== alatau.company_id)!;
  await as('auth/switch-company', { company_id });

  // Two acts that are returned within the same two seconds are told of in one notice, and another journey may return
  // one just then: that notice is read, and the next act has one of its own.
  const executor = await callsOf(request, people.executor);
  const unread = async () =>
    (await (await page.request.get('/api/v1/notices?unread=true', { headers })).json()) as {
      items: NoticeView[];
    };
  const returnTold = async (): Promise<number> => {
    const [before] = (await unread()).items;
    if (before) await as('notices/read', { up_to: before.id });
    const [act_id] = await sendActs(request, ['Две компании']);
    await executor.post(`doc/acts/${act_id}/return`, { reason: 'Сумма другая' });
    const told = async () => (await unread()).items.map(({ path }) => path);
    await expect.poll(told).not.toEqual([]);
    return (await told()).includes(`/lk/business/acts/${act_id}`) ? act_id! : returnTold();
  };
  const act_id = await returnTold();

  const act = page.getByRole('heading', { level: 1, name: /^Акт № / });
  await test.step('the notice says of which company it is, and leads there', async () => {
    await page.goto('/lk/notices');
    await expect(page.getByRole('button', { name: /Дала Медиа/ })).toBeVisible();
    const notice = page.getByRole('main').getByRole('link', { name: alatau.company_name });
    await notice.and(page.locator(`[href^="/lk/business/acts/${act_id}?"]`)).click();
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
  await beside.close();
});
