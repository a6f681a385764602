import { expect, test } from '@playwright/test';
import { PASSWORD, people, signIn, signInQuietly } from './people.ts';

test('a director signs in with Enter, sees what waits for him, and signs out', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/auth/login');
  await expect(page.getByLabel('Электронная почта')).toBeFocused();
  await page.keyboard.type(people.director);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/lk/business');
  await expect(page.getByRole('heading', { name: 'Ждут вас' })).toBeVisible();
  await page.getByRole('button', { name: 'Профиль и выход' }).click();
  await page.getByRole('menuitem', { name: 'Выйти' }).click();
  await expect(page).toHaveURL('/auth/login');
  await page.goto('/lk/business');
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('another tab that signs out, or in as somebody else, leaves nothing of the first person on this one', async ({
  page,
  context,
}) => {
  const list = page.getByRole('table', { name: 'Акты' });
  await signIn(page, people.director);
  await page.goto('/lk/business/acts');
  await expect(list).toBeVisible();
  const other = await context.newPage();
  await other.goto('/lk/business');
  await other.getByRole('button', { name: 'Профиль и выход' }).click();
  await other.getByRole('menuitem', { name: 'Выйти' }).click();
  await expect(page).toHaveURL('/auth/login');

  await signIn(page, people.director);
  await page.goto('/lk/business/acts');
  await expect(list).toBeVisible();
  await context.clearCookies();
  await signIn(other, people.executor);
  // Whichever is quicker: this press, or what the tab asks for by itself.
  await page.getByRole('link', { name: 'Главная', exact: true }).click();
  await expect(page).toHaveURL('/lk/executor');
});

test('a wrong password says one sentence and keeps the e-mail', async ({ page }) => {
  await page.goto('/auth/login');
  await page.getByLabel('Электронная почта').fill('nobody@alatau.example');
  await page.getByLabel('Пароль', { exact: true }).fill('не тот пароль');
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(/Почта или пароль не подошли/);
  await expect(page.getByLabel('Электронная почта')).toHaveValue('nobody@alatau.example');
  await expect(page.getByLabel('Пароль', { exact: true })).toBeFocused();
});

test('empty fields say what to do, and the first of them gets the focus', async ({ page }) => {
  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  const email = page.getByLabel('Электронная почта');
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/Введите адрес почты/);
  await email.fill('без собаки');
  await page.getByLabel('Пароль', { exact: true }).fill('x');
  await page.keyboard.press('Enter');
  await expect(email).toHaveAccessibleDescription(/имя@домен/);
});

test('a pasted password can be looked at, and managers know the fields', async ({ page }) => {
  await page.goto('/auth/login');
  const password = page.getByLabel('Пароль', { exact: true });
  await expect(page.getByLabel('Электронная почта')).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await page.getByLabel('Электронная почта').fill(PASSWORD);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+c');
  await password.focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(password).toHaveValue(PASSWORD);
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Показать пароль' }).click();
  await expect(password).toHaveAttribute('type', 'text');
});

test('another language changes the words and keeps what is typed', async ({ page }) => {
  await page.goto('/auth/login');
  await page.getByLabel('Электронная почта').fill('half@typed');
  await page.getByRole('button', { name: 'Қазақша' }).click();
  await expect(page.getByRole('heading', { name: 'Kelisim жүйесіне кіру' })).toBeVisible();
  await expect(page.getByLabel('Электрондық пошта')).toHaveValue('half@typed');
  await expect(page.locator('html')).toHaveAttribute('lang', 'kk');
  await expect(page).toHaveURL('/auth/login');
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'locale');
  expect(cookie?.value).toBe('kz');
  await page.reload();
  await expect(page.getByLabel('Электрондық пошта')).toBeVisible();
});

test('the demo lets one in as somebody with one click', async ({ page }) => {
  await page.goto('/auth/login');
  await page
    .getByRole('region', { name: 'Демо: войти как…' })
    .getByRole('button', { name: /Ахметов Нұрлан/ })
    .click();
  await expect(page).toHaveURL('/lk/executor');
});

test('after the sign-in one is where one wanted to be', async ({ page }) => {
  await page.goto('/lk/jobs?run=1');
  await page.getByLabel('Электронная почта').fill(people.director);
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/lk/jobs?run=1');
  await expect(page.getByRole('heading', { name: 'Массовые действия', level: 1 })).toBeVisible();
});

for (const next of ['//example.org/', '/\\example.org', 'https://example.org/'])
  test(`a stranger's link does not lead out: ${next}`, async ({ page }) => {
    await page.goto(`/auth/login?next=${encodeURIComponent(next)}`);
    await page.getByLabel('Электронная почта').fill(people.director);
    await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/lk/business');
  });

test('the page of another role sends one to the own home', async ({ page }) => {
  await signInQuietly(page.request, people.executor);
  await page.goto('/lk/business');
  await expect(page).toHaveURL('/lk/executor');
  await page.goto('/auth/login');
  await expect(page).toHaveURL('/lk/executor');
});

test('an address that leads nowhere says so and shows the way back', async ({ page }) => {
  await signInQuietly(page.request, people.director);
  await page.goto('/lk/business/nothing-here');
  await expect(page.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('/lk/business/nothing-here');
  await page.getByRole('link', { name: 'На главную' }).click();
  await expect(page).toHaveURL('/lk/business');
});

test('an employee without the right to sign gets no button for it', async ({ page }) => {
  await signIn(page, people.accountant);
  const waiting = page.getByRole('region', { name: 'Ждут вас' });
  await expect(waiting.getByRole('button', { name: /^Оплатить/ })).toBeVisible();
  await expect(waiting.getByRole('button', { name: /^Подписать/ })).toHaveCount(0);
});

test('a session that ends over a page is begun again over it, and the call that failed goes on', async ({
  page,
  context,
}) => {
  await signIn(page, people.director);
  await page.goto('/lk/business/acts');
  await expect(page.getByRole('checkbox', { name: /^Выбрать: / }).first()).toBeVisible();
  await context.clearCookies();
  await page.getByRole('searchbox', { name: 'Поиск по актам' }).fill('127/2026');
  const dialog = page.getByRole('dialog', { name: 'Сеанс закончился' });
  await expect(dialog.getByLabel('Электронная почта')).toHaveValue(people.director);
  await dialog.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/lk/business/acts?search=127%2F2026');
  await expect(page.getByRole('checkbox', { name: /^Выбрать: / })).toHaveCount(1);
});

test('who goes to another page after the end of the session signs in and gets there', async ({
  page,
  context,
}) => {
  await signIn(page, people.director);
  await context.clearCookies();
  await page.getByRole('link', { name: 'Договоры', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Вход в Kelisim' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByLabel('Электронная почта').fill(people.director);
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/lk/business/contracts');
});
