import { expect, test } from '@playwright/test';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { withCheckDigit } from '../shared/src/kernel/bin-iin.ts';
import { makeIban } from '../shared/src/kernel/iban.ts';
import { needMessages, readCode } from './messages.ts';
import { PASSWORD, people, signInQuietly } from './people.ts';
import { startProduct } from './product.ts';

const digits = (count: number) => String(Math.floor(Math.random() * 10 ** count)).padStart(count, '0');

test('of two companies one is verified and one refused, and the people of both are told what comes next', async ({
  browser,
  page,
}) => {
  needMessages();
  const [good, bad] = [`ТОО «Жақсы ${digits(6)}»`, `ТОО «Қате ${digits(6)}»`];
  const [first, second] = await Promise.all([waitAs(browser, good), waitAs(browser, bad)]);
  await signInQuietly(page.request, people.administrator);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Проверка', exact: true }).first().click();
  const cardOf = (name: string) => page.getByRole('listitem').filter({ hasText: name });

  await test.step('what was said, what the register says and what the certificate proves stand side by side', async () => {
    const card = cardOf(good);
    await expect(card.getByText('В сертификате нет права подписи за компанию')).toBeVisible();
    const part = (name: string) =>
      card.locator('section section').filter({ has: page.getByRole('heading', { name }) });
    await expect(part('Указано при регистрации')).toContainText(first.bin);
    await expect(part('Что говорит государственный реестр')).toContainText('Такой компании в реестре нет');
    await expect(part('Сертификат ЭЦП')).toContainText(first.bin);
    await card.getByRole('button', { name: 'Подтвердить' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Подтвердить' }).click();
    await expect(card).toHaveCount(0);
  });
  await test.step('no company is refused without a reason', async () => {
    await cardOf(bad).getByRole('button', { name: 'Отказать' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Отказать' }).click();
    await expect(form.getByText('Напишите причину')).toBeVisible();
    await form.getByRole('radio', { name: 'Банк и счёт' }).check();
    await form.getByLabel('Причина').fill('Счёт открыт не на эту компанию');
    await form.getByRole('button', { name: 'Отказать' }).click();
    await expect(cardOf(bad)).toHaveCount(0);
    await page.getByRole('link', { name: 'Отказано' }).click();
    await expect(cardOf(bad).getByText('Счёт открыт не на эту компанию')).toBeVisible();
  });
  await test.step('the one comes to his home, the other reads why and goes to what he is to mend', async () => {
    await expect(first.page.getByRole('heading', { name: /регистрация завершена/ })).toBeVisible();
    await first.page.getByRole('button', { name: 'Войти в кабинет' }).click();
    await first.page.getByLabel('Электронная почта').fill(first.email);
    await first.page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
    await first.page.getByRole('button', { name: 'Войти', exact: true }).click();
    await expect(first.page.getByRole('heading', { name: 'Главная', level: 1 })).toBeVisible();
    await expect(second.page.getByText('Счёт открыт не на эту компанию')).toBeVisible();
    await second.page.getByRole('link', { name: /^Исправить: / }).click();
    // The first click leads there: what was known before the decision sends nobody back.
    await expect(second.page.getByLabel('Номер счёта (ИИК)')).toBeVisible();
  });
  for (const one of [first, second]) await one.page.context().close();
});

test('a message that did not come is sent again from the desk and comes, in Kazakh', async ({ browser }) => {
  const gateway = await startGateway();
  const product = await startProduct({
    environment: { SANDBOX: 'empty', SMSC_URL: gateway.url, SMSC_LOGIN: 'sandbox', SMSC_PASSWORD: 'sandbox' },
  });
  try {
    const admin = [
      'server/src/cli/admin.ts',
      'create',
      '--email',
      people.administrator,
      '--name',
      'Әкімші Ә',
    ];
    const env = { ...process.env, DATA_DIR: product.dataDir, ADMIN_PASSWORD: PASSWORD };
    await promisify(execFile)(process.execPath, admin, { env });
    const context = await browser.newContext({ baseURL: product.url });
    await context.addCookies([{ name: 'locale', value: 'kz', url: product.url }]);
    const page = await context.newPage();
    const phone = `+7776${digits(7)}`;
    await signInQuietly(page.request, people.administrator);
    await beginRegistration(page.request, phone);
    await page.goto('/admin');
    await page.getByRole('link', { name: /Хабарламалар жеткізілмеді/ }).click();
    await page.getByRole('searchbox').fill(phone);
    await page.getByRole('row').filter({ hasText: '+7776' }).getByRole('link').click();
    const message = page.getByRole('dialog');
    await expect(message.getByText('7 invalid number')).toBeVisible();
    await expect(message.getByText('Жеткізілмеді')).toBeVisible();
    gateway.mend();
    await message.getByRole('button', { name: 'Қайта жіберу' }).click();
    await expect(message.getByText('Жіберілді', { exact: true })).toBeVisible();
    expect(gateway.taken()).toContain(phone.slice(1));
    await context.close();
  } finally {
    await product.stop();
    gateway.stop();
  }
});

/** A gateway of SMS that says no to every number until it is mended. */
async function startGateway() {
  let works = false;
  const taken: string[] = [];
  const server = createServer((request, reply) => {
    let text = '';
    request.on('data', (bytes: Buffer) => (text += bytes.toString()));
    request.on('end', () => {
      if (works) taken.push(new URLSearchParams(text).get('phones') ?? '');
      reply.setHeader('content-type', 'application/json');
      reply.end(JSON.stringify(works ? { id: 1, cnt: 1 } : { error: 'invalid number', error_code: 7 }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => taken,
    mend: () => void (works = true),
    stop: () => server.close(),
  };
}

async function beginRegistration(request: APIRequestContext, phone: string): Promise<string> {
  const answer = await request.post('/api/v1/register/phone', { data: { phone, kind: 'business' } });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { hash_key: string }).hash_key;
}

interface Waiting {
  page: Page;
  bin: string;
  email: string;
}

/** Somebody whose certificate is not that of the head, on the page where they wait for an administrator. */
async function waitAs(browser: Browser, name: string): Promise<Waiting> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const [phone, email, bin] = [`+7701${digits(7)}`, `head${digits(9)}@desk.example`, freshBin()];
  const hash_key = await beginRegistration(page.request, phone);
  const step = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/v1/register/${path}`, { data: { hash_key, ...data } });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  };
  await step('confirm/check', { code: await readCode(phone) });
  await step('email', { email, password: PASSWORD });
  await step('confirm/check', { code: await readCode(email) });
  const address = 'г. Алматы, пр. Абая, 1';
  await step('additional-info', { bin, type: 'too', name, address, ceo: 'Сынақов Әлібек Сынақұлы' });
  const banks = (await (await page.request.get('/api/v1/banking/public/banks')).json()) as {
    id: number;
    iban_code: string | null;
  }[];
  const bank = banks.find((one) => one.iban_code === '722')!;
  await step('bank', { bank_id: bank.id, iban: makeIban('722', `0000${digits(9)}`) });
  await page.goto(`/auth/sign-up/business/offer-agreement?hash_key=${hash_key}`);
  await page.getByRole('button', { name: 'Ключ сотрудника' }).click();
  await page.getByRole('button', { name: 'Подтвердить этим ключом' }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Принять и продолжить' }).click();
  await expect(page.getByText('Администратор сверит данные с ключом.')).toBeVisible();
  return { page, bin, email };
}

function freshBin(): string {
  for (;;) {
    const bin = withCheckDigit(`220640${digits(5)}`);
    if (bin) return bin;
  }
}
