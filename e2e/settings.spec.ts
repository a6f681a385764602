import { expect, test } from '@playwright/test';
import { makeIban } from '../shared/src/kernel/iban.ts';
import { registerCompany } from './own-company.ts';
import { signIn } from './people.ts';

const iban = makeIban('722', String(Date.now()).padStart(13, '1'));
const shown = iban.replace(/(.{4})(?=.)/g, '$1 ');

test('a company adds an account by keyboard, makes it the main one, and takes that back', async ({
  page,
  request,
}) => {
  // A company of its own: a payment of another journey is refused when the main account changes under it.
  const name = 'ТОО «Свои счета»';
  await signIn(page, await registerCompany(request, { name, ceo: 'Ахметова Айгерім' }));
  await page.goto('/lk/business/settings/company');
  const accounts = page.getByRole('listitem').filter({ hasText: 'БИК' });
  const own = accounts.filter({ hasText: shown });
  const former = accounts.filter({ hasText: 'Основной' });
  await expect(former).toHaveCount(1);
  const formerNumber = /KZ[\dA-Z\s]{22}/.exec((await former.textContent()) ?? '')![0].replace(/\s/g, ' ');

  await page.getByRole('button', { name: 'Добавить счёт' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Новый счёт' });
  await expect(dialog.getByLabel('Номер счёта (IBAN)')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Напишите номер счёта.')).toBeVisible();
  await expect(dialog.getByLabel('Номер счёта (IBAN)')).toBeFocused();
  await page.keyboard.type(iban.slice(2));
  await expect(dialog.getByRole('combobox', { name: 'Банк' })).toHaveValue(/Kaspi/);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(own).toContainText('Остаток');

  const makeMain = async (number: string) => {
    await page.getByRole('button', { name: `Действия со счётом ${number}` }).click();
    await page.getByRole('menuitem', { name: 'Сделать основным' }).click();
  };
  await makeMain(shown);
  await expect(former).toContainText(shown);
  await makeMain(formerNumber);
  await expect(former).toContainText(formerNumber);

  await page.getByRole('button', { name: `Действия со счётом ${shown}` }).click();
  await page.getByRole('menuitem', { name: 'Удалить счёт' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить счёт' }).click();
  await expect(own).toHaveCount(0);
  await expect(page.getByText('Удалён счёт').first()).toBeVisible();
});
