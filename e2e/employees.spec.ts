import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { PASSWORD, people, signIn, signInQuietly } from './people.ts';

const mark = Date.now();
const email = `menedzher${mark}@alatau.example`;
const name = `Ахметова Дана ${mark}`;
const password = 'ұзақ жол бойында көк теңіз';

/** Another person's browser. */
async function opened(browser: Browser): Promise<Page> {
  return (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
}

test('a director invites an employee, who comes in by the letter and sees what he may', async ({
  browser,
  page,
}) => {
  await signIn(page, people.director);

  await test.step('the director ticks what the employee may do', async () => {
    await page.getByRole('link', { name: 'Настройки' }).click();
    await page.getByRole('link', { name: 'Сотрудники' }).click();
    await page.getByRole('button', { name: 'Пригласить' }).click();
    const dialog = page.getByRole('dialog', { name: 'Пригласить сотрудника' });
    await dialog.getByRole('button', { name: 'Отправить приглашение' }).click();
    await expect(dialog.getByText('Введите адрес почты')).toBeVisible();
    await dialog.getByLabel('Электронная почта').fill(email);
    await dialog.getByLabel('Готовить и отправлять акты').check();
    await dialog.getByRole('button', { name: 'Отправить приглашение' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible();
  });

  const administrator = await opened(browser);
  let link = '';
  await test.step('the administrator reads the letter in the outbox', async () => {
    await signInQuietly(administrator.request, people.administrator);
    await administrator.goto('/');
    await expect(administrator).toHaveURL('/admin');
    await administrator.goto(`/admin/outbox?search=${encodeURIComponent(email)}`);
    await administrator.getByRole('link', { name: /приглашает вас как сотрудника/ }).click();
    const letter = administrator.getByRole('dialog').locator('pre');
    await expect(letter).toContainText('/join/');
    link = /\/join\/[0-9a-f]{64}/.exec(await letter.innerText())![0];
  });

  const employee = await opened(browser);
  await test.step('the employee sets a password by the link and signs in', async () => {
    await employee.goto(link);
    await employee.getByRole('button', { name: 'Принять приглашение' }).click();
    await expect(employee.getByText('Введите фамилию и имя')).toBeVisible();
    await employee.getByLabel('Фамилия, имя и отчество').fill(name);
    await employee.getByLabel('Придумайте пароль').fill('password123');
    await employee.getByRole('button', { name: 'Принять приглашение' }).click();
    await expect(employee.getByText('списках украденных')).toBeVisible();
    await employee.getByLabel('Придумайте пароль').fill(password);
    await employee.getByRole('button', { name: 'Принять приглашение' }).click();
    await employee.getByRole('button', { name: 'Войти' }).click();
    await employee.getByLabel('Электронная почта').fill(email);
    await employee.getByLabel('Пароль', { exact: true }).fill(password);
    await employee.keyboard.press('Enter');
    await expect(employee).toHaveURL('/lk/business');
  });

  await test.step('he makes acts, but neither signs nor sees the employees', async () => {
    await employee.goto('/lk/business/acts');
    await expect(employee.getByRole('link', { name: 'Новый акт' }).first()).toBeVisible();
    await employee.goto('/lk/business/settings/employees');
    await expect(employee.getByText('Сотрудников видит руководитель')).toBeVisible();
    await employee.goto('/admin');
    await expect(employee).toHaveURL('/lk/business');
    await employee.goto(link);
    await expect(employee.getByRole('heading', { name: 'Приглашение уже принято' })).toBeVisible();
  });

  await test.step('removed, he is out with his next step', async () => {
    await employee.goto('/lk/business/acts');
    await page.reload();
    await page.getByRole('button', { name: `Действия: ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Удалить' }).click();
    const dialog = page.getByRole('dialog', { name: /Удалить сотрудника/ });
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await expect(page.getByRole('row', { name })).toHaveCount(0);
    // A slip is taken back; then it is meant.
    await page.getByRole('button', { name: 'Отменить', exact: true }).click();
    await expect(page.getByRole('row', { name })).toBeVisible();
    await page.getByRole('button', { name: `Действия: ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Удалить' }).click();
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await expect(page.getByRole('row', { name })).toHaveCount(0);
    await employee.goto('/lk/business/contracts');
    await expect(employee.getByRole('dialog', { name: 'Сеанс закончился' })).toBeVisible();
  });
  await employee.context().close();
  await administrator.context().close();
});

test('an administrator approves a company that waits', async ({ page }) => {
  await signInQuietly(page.request, people.administrator);
  await page.goto('/admin');
  await page.getByRole('link', { name: /Компании на проверке/ }).click();
  const card = page.getByRole('listitem').filter({ hasText: 'Тау Сервис' });
  await card.getByRole('button', { name: 'Подтвердить' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Подтвердить' }).click();
  await expect(card).toHaveCount(0);
  await page.getByRole('link', { name: 'Подтверждены' }).click();
  await expect(card).toBeVisible();
});

test('closing an account asks who is there once more', async ({ page }) => {
  await signInQuietly(page.request, people.administrator);
  await page.goto(`/admin/users?search=${encodeURIComponent('executor20@demo.example')}`);
  await page.getByRole('button', { name: /^Действия:/ }).click();
  await page.getByRole('menuitem', { name: 'Заблокировать' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Заблокировать' }).click();
  await expect(page.getByRole('cell', { name: 'Заблокирован' })).toBeVisible();
  const refused = await page.request.post('/api/v1/auth/login/too', {
    data: { email: 'executor20@demo.example', password: PASSWORD },
  });
  expect(refused.status()).toBe(401);
  await page.getByRole('button', { name: /^Действия:/ }).click();
  await page.getByRole('menuitem', { name: 'Разблокировать' }).click();
  await expect(page.getByRole('cell', { name: 'Работает' })).toBeVisible();
});
