import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { needMessages, readCode } from './messages.ts';
import { PASSWORD, signIn, signInQuietly } from './people.ts';
import { bendDigest } from './signing.ts';

interface PhoneKey {
  name: string;
  keys: { algorithm: string; file_name: string; password: string; pkcs12: string }[];
}

/** People of the demo data that no other journey needs: what is done to their accounts troubles nobody. */
const withKey = 'Цой Дмитрий Алексеевич';
// An address of its own: the journeys together ask for more codes an hour than one address may.
test.use({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.7' } });

const own = {
  totp: 'executor9@demo.example',
  passkey: 'executor10@demo.example',
  phone: 'executor11@demo.example',
  forgot: 'executor12@demo.example',
  profile: 'executor13@demo.example',
};
const home = (page: Page) => page.getByRole('heading', { name: 'Главная', level: 1 });
const way = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function givePassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Электронная почта').fill(email);
  await field(page, 'Пароль').fill(password);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
}

/** RFC 6238, implemented again here. */
function codeOf(secret: string, ahead = 0): string {
  const bits = [...secret.replaceAll(' ', '')]
    .map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const mac = createHmac('sha1', key).update(step).digest();
  const at = mac[19]! & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test('by a key file', async ({ page, request }) => {
  const people = (await (await request.get('/api/v1/sandbox/phone/keys')).json()) as PhoneKey[];
  const key = people.find(({ name }) => name === withKey)!.keys[0]!;
  await page.goto('/auth/login');
  await way(page, 'ЭЦП').click();
  await expect(page).toHaveURL('/auth/login?way=ecp');
  await page.locator('input[type=file]').setInputFiles({
    name: key.file_name,
    mimeType: 'application/x-pkcs12',
    buffer: Buffer.from(key.pkcs12, 'base64'),
  });
  await page.getByLabel('Пароль от ключа').fill(key.password);
  await page.getByRole('button', { name: 'Открыть ключ' }).click();
  const honest = await bendDigest(page, '**/auth/login/ecp/challenge');
  await page.getByRole('button', { name: 'Войти с этим ключом' }).click();
  await expect(page.getByText('Ключом не удалось подписать')).toBeVisible();
  await honest();
  await page.getByRole('button', { name: 'Войти с этим ключом' }).click();
  await expect(home(page)).toBeVisible();
  await expect(page).toHaveURL('/lk/executor');
});

test('by a test key that the page itself offers', async ({ page }) => {
  await page.goto('/auth/login?way=ecp');
  const people = page.getByLabel('Чей ключ');
  await people.selectOption(
    await people.getByRole('option', { name: withKey }).first().getAttribute('value'),
  );
  await page.getByRole('button', { name: 'Открыть учебный ключ ГОСТ' }).click();
  await page.getByRole('button', { name: 'Войти с этим ключом' }).click();
  await expect(page).toHaveURL('/lk/executor');
});

test('by eGov Mobile: the phone sees which browser asks, and that browser is in', async ({
  page,
  context,
}) => {
  await page.goto('/auth/login?way=qr');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Открыть учебный телефон' }).click();
  const phone = await opened;
  await expect(phone.getByText(/Вход в Kelisim: Chrome/).first()).toBeVisible();
  await phone.getByRole('button', { name: 'Выбрать, кто подписывает' }).click();
  const people = phone.getByRole('combobox', { name: 'Человек' });
  const value = await people.getByRole('option', { name: withKey }).first().getAttribute('value');
  await people.selectOption(value);
  await phone.getByRole('button', { name: /^Подписать/ }).click();
  await expect(home(page)).toBeVisible();
});

test('by phone, with a code of an SMS', async ({ page, request }) => {
  needMessages();
  const token = await signInQuietly(request, own.phone);
  const me = await request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } });
  const { phone } = (await me.json()) as { phone: string };
  await page.goto('/auth/login?way=phone');
  await page.getByLabel('Мобильный телефон').fill(phone);
  await page.getByRole('button', { name: 'Получить код' }).click();
  const code = page.getByLabel('Код из SMS');
  await code.fill(await readCode(phone));
  await expect(home(page)).toBeVisible();
});

