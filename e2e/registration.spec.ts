import { expect, test } from '@playwright/test';
import type { Page, Request } from '@playwright/test';
import { withCheckDigit } from '../shared/src/kernel/bin-iin.ts';
import { makeIban } from '../shared/src/kernel/iban.ts';
import texts from '../shared/src/texts/ru/sign-up.ts';
import { faultsOf } from './faults.ts';
import { needMessages, readCode, readMessage } from './messages.ts';
import { makePdf } from './paper.ts';
import { registerCompany } from './own-company.ts';
import { people, signIn, signInQuietly } from './people.ts';
import { bendDigest } from './signing.ts';

const password = 'түйе қар астында ән салды';
const iban = makeIban('722', '0000000411111');
const digits = (count: number) => String(Math.floor(Math.random() * 10 ** count)).padStart(count, '0');

test('a company registers from nothing and comes to its dashboard', async ({ page, request }) => {
  needMessages();
  const { bin } = (await (await request.get('/api/v1/sandbox/sample?kind=too')).json()) as { bin: string };
  const phone = `+7701${digits(7)}`;
  const email = `office${digits(9)}@sign-up.example`;

  await test.step('a later step without a key leads to the entry', async () => {
    await page.goto('/auth/sign-up/business/choosing-bank');
    await expect(page).toHaveURL('/auth/sign-up/business');
    await expect(page.getByRole('heading', { name: 'Регистрация компании' })).toBeVisible();
  });
  await test.step('the phone is confirmed', async () => {
    await page.getByRole('button', { name: 'Получить код' }).click();
    await expect(page.getByLabel('Номер телефона')).toBeFocused();
    // What is wrong is said whether the form is sent from within the field or by its button.
    const wrong = page.getByText('Нужен номер мобильного');
    for (const send of [
      () => page.keyboard.press('Enter'),
      () => page.getByRole('button', { name: 'Получить код' }).click(),
    ]) {
      await page.getByLabel('Номер телефона').fill('123');
      await send();
      await expect(page.getByLabel('Номер телефона')).toBeFocused();
      await expect(wrong).toBeVisible();
    }
    await page.getByLabel('Номер телефона').fill(phone.slice(2));
    await expect(wrong).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/auth/sign-up/business/phone-confirmation');
    await enterCode(page, phone);
  });
  await test.step('a weak password is told so, a good one is taken', async () => {
    await enterEmail(page, email, 'qwerty12345');
    await expect(page.getByRole('meter', { name: 'Надёжность пароля' })).toHaveAttribute(
      'aria-valuenow',
      /[012]/,
    );
    await page.getByRole('button', { name: 'Получить код на почту' }).click();
    await expect(page.locator('input[autocomplete="new-password"]')).toBeFocused();
    await enterEmail(page, email, password);
    await page.getByRole('button', { name: 'Получить код на почту' }).click();
    await enterCode(page, email);
  });
  await test.step('the register fills the company in by its number', async () => {
    await page.getByLabel('БИН компании или ИИН ИП').fill(bin);
    await expect(page.getByText('Нашли в реестре.')).toBeVisible();
    await expect(page.getByLabel('Название')).toHaveValue(/^ТОО «.+ \d+»$/);
    await page.getByRole('button', { name: 'Продолжить' }).click();
  });
  await test.step('a reload keeps the place and what is typed', async () => {
    await page.getByLabel('Номер счёта (ИИК)').fill(iban);
    await page.reload();
    await expect(page).toHaveURL('/auth/sign-up/business/choosing-bank');
    await expect(page.getByLabel('Номер счёта (ИИК)')).toHaveValue(/^KZ/);
    await expect(page.getByRole('combobox', { name: 'Банк' })).toHaveValue(/Kaspi/);
    await page.getByRole('button', { name: 'Продолжить' }).click();
  });
  await test.step('the key of the head verifies the company at once', async () => {
    await page.getByRole('button', { name: 'Ключ руководителя' }).click();
    await refusesBentDigest(page, '**/register/ecp/challenge', 'Подтвердить этим ключом');
    await page.getByRole('button', { name: 'Подтвердить этим ключом' }).click();
    await acceptAgreement(page);
    await expect(page.getByRole('heading', { name: /регистрация завершена/ })).toBeVisible();
    await page.getByRole('button', { name: 'Войти в кабинет' }).click();
  });
  await test.step('and its director signs in', async () => {
    await expect(page).toHaveURL(/\/auth\/login/);
    expect(await page.evaluate(() => localStorage.getItem('hashKey'))).toBeNull();
    await page.getByLabel('Электронная почта').fill(email);
    await page.getByLabel('Пароль', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Главная', level: 1 })).toBeVisible();
    await expect(page).toHaveURL('/lk/business');
  });
});

test('an executor comes by the link of an SMS and signs the contract on a cheap phone', async ({
  browser,
  page,
}) => {
  needMessages();
  const phone = `+7702${digits(7)}`;
  const email = `courier${digits(9)}@sign-up.example`;
  const name = `Шақырылған ${digits(6)}`;

  await test.step('a director invites', async () => {
    await signIn(page, people.director);
    await page.goto('/lk/business/executors');
    await page.getByRole('button', { name: 'Пригласить' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Пригласить исполнителя' });
    await dialog.getByLabel('Имя исполнителя').fill(name);
    await dialog.getByLabel('Мобильный телефон').fill(phone);
    const other = dialog.getByRole('button', { name: 'Загрузить другой договор' });
    const file = dialog.getByLabel('Договор, PDF');
    await expect(other.or(file).first()).toBeAttached();
    if (await other.isVisible()) await other.click();
    await file.setInputFiles({
      name: 'Договор курьера.pdf',
      mimeType: 'application/pdf',
      buffer: makePdf(`Contract ${digits(9)}`),
    });
    await dialog.getByLabel('Действует с').fill('01.11.2026');
    await dialog.getByLabel('Действует до').fill('31.12.2028');
    await dialog.getByRole('button', { name: 'Отправить приглашение' }).click();
    await expect(page.getByText('Приглашение отправлено')).toBeVisible();
    await expect(page.getByRole('row', { name }).getByText('Отправлено')).toBeVisible();
  });

  const link = await readMessage(phone, /(https?:\S+)/);
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const small = await context.newPage();
  await test.step('the link knows who is asked; only the code is typed', async () => {
    const { pathname, search } = new URL(link);
    await small.goto(pathname + search);
    await expect(small.getByText('приглашает вас работать')).toBeVisible();
    await expect(small.getByLabel('Номер телефона')).toHaveCount(0);
    expect(await faultsOf(small)).toEqual([]);
    await small.getByRole('button', { name: 'Получить код' }).click();
    await enterCode(small, phone);
    await enterEmail(small, email, password);
    await small.getByRole('button', { name: 'Получить код на почту' }).click();
    await enterCode(small, email);
  });
  await test.step('who one is, where one lives, where the money goes', async () => {
    await small.getByLabel('ИИН').fill(freshIin());
    await small.getByLabel('Фамилия, имя и отчество').fill('Сынақова Айжан Ерланқызы');
    expect(await faultsOf(small)).toEqual([]);
    await small.getByRole('button', { name: 'Продолжить' }).click();
    await small.getByRole('combobox', { name: 'Адрес' }).fill('караганд');
    await small.getByRole('option', { name: /г\. Караганда/ }).click();
    await small.getByRole('combobox', { name: 'Адрес' }).press('End');
    await small.getByRole('combobox', { name: 'Адрес' }).pressSequentially('ул. Абая, 5');
    await small.getByRole('button', { name: 'Продолжить' }).click();
    await small.getByLabel('Номер счёта (ИИК)').fill(iban);
    expect(await faultsOf(small)).toEqual([]);
    await small.getByRole('button', { name: 'Продолжить' }).click();
  });
  await test.step('the own key, ИС ЭСФ later, the agreement, the contract', async () => {
    await expect(small.getByText('Ключ в телефоне: откроем приложение eGov Mobile.')).toBeVisible();
    await small.getByRole('button', { name: /^Ключ Сынақова/ }).click();
    expect(await faultsOf(small)).toEqual([]);
    await small.getByRole('button', { name: 'Подтвердить этим ключом' }).click();
    await small.getByRole('button', { name: 'Пока без ИС ЭСФ' }).click();
    await acceptAgreement(small);
    await expect(small.getByRole('heading', { name: /^Договор: / })).toBeVisible();
    await expect(small.locator('canvas').first()).toBeVisible();
    expect(await faultsOf(small)).toEqual([]);
    await small.getByRole('button', { name: /^Ключ Сынақова/ }).click();
    await refusesBentDigest(small, '**/register/contract/*/to-sign', 'Подписать договор');
    await small.getByRole('button', { name: 'Подписать договор' }).click();
    await expect(small.getByRole('heading', { name: /регистрация завершена/ })).toBeVisible();
    expect(small.url()).not.toMatch(/[0-9a-f]{64}/);
  });
  await context.close();
  await test.step('the director sees it accepted', async () => {
    await page.reload();
    await expect(page.getByRole('row', { name }).getByText('Принято')).toBeVisible();
  });
});

test('who has an account accepts the invitation of another company in his cabinet and comes to its contract', async ({
  page,
  request,
}) => {
  const executor = 'executor7@demo.example';
  const own = await signInQuietly(request, executor);
  const me = await request.get('/api/auth/me', { headers: { authorization: `Bearer ${own}` } });
  const { phone } = (await me.json()) as { phone: string };
  const company = `ТОО «Жаңа жол ${digits(6)}»`;
  const director = await registerCompany(request, { name: company, ceo: 'Сынақов Әлібек Сынақұлы' });
  const token = await signInQuietly(request, director);
  const post = async (path: string, given: object) => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `own-${digits(9)}` };
    const answer = await request.post(`/api/v1/company/${path}`, { headers, ...given });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  };
  const title = `Доставка ${digits(6)}`;
  const { contract_document_id } = await post('invitation-contract', {
    multipart: {
      title,
      type_id: '1',
      start_date: '2026-11-01',
      end_date: '2028-12-31',
      file: { name: 'contract.pdf', mimeType: 'application/pdf', buffer: makePdf(title.slice(-6)) },
    },
  });
  await post('invitation', { data: { name: 'Курьер', phone, end_date: inDays(20), contract_document_id } });

  await signIn(page, executor);
  await expect(page.getByText(title)).toBeVisible();
  await page.getByRole('button', { name: `Принять приглашение: ${company}` }).click();
  await expect(page).toHaveURL(/\/lk\/executor\/contracts\/\d+$/);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Подписать' }).first()).toBeVisible();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function enterCode(page: Page, to: string): Promise<void> {
  const field = page.getByLabel('Код из шести цифр');
  await expect(field).toBeVisible();
  await field.fill(await readCode(to));
}

async function enterEmail(page: Page, email: string, word: string): Promise<void> {
  await page.getByLabel('Электронная почта').fill(email);
  await page.locator('input[autocomplete="new-password"]').fill(word);
}

async function acceptAgreement(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Пользовательское соглашение' })).toBeVisible();
  expect(await placesOfCheckbox(page)).toHaveLength(1);
  await page.getByRole('button', { name: 'Принять и продолжить' }).click();
  await expect(page.getByText('Отметьте согласие')).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Принять и продолжить' }).click();
}

/** How far down the page it stands while the agreement above it comes, frame by frame: nothing moves under a finger. */
function placesOfCheckbox(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise((done) => {
        const places = new Set<number>();
        const look = () => {
          const box = document.querySelector('input[type=checkbox]');
          if (box) places.add(Math.round(box.getBoundingClientRect().top + scrollY));
          if (box && document.querySelector('canvas')) done([...places]);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

function freshIin(): string {
  for (;;) {
    const iin = withCheckDigit(`9201014${digits(4)}`);
    if (iin) return iin;
  }
}

/** With another digest than the one of what is shown, the button signs and sends nothing. */
async function refusesBentDigest(page: Page, calls: string, button: string): Promise<void> {
  const sent: string[] = [];
  const note = (request: Request) => sent.push(request.postData() ?? '');
  const honest = await bendDigest(page, calls);
  page.on('request', note);
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('alert').filter({ hasText: texts.ecp.other_bytes })).toBeVisible();
  page.off('request', note);
  expect(sent.filter((body) => body.includes('cms'))).toEqual([]);
  await honest();
}
