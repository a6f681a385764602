/** Lines of the specification that only a browser shows: its parts 4 (states), 8 (errors) and 9 (constants). */
import { expect, test } from '@playwright/test';
import type { Page, Request, Route } from '@playwright/test';
import { fillAddress } from './addresses.ts';
import { people, signInQuietly } from './people.ts';

const ACTS = '**/api/v1/doc/acts?*';
const kept = (page: Page, key: string) => page.evaluate((name) => sessionStorage.getItem(name), key);
const refuse = (status: number, body: object) => (route: Route) => route.fulfill({ status, json: body });

test.beforeEach(async ({ page }) => {
  // The stream of changes never ends, and the network would never be idle.
  await page.route('**/api/v1/live', (route) => route.abort());
  await signInQuietly(page.request, people.director);
});

test('4: after each finished navigation the previous address is the former current one', async ({ page }) => {
  await page.goto('/lk/business');
  await page.getByRole('link', { name: 'Договоры', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Договоры', level: 1 })).toBeVisible();
  expect([await kept(page, 'previous_url'), await kept(page, 'current_url')]).toEqual([
    '/lk/business',
    '/lk/business/contracts',
  ]);
});

test('4: an expired or malformed token is none, and leads to the sign-in', async ({ page, context }) => {
  const part = (of: object) => Buffer.from(JSON.stringify(of)).toString('base64url');
  const expired = `${part({ alg: 'HS256' })}.${part({ exp: 1_700_000_000 })}.x`;
  for (const value of [expired, 'a.b.c']) {
    await context.clearCookies();
    await context.addCookies([{ name: 'access_token', value, url: process.env.E2E_BASE_URL! }]);
    await page.goto('/lk/business');
    await expect(page).toHaveURL(/\/auth\/login/);
  }
});

test('8: who cannot be loaded is signed out and sent to the sign-in', async ({ page }) => {
  await page.route('**/api/auth/me', refuse(404, { message: 'нет', code: 'not_found' }));
  await page.goto('/lk/business');
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('8: a 503 is told in a toast with the words of the server, or with ours', async ({ page }) => {
  await page.route(ACTS, refuse(503, { message: 'x', data: { message: 'Идёт обновление' } }));
  await page.goto('/lk/business/acts');
  const toast = page
    .locator('[data-kind="error"], [role="alert"], [role="status"]')
    .filter({ hasText: 'Сервис недоступен' });
  await expect(toast.first()).toContainText('Идёт обновление');
  await page.unroute(ACTS);
  await page.route(ACTS, refuse(503, {}));
  await page.reload();
  await expect(toast.first()).toContainText('Попробуйте повторить позже');
});

test('9: a call without a body is repeated once, one with a body is not', async ({ page }) => {
  let failed: string | null = null;
  let [asked, sent] = [0, 0];
  await page.route(ACTS, (route) => {
    const url = route.request().url();
    failed ??= url;
    if (url !== failed) return route.continue();
    asked += 1;
    return asked <= 2 ? route.fulfill({ status: 502, body: '' }) : route.continue();
  });
  await page.goto('/lk/business/acts');
  // Failed twice, asked no third time: what was asked for shows its error or nothing.
  await expect.poll(() => asked).toBe(2);
  await page.waitForLoadState('networkidle');
  expect(asked).toBe(2);
  await page.route('**/api/v1/auth/login/too', (route) => {
    sent += 1;
    return route.fulfill({ status: 502, body: '' });
  });
  await page.context().clearCookies();
  await page.goto('/auth/login');
  await page.getByLabel('Электронная почта').fill(people.director);
  await page.getByLabel('Пароль', { exact: true }).fill('x');
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  expect(sent).toBe(1);
});

test('8, 9: a part of a page that does not come reloads the path, and not again within ten seconds', async ({
  page,
}) => {
  // The ten seconds do not pass, however long a busy machine needs for the second load.
  await page.clock.setFixedTime(new Date());
  await page.route(/statistics-page[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/lk/business');
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.getByRole('link', { name: 'Статистика' }).first().click();
  await expect(page.getByRole('button', { name: 'Обновить страницу' })).toBeVisible();
  await expect(page).toHaveURL('/lk/business/statistics');
  // What it shows may be drawn before all that the page names has come.
  await page.waitForLoadState();
  expect(loads).toBe(1);
  expect(Number(await kept(page, 'reloaded_at'))).toBeGreaterThan(0);
});

test('8: a part of the frame that does not come leaves the page in sight, and comes when asked again', async ({
  page,
}) => {
  const part = /palette[^/]*\.js$/;
  await page.route(part, (route) => route.abort());
  await page.goto('/lk/business');
  // The page was just reloaded for a part.
  await page.evaluate(() => sessionStorage.setItem('reloaded_at', String(Date.now())));
  const search = page.getByRole('button', { name: 'Поиск и команды' });
  await search.click();
  await expect(page.getByText('Часть страницы не загрузилась')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Главная', level: 1 })).toBeVisible();
  await page.unroute(part);
  await page.evaluate(() => sessionStorage.removeItem('reloaded_at'));
  // Chromium remembers for as long as the page that a module did not come.
  const loaded = page.waitForEvent('load');
  await search.click();
  await loaded;
  await search.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('4: a server that restarts signs nobody out', async ({ page, context }) => {
  const refresh = '**/auth/refresh-token';
  await context.clearCookies({ name: 'access_token' });
  await page.route(refresh, refuse(503, {}));
  await page.goto('/lk/business');
  await expect(page.getByRole('button', { name: 'Обновить страницу' })).toBeVisible();
  await expect(page).toHaveURL('/lk/business');
  await page.unroute(refresh);
  await page.getByRole('button', { name: 'Обновить страницу' }).click();
  await expect(page.getByRole('heading', { name: 'Главная', level: 1 })).toBeVisible();
});

test('a page of a list that is there no more gives way to the last one', async ({ page }) => {
  await page.goto('/lk/business/acts?page=999');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page).toHaveURL(/page=(?!999)\d+/);
  await expect(page.getByRole('button', { name: /^Страница/, exact: false }).last()).toBeVisible();
  // Also where one page is left, which needs no pager.
  await page.goto('/lk/business/settings/employees?page=2');
  await expect(page.getByRole('row').nth(1)).toContainText('@');
  await expect(page).not.toHaveURL(/page=2/);
});

test('back comes to the page of a list that was left, while a shorter one is still shown', async ({
  page,
}) => {
  await page.route(ACTS, async (route) => {
    if (!route.request().url().includes('status_id')) return route.continue();
    const response = await route.fetch();
    const list = (await response.json()) as object;
    return route.fulfill({ response, json: { ...list, total: 1, pages: 1 } });
  });
  await page.goto('/lk/business/acts?page=2');
  const second = page.getByRole('button', { name: 'Страница 2', exact: true });
  await expect(second).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: /^На исправлении/ }).click();
  await expect(second).toBeHidden();
  // Nothing is remembered of the page that was left.
  await page.reload();
  await expect(page.getByText('1–1 из 1')).toBeVisible();
  await page.goBack();
  await expect(second).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveURL(/page=2/);
});

test('9: 768 px is mobile, 769 is not, and the device is kept so', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto('/lk/business');
  const device = async () => JSON.parse((await kept(page, 'device')) ?? '{}') as unknown;
  expect(await device()).toEqual({ isMobile: true, isDesktop: false });
  await page.setViewportSize({ width: 769, height: 800 });
  await expect.poll(device).toEqual({ isMobile: false, isDesktop: true });
});

test('9: the language is kept for a year for every path', async ({ page, context }) => {
  await page.goto('/lk/business');
  await page.getByRole('button', { name: 'Қазақша' }).click();
  await expect(page.getByRole('heading', { name: 'Басты бет', level: 1 })).toBeVisible();
  const cookie = (await context.cookies()).find(({ name }) => name === 'locale')!;
  expect([cookie.value, cookie.path]).toEqual(['kz', '/']);
  expect((cookie.expires - Date.now() / 1000) / 86_400).toBeCloseTo(365, 0);
  await page.getByRole('button', { name: 'Русский' }).click();
});

test('9: another language keeps what is typed into any form of a page, and its address', async ({ page }) => {
  const language = { ru: ['Русский', 'ru'], kz: ['Қазақша', 'kk'] } as const;
  const paths = ['acts/creating-act', 'acts/$act_id', 'executors/invite', 'support/$ticket_id'];
  const forms = [...paths.map((path) => `/lk/business/${path}`), '/lk/profile'];
  for (const [at, path] of forms.entries()) {
    await page.goto(await fillAddress(page.request, path, people.director));
    const fields = page.locator(
      'main :is(textarea, input:is(:not([type]), [type=text], [type=tel], [type=email])):not([role=combobox]):enabled',
    );
    await expect(fields.first()).toBeVisible();
    // Invitations wait for the contracts they offer.
    await expect(page.locator('main textarea:disabled')).toHaveCount(0);
    for (const field of await fields.all()) await field.fill(`${at + 1}`);
    const typed = await fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    expect(typed.join(''), path).not.toBe('');
    const address = page.url();
    const [name, lang] = language[at % 2 === 0 ? 'kz' : 'ru'];
    await page.getByRole('button', { name }).first().click();
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.getByRole('button', { name, pressed: true }).first()).toBeVisible();
    expect(
      await fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
      path,
    ).toEqual(typed);
    expect(page.url()).toBe(address);
  }
});

test('another language makes no other code for the phone: the one on the screen may be being signed', async ({
  page,
  context,
}) => {
  await context.clearCookies();
  let made = 0;
  const isOf = (request: Request, method: string) =>
    request.url().endsWith('/api/v1/auth/login/qr') && request.method() === method;
  page.on('request', (request) => (made += isOf(request, 'GET') ? 1 : 0));
  await page.goto('/auth/login?way=qr');
  await expect(page.getByRole('link', { name: 'Открыть учебный телефон' })).toBeVisible();
  await page.getByRole('button', { name: 'Қазақша' }).click();
  await expect(page.getByRole('heading', { name: 'Kelisim жүйесіне кіру', level: 1 })).toBeVisible();
  await page.waitForResponse((response) => isOf(response.request(), 'POST'));
  expect(made).toBe(1);
});

test('9: a newer build is offered, never taken by itself', async ({ page }) => {
  await page.clock.install();
  await page.route('**/build.json', (route) => route.fulfill({ json: { id: 'ffffffffffffffff' } }));
  await page.goto('/lk/business');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.clock.fastForward('05:01');
  await expect(
    page
      .getByText('Вышла новая версия')
      .or(page.getByRole('button', { name: 'Обновить' }))
      .first(),
  ).toBeVisible();
  await expect(page).toHaveURL('/lk/business');
});

test('8: what is not there says which path was not found', async ({ page }) => {
  const said: string[] = [];
  page.on('console', (message) => void said.push(message.text()));
  await page.goto('/lk/business/acts/999999999');
  await expect(page.getByRole('heading', { name: 'Страница не найдена' })).toBeVisible();
  expect(said.join('\n')).toContain('Page Not Found: /lk/business/acts/999999999');
});
