import { expect, test } from '@playwright/test';
import type { APIRequestContext, Page } from '@playwright/test';
import type { QrCode, QrProgress } from '../shared/src/features/qr-signing/qr-signing.contract.ts';
import { callsOf, sendActs } from './acts.ts';
import { people } from './people.ts';

interface Asked {
  code: QrCode;
  check(): Promise<QrProgress>;
}

/** A code for new acts of the executor, asked for as the page does. */
async function askCode(request: APIRequestContext): Promise<Asked> {
  const ids = await sendActs(request, ['Первый с телефона', 'Второй с телефона']);
  const { get } = await callsOf(request, people.executor);
  const query = `${ids.map((id) => `doc_ids=${id}`).join('&')}&doc_type=act`;
  const code = await get<QrCode>(`qr-signing/qr?${query}`);
  return { code, check: () => get<QrProgress>(`qr-signing/check?${query}`) };
}

/** Types what a camera would have read. */
async function readCode(phone: Page, code: QrCode): Promise<void> {
  await phone.goto('/sandbox/phone');
  await phone.getByRole('textbox', { name: 'Текст кода' }).fill(code.text!);
  await phone.getByRole('button', { name: 'Прочитать код' }).click();
  await expect(phone.getByRole('heading', { name: 'Запрос на подписание' })).toBeVisible();
}

for (const algorithm of ['gost', 'rsa'] as const) {
  test(`the sandbox phone reads a code, shows the documents and signs them with ${algorithm}`, async ({
    page,
    request,
  }) => {
    const { code, check } = await askCode(request);
    await readCode(page, code);
    await page
      .getByRole('button', { name: /^Открыть документ: Акт/ })
      .first()
      .click();
    await expect(page.locator('canvas').first()).toBeVisible();
    await page.getByRole('button', { name: 'К списку документов' }).click();
    expect((await check()).session).toMatchObject({ state: 'opened' });
    await page.getByRole('button', { name: 'Выбрать, кто подписывает' }).click();
    await page.getByRole('radio', { name: algorithm === 'rsa' ? 'RSA' : /ГОСТ/ }).check();
    await page.getByRole('button', { name: /^Подписать \d+ документ/ }).click();
    await expect(page.getByRole('heading', { name: 'Подписано', exact: true })).toBeVisible();
    const { session, items } = await check();
    expect(session).toMatchObject({ state: 'signed', signed_count: code.doc_ids.length });
    expect(items.every((item) => item.is_signed)).toBe(true);
    // The code is used up.
    await page.getByRole('button', { name: 'Прочитать другой код' }).click();
    await page.getByRole('textbox', { name: 'Текст кода' }).fill(code.mobile_link);
    await page.getByRole('button', { name: 'Прочитать код' }).click();
    await expect(page.getByRole('alert')).toContainText('Этим QR-кодом уже воспользовались');
  });
}

test('a stranger is refused on the phone in the words of the site, and the person may still cancel', async ({
  page,
  request,
}) => {
  const { code, check } = await askCode(request);
  // As a link that was followed on this very phone.
  await page.goto(code.sandbox_phone!);
  await page.getByRole('button', { name: 'Выбрать, кто подписывает' }).click();
  await page.getByRole('combobox', { name: 'Человек' }).selectOption({ index: 5 });
  await page.getByRole('button', { name: /^Подписать/ }).click();
  await expect(page.getByRole('alert')).toContainText('Сертификат выдан другому человеку');
  expect((await check()).session).toMatchObject({ state: 'opened', signed_count: 0 });
  await page.getByRole('button', { name: 'Назад' }).click();
  await page.getByRole('button', { name: 'Отменить подписание' }).click();
  await expect(page.getByRole('heading', { name: 'Подписание отменено' })).toBeVisible();
  const { session, items } = await check();
  expect(session).toMatchObject({ state: 'cancelled' });
  expect(items.some((item) => item.is_signed)).toBe(false);
});

test('the phone opens neither other texts nor other sites', async ({ page }) => {
  await page.goto('/sandbox/phone');
  const text = page.getByRole('textbox', { name: 'Текст кода' });
  for (const [code, words] of [
    ['https://example.kz', 'Это не код для подписания'],
    ['mobileSign:https://example.kz/api?mgovSign=1', 'Домен example.kz не входит в список разрешённых'],
    ['mobileSign:https://example.kz/api', 'нет слова mgovSign'],
  ] as const) {
    await text.fill(code);
    await page.getByRole('button', { name: 'Прочитать код' }).click();
    await expect(page.getByRole('alert')).toContainText(words);
    await page.getByRole('button', { name: 'Прочитать другой код' }).click();
  }
});
