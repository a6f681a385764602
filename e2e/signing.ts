import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Goes through the open signing dialog with a test key and waits until every signature was accepted. */
export async function signInDialog(page: Page, key: 'Ключ ГОСТ' | 'Ключ RSA', done: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Подписание' });
  await dialog.getByRole('button', { name: 'Выбрать ключ' }).click();
  await dialog.getByRole('button', { name: key }).click();
  await dialog.getByRole('button', { name: /^Подписать \d+ документ/ }).click();
  await expect(dialog.getByText(done)).toBeVisible();
  await dialog.getByRole('button', { name: 'Готово', exact: true }).click();
  await expect(dialog).toBeHidden();
}
