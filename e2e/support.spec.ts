import { expect, test } from '@playwright/test';
import { enter, expectFocus, tabTo } from './keys.ts';
import { makePdf } from './paper.ts';
import { people, signInQuietly } from './people.ts';

const mark = Date.now();
const question = `Не открывается договор ${mark}`;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a ticket with files is answered in two browsers, neither of which is reloaded', async ({
  browser,
  page,
}) => {
  await signInQuietly(page.request, people.director);
  const desk = await (await browser.newContext()).newPage();
  await signInQuietly(desk.request, people.administrator);

  await test.step('the director asks, and an error takes nothing from him', async () => {
    await page.goto('/lk/business/support');
    await page.getByRole('button', { name: 'Новое обращение' }).click();
    const form = page.getByRole('dialog', { name: 'Новое обращение' });
    await form.getByLabel('Что случилось?').fill(question);
    await form.getByRole('button', { name: 'Отправить' }).click();
    await expect(form.getByText('Выберите тему')).toBeVisible();
    await form.getByRole('combobox', { name: 'Тема' }).click();
    await page.getByRole('option', { name: 'Договоры' }).click();
    await form.getByLabel('Добавить файлы').setInputFiles([
      { name: 'снимок.png', mimeType: 'image/png', buffer: png },
      { name: 'договор.pdf', mimeType: 'application/pdf', buffer: makePdf('Contract') },
      { name: 'злой.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    ]);
    await expect(form.getByText('«злой.exe» не подходит')).toBeVisible();
    await page.route('**/api/v1/support/tickets', (route) => route.abort(), { times: 1 });
    await form.getByRole('button', { name: 'Отправить' }).click();
    await expect(form.getByRole('alert').filter({ hasText: 'Нет связи' })).toBeVisible();
    await form.getByLabel('Что случилось?').press('Control+Enter');
    await expect(page.getByText('Мы получили ваш вопрос и скоро ответим.')).toBeVisible();
    await expect(page.getByRole('button', { name: /снимок.png .* Скачать/ })).toBeVisible();
  });

  await test.step('the desk sees what is unread, saves a file and answers', async () => {
    await desk.goto('/admin/tickets?unread=true');
    await enter(desk, desk.getByRole('link', { name: question }));
    await expect(desk.getByRole('img', { name: 'Картинка снимок.png' })).toBeVisible();
    const [file] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('button', { name: /договор.pdf .* Скачать/ }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('договор.pdf');
    await enter(desk, desk.getByRole('button', { name: 'Готовый ответ' }));
    await enter(desk, desk.getByRole('button', { name: /Нужен номер акта/ }));
    const words = desk.getByLabel('Сообщение', { exact: true });
    await expect(words).toHaveValue(/Напишите, пожалуйста, номер акта/);
    await expect(words).toBeFocused();
    await desk.keyboard.press('Control+Enter');
    await expect(words).toHaveValue('');
    await expect(words).toBeFocused();
    await enter(desk, desk.getByRole('button', { name: 'Ждать ответа' }));
    await expect(desk.getByRole('button', { name: 'Ждать ответа' })).toHaveCount(0);
    await expectFocus(desk);
  });

  await test.step('the answer appears before the director, who replies', async () => {
    const talk = page.getByRole('log');
    await expect(talk.getByText('Напишите, пожалуйста, номер акта')).toBeVisible();
    await expect(page.getByText('Нам нужен ваш ответ, чтобы продолжить.')).toBeVisible();
    await tabTo(page, page.getByLabel('Сообщение', { exact: true }));
    await page.keyboard.type('Номер 2026/17');
    await enter(page, page.getByRole('button', { name: 'Отправить' }));
    await expect(talk.getByText('Номер 2026/17')).toBeVisible();
  });

  await test.step('the reply appears at the desk, which resolves', async () => {
    await expect(desk.getByRole('log').getByText('Номер 2026/17')).toBeVisible();
    await enter(desk, desk.getByRole('button', { name: 'Решено', exact: true }));
    await expect(page.getByText('Вопрос решён. Если нет, просто напишите ещё раз.')).toBeVisible();
  });
  await desk.context().close();
});
