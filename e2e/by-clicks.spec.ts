import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { people, signInQuietly } from './people.ts';

/** A screen, the words on what is clicked to come to it, and its heading. `row` is the first row of a table. */
type Way = [address: RegExp, heading: string | RegExp, ...clicks: (string | RegExp)[]];
const row = /^row$/;

const business: Way[] = [
  [/\/acts$/, 'Акты', 'Акты'],
  [/\/acts\/\d+$/, /./, row],
  [/\/acts\/creating-act$/, 'Новый акт', 'Акты', 'Новый акт'],
  [/\/lk\/business$/, 'Главная', 'Главная'],
  [/\/contracts$/, 'Договоры', 'Договоры'],
  [/\/contracts\/\d+$/, /./, row],
  [/\/executors$/, 'Исполнители', 'Исполнители'],
  [/\/executors\/\d+$/, /./, row],
  [/\/payments$/, 'Платежи', 'Оплата'],
  [/\/esf$/, 'ЭСФ и ЭАВР', 'Счета-фактуры'],
  [/\/statistics$/, 'Статистика', 'Статистика'],
  [/\/support$/, 'Поддержка', 'Поддержка'],
  [/\/support\/\d+$/, /./, row],
  [/\/settings\/company$/, 'Компания и счета', 'Настройки'],
  [/\/settings\/employees$/, 'Сотрудники', 'Сотрудники'],
  [/\/settings\/templates$/, 'Шаблоны договоров', 'Шаблоны договоров'],
  [/\/settings\/integrations$/, 'Интеграции с банками', 'Банки'],
  [/\/settings\/tariff$/, 'Тариф', 'Тариф'],
  [/\/lk\/jobs$/, 'Массовые действия', 'Профиль и выход', 'Массовые действия'],
  [/\/lk\/profile$/, 'Профиль', 'Профиль и выход', 'Профиль'],
];

const executor: Way[] = [
  [/\/acts$/, 'Акты', 'Акты'],
  [/\/acts\/\d+$/, /./, row],
  [/\/lk\/executor$/, 'Главная', 'Главная'],
  [/\/contracts$/, 'Договоры', 'Договоры'],
  [/\/contracts\/\d+$/, /./, row],
  [/\/esf$/, 'ЭСФ и ЭАВР', 'Счета-фактуры'],
  [/\/statistics$/, 'Статистика', 'Статистика'],
  [/\/support$/, 'Поддержка', 'Поддержка'],
  [/\/support\/\d+$/, /./, row],
  [/\/settings\/company$/, /./, 'Настройки'],
  [/\/settings\/integrations$/, 'Интеграции с банками', 'Банки'],
  [/\/lk\/profile$/, 'Профиль', 'Профиль и выход', 'Профиль'],
];

const administrator: Way[] = [
  [/\/admin\/verification$/, 'Проверка компаний', 'Проверка'],
  [/\/admin\/consultations$/, /./, 'Заявки'],
  [/\/admin\/companies$/, 'Компании', 'Компании'],
  [/\/admin\/tariffs$/, 'Тарифы', 'Тарифы'],
  [/\/admin\/tariffs\/\d+$/, /./, row],
  [/\/admin\/tariffs\/incoming$/, /./, 'Тарифы', 'Платежи'],
  [/\/admin\/tariffs\/setup$/, /./, 'Настройка'],
  [/\/admin\/tickets$/, 'Обращения', 'Обращения'],
  [/\/admin\/tickets\/\d+$/, /./, row],
  [/\/admin\/disputes$/, /./, 'Споры'],
  [/\/admin\/acts$/, /./, 'Акты'],
  [/\/admin\/users$/, /./, 'Люди'],
  [/\/admin\/administrators$/, /./, 'Администраторы'],
  [/\/admin\/outbox$/, 'Сообщения', 'Сообщения'],
  [/\/admin\/outbox\/texts$/, /./, 'Тексты сообщений'],
  [/\/admin\/jobs$/, /./, 'Задания'],
  [/\/admin\/health$/, /./, 'Состояние'],
  [/\/admin\/audit$/, /./, 'Журнал'],
  [/\/admin\/agreement$/, /./, 'Соглашение'],
  [/\/admin$/, /./, 'Очередь'],
];

const visitor: Way[] = [
  [/\/auth\/login$/, /./],
  [/\/auth\/login\/forgot-password$/, /./, 'Забыли пароль?'],
  [/\/auth\/login\/consultation$/, /./, 'Kelisim', 'Заказать консультацию'],
  [/\/verify$/, /./, 'Kelisim', 'Проверить подписанный документ'],
  [/\/auth\/sign-up\/business$/, 'Регистрация компании', 'Kelisim', 'Зарегистрировать компанию'],
  [/\/auth\/sign-up\/executor$/, /./, 'Я исполнитель'],
];

test('a company comes by clicks to each of its screens', ({ page }) => walk(page, people.director, business));
test('an executor comes by clicks to each of his', ({ page }) => walk(page, people.executor, executor));
test('an administrator comes by clicks to each page of the desk', ({ page }) =>
  walk(page, people.administrator, administrator));
test('who is not signed in comes by clicks to what is for everybody', ({ page }) =>
  walk(page, null, visitor));

async function walk(page: Page, email: string | null, ways: Way[]): Promise<void> {
  if (email) await signInQuietly(page.request, email);
  await page.goto('/');
  for (const [address, heading, ...clicks] of ways) {
    for (const words of clicks) await click(page, words);
    await expect(page, String(address)).toHaveURL((url) => address.test(url.pathname));
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
}

async function click(page: Page, words: string | RegExp): Promise<void> {
  if (words === row) return page.getByRole('main').getByRole('table').getByRole('link').first().click();
  const named = { name: words, exact: typeof words === 'string' };
  await page
    .getByRole('link', named)
    .or(page.getByRole('button', named))
    .or(page.getByRole('menuitem', named))
    .first()
    .click();
}
