import { expect, test } from '@playwright/test';
import { people, signIn } from './people.ts';

test('a director makes a key, a program calls with it, and it is replaced and revoked', async ({
  page,
  request,
}) => {
  await signIn(page, people.director);
  const list = async (key: string) =>
    (await request.get('/api/v1/doc/acts', { headers: { authorization: `Bearer ${key}` } })).status();
  const name = `1С ${Date.now()}`;
  const row = page.getByRole('listitem').filter({ hasText: name });
  const shown = page.getByRole('dialog', { name: `Ключ «${name}» создан` });
  const readShown = async () => {
    const key = (await shown.getByLabel('Ключ', { exact: true }).innerText()).trim();
    await shown.getByRole('button', { name: 'Ключ сохранён' }).click();
    await expect(shown).toBeHidden();
    return key;
  };
  let key = '';
  let next = '';

  await test.step('the key is shown once', async () => {
    await page.getByRole('link', { name: 'Настройки' }).click();
    await page.getByRole('link', { name: 'API и вебхуки' }).click();
    await page.getByRole('button', { name: 'Создать ключ' }).click();
    const dialog = page.getByRole('dialog', { name: 'Создать ключ' });
    await dialog.getByRole('button', { name: 'Создать', exact: true }).click();
    await expect(dialog.getByText('Назовите ключ.')).toBeVisible();
    await dialog.getByLabel('Название').fill(name);
    await dialog.getByLabel('С каких адресов').fill('127.0.0.1\nне адрес');
    await dialog.getByRole('button', { name: 'Создать', exact: true }).click();
    await expect(dialog.getByText('Это не IP-адрес и не сеть.')).toBeVisible();
    await dialog.getByLabel('С каких адресов').fill('127.0.0.0/8, ::1');
    await dialog.getByRole('button', { name: 'Создать', exact: true }).click();
    key = await readShown();
    expect(key).toMatch(/^kls_test_/);
    await expect(page.locator('body')).not.toContainText(key);
    await expect(row).toContainText('Запросов ещё не было');
    expect(await list(key)).toBe(200);
  });

  await test.step('the old key is good beside the new one', async () => {
    await row.getByRole('button', { name: `Действия с ключом «${name}»` }).click();
    await page.getByRole('menuitem', { name: 'Заменить новым' }).click();
    await page.getByRole('button', { name: 'Заменить новым' }).click();
    next = await readShown();
    expect([await list(key), await list(next)]).toEqual([200, 200]);
    await expect(row.filter({ hasText: 'Заменён, пока действует' })).toContainText('Последний запрос');
  });

  await test.step('a revoked key is dead at once', async () => {
    await row
      .filter({ hasText: /Действует/ })
      .getByRole('button', { name: `Действия с ключом «${name}»` })
      .click();
    await page.getByRole('menuitem', { name: 'Отозвать' }).click();
    await page.getByRole('button', { name: 'Отозвать' }).click();
    await expect(page.getByText('Прежние ключи: 1')).toBeVisible();
    expect([await list(key), await list(next)]).toEqual([200, 401]);
  });
});
