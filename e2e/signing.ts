import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/**
 * From now on the answers to these calls hold a Streebog-512 with a wrong byte; their SHA-256 is that of the file. The
 * result ends it.
 */
export async function bendDigest(page: Page, calls: string): Promise<() => Promise<void>> {
  await page.route(calls, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(
      /("streebog512":")(..)/,
      (_, key: string, byte: string) => key + (byte === '00' ? '01' : '00'),
    );
    await route.fulfill({ response: answer, body });
  });
  return () => page.unroute(calls);
}

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