test('by a bank, whose word is no proof: downloading what is kept of one takes a key', async ({
  page,
  request,
}) => {
  await page.goto(`/auth/login?next=${encodeURIComponent('/lk/profile')}`);
  await page.getByRole('button', { name: 'Войти через учебный банк' }).click();
  await expect(page.getByRole('heading', { name: 'Учебный банк' })).toBeVisible();
  const client = page.getByRole('listitem').first().getByRole('button');
  const name = await client.locator('span > span').first().innerText();
  await client.click();
  await expect(page.getByRole('heading', { name: 'Профиль', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Скачать мои данные' }).click();
  const proof = page.getByRole('dialog', { name: 'Подтвердите, что это вы' });
  await expect(proof).toContainText('речь о ваших личных данных');
  await proof.getByRole('button', { name: 'Подтвердить с ЭЦП' }).click();
  const people = (await (await request.get('/api/v1/sandbox/phone/keys')).json()) as PhoneKey[];
  const open = async (key: PhoneKey['keys'][number]) => {
    await proof.locator('input[type=file]').setInputFiles({
      name: key.file_name,
      mimeType: 'application/x-pkcs12',
      buffer: Buffer.from(key.pkcs12, 'base64'),
    });
    await proof.getByLabel('Пароль от ключа').fill(key.password);
    await proof.getByRole('button', { name: 'Открыть ключ' }).click();
    await proof.getByRole('button', { name: 'Подтвердить', exact: true }).click();
  };
  await open(people.find((person) => person.name === withKey)!.keys[0]!);
  await expect(proof.getByRole('alert')).toContainText('выдан другому человеку');
  await proof.getByRole('button', { name: 'Другой ключ' }).click();
  const saved = page.waitForEvent('download');
  await open(people.find((person) => person.name === name)!.keys[0]!);
  expect((await saved).suggestedFilename()).toMatch(/\.json$/);

  // A link of a stranger, who began elsewhere, opens nobody's account.
  await page.context().clearCookies();
  await page.goto('/auth/login#assertion=x&state=y');
  await expect(page.getByRole('alert')).toContainText('начали не в этой вкладке');
});

test('a page of a stranger does nothing in the name of who is signed in here', async ({ page, baseURL }) => {
  // Another name of this machine is another site, and its page forbids itself nothing.
  const stranger = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Подарок</title>'),
  );
  await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done));
  const { port } = stranger.address() as AddressInfo;
  await signIn(page, own.phone);
  const refreshToken = async () =>
    (await page.context().cookies()).find(({ name }) => name === 'refresh_token')?.value;
  const before = await refreshToken();
  expect(before).toBeTruthy();
  await page.goto(`http://127.0.0.1:${port}/`);

  const asked: string[] = [];
  page.on(
    'response',
    (response) => void asked.push(`${response.status()} ${new URL(response.url()).pathname}`),
  );
  const tries = await page.evaluate(async (product) => {
    const send = (path: string, init: RequestInit) =>
      fetch(product + path, { credentials: 'include', ...init }).then(
        (response) => `${response.type} ${response.status}`,
        () => 'refused by the browser',
      );
    const body = '{}';
    return Promise.all([
      send('/api/auth/me', {}),
      send('/api/v1/auth/refresh-token', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
      send('/api/v1/auth/refresh-token', { method: 'POST', mode: 'no-cors', body }),
      send('/api/v1/auth/sessions/end-others', { method: 'POST', mode: 'no-cors', body }),
    ]);
  }, baseURL!);
  // Whether a browser asks before or sends at once: the page learns nothing, not even a status.
  expect(tries).toEqual([
    'refused by the browser',
    'refused by the browser',
    'refused by the browser',
    'refused by the browser',
  ]);
  const form = page.waitForResponse((response) => response.request().resourceType() === 'document');
  await page.evaluate((product) => {
    const made = document.createElement('form');
    Object.assign(made, { method: 'POST', action: `${product}/api/v1/auth/refresh-token` });
    document.body.append(made);
    made.submit();
  }, baseURL!);
  // Nobody's cookie came along, so it was answered like a stranger's.
  expect((await form).status()).toBeGreaterThanOrEqual(400);
  await page.waitForURL(/refresh-token/);
  expect(asked.filter((one) => one.startsWith('2'))).toEqual([]);
  stranger.close();

  await page.goto('/');
  await expect(home(page)).toBeVisible();
  expect(await refreshToken()).toBe(before);
});

test('as a sole trader, by an address of its own', async ({ page }) => {
  await page.goto('/auth/login/login-ip');
  await expect(way(page, 'Исполнитель')).toHaveAttribute('aria-selected', 'true');
  await givePassword(page, own.phone);
  await expect(page).toHaveURL('/lk/executor');
});

test('a forgotten password: a code by e-mail, a better one, and in', async ({ page }) => {
  needMessages();
  const better = `жаңа құпия сөйлем ${Date.now()}`;
  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Забыли пароль?' }).click();
  // The page before has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Восстановить пароль' })).toBeVisible();
  await page.getByLabel('Электронная почта').fill(own.forgot);
  await page.getByRole('button', { name: 'Получить код' }).click();
  await field(page, 'Новый пароль').fill('qwertyuiop');
  await page.getByRole('button', { name: 'Сменить пароль' }).click();
  await expect(field(page, 'Новый пароль')).toHaveAccessibleDescription(/в списках украденных/);
  await field(page, 'Код из письма').fill(await readCode(own.forgot));
  await field(page, 'Новый пароль').fill(better);
  await field(page, 'Новый пароль ещё раз').fill(better);
  await page.getByRole('button', { name: 'Сменить пароль' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Пароль изменён' })).toBeVisible();
  await page.getByRole('link', { name: 'Войти с новым паролем' }).click();
  await givePassword(page, own.forgot, better);
  await expect(home(page)).toBeVisible();
});

test('codes of an app: turned on with its recovery codes, asked for at the door and over a page', async ({
  page,
  context,
}) => {
  await signIn(page, own.totp);
  await page.goto('/lk/profile');
  await page.getByRole('button', { name: 'Подключить' }).click();
  const dialog = page.getByRole('dialog');
  const secret = await dialog.locator('code').innerText();
  await dialog.getByLabel('Код из приложения').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Подключить' }).click();
  const shown = page.getByRole('list', { name: 'Запасные коды' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  await page.getByRole('button', { name: 'Я сохранил коды' }).click();
  await expect(page.getByText('Осталось 10 кодов')).toBeVisible();

  await context.clearCookies();
  await page.goto('/lk/profile');
  await givePassword(page, own.totp);
  const code = page.getByLabel('Код из приложения');
  await code.fill(codeOf(secret) === '000000' ? '000001' : '000000');
  await expect(page.getByRole('alert')).toContainText('Код не подошёл');
  // The step of the first code is used up; the next one is taken a little early.
  await code.fill(codeOf(secret, 1));
  await expect(page.getByRole('heading', { name: 'Профиль', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Сеансы' })).toBeVisible();

  await context.clearCookies();
  await page.getByRole('button', { name: 'Завершить остальные' }).click();
  const again = page.getByRole('dialog', { name: 'Сеанс закончился' });
  await again.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
  await again.getByRole('button', { name: 'Войти', exact: true }).click();
  await again.getByRole('button', { name: 'Нет телефона? Введите запасной код' }).click();
  await again.getByLabel('Запасной код').fill(codes[0]!);
  await again.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(again).toBeHidden();
  await page.reload();
  await expect(page.getByText('Осталось 9 кодов')).toBeVisible();
});

test('a passkey: made in the profile, a second step and a way in by itself', async ({ page, context }) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, own.passkey);
  await page.goto('/lk/profile');
  await page.getByRole('button', { name: 'Добавить ключ доступа' }).click();
  await page.getByLabel('Название ключа').fill('Рабочий ноутбук');
  await page.getByRole('button', { name: 'Создать ключ' }).click();
  await page.getByRole('button', { name: 'Я сохранил коды' }).click();
  await expect(page.getByText('Рабочий ноутбук', { exact: true })).toBeVisible();

  await context.clearCookies();
  await page.goto('/auth/login');
  await givePassword(page, own.passkey);
  await page.getByRole('button', { name: 'Подтвердить ключом доступа' }).click();
  await expect(home(page)).toBeVisible();

  await context.clearCookies();
  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Войти ключом доступа' }).click();
  await expect(home(page)).toBeVisible();
  await page.goto('/lk/profile');
  await page.getByRole('button', { name: 'Удалить ключ «Рабочий ноутбук»' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отключить' }).click();
  await expect(page.getByText('Рабочий ноутбук', { exact: true })).toHaveCount(0);
});

test('the codes of a change in the profile stand on the page', async ({ page }) => {
  await signInQuietly(page.request, own.profile);
  await page.goto('/lk/profile');
  await page.getByRole('button', { name: 'Изменить: Телефон' }).click();
  const dialog = page.getByRole('dialog', { name: 'Изменить: Телефон' });
  const number = `706${String(Date.now()).slice(-7)}`;
  await dialog.getByLabel('Новый номер телефона').fill(number);
  const codes = dialog.getByRole('button', { name: /^Подставить код \d{6}$/ });
  // Whoever begins once more waits for a minute: an address gets one code in it.
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Получить коды' }).click();
    await expect(codes).toHaveCount(2, { timeout: 10_000 });
  }).toPass();
  for (const one of await codes.all()) await one.click();
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(number.slice(-2)).first()).toBeVisible();
});
