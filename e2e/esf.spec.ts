import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import ru from '../shared/src/texts/ru/esf.ts';
import { callsOf, sendActs } from './acts.ts';
import { people } from './people.ts';
import { signInDialog } from './signing.ts';

/** The code of the open window goes to a phone, which signs all that it is shown. */
async function signByPhone(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: 'Выбрать ключ' }).click();
  await dialog.getByRole('button', { name: 'Подписать через eGov Mobile' }).click();
  const link = dialog.getByRole('link', { name: 'Открыть учебный телефон' });
  const [phone] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await phone.getByRole('button', { name: /^Открыть документ: Счёт-фактура/ }).click();
  await expect(phone.getByText('<v2:invoice')).toBeVisible();
  await phone.getByRole('button', { name: 'К списку документов' }).click();
  await phone.getByRole('button', { name: 'Выбрать, кто подписывает' }).click();
  await phone.getByRole('button', { name: /^Подписать \d+ документ/ }).click();
  await expect(phone.getByRole('heading', { name: 'Подписано', exact: true })).toBeVisible();
  await phone.close();
  await dialog.getByRole('button', { name: 'Закрыть' }).last().click();
  await expect(dialog).toBeHidden();
}

const paperOf = (page: Page, name: RegExp): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

test('an act and its invoice are signed by one phone, registered, and corrected by a key', async ({
  page,
  browser,
}) => {
  const company = await browser.newPage();
  const [id] = await sendActs(company.request, [`С ЭСФ ${Date.now().toString(36)}`]);
  await callsOf(page.request, people.executor);
  await page.goto(`/lk/executor/acts/${id}`);
  await page.getByRole('button', { name: ru.sign_with_act }).click();
  await signByPhone(page, ru.sign_with_act);
  const invoice = paperOf(page, new RegExp(`^Счёт-фактура № ${id}$`));
  await expect(invoice.getByText(ru.trouble.other_side)).toBeVisible();

  await company.goto(`/lk/business/acts/${id}`);
  await company.getByRole('button', { name: 'Подписать', exact: true }).click();
  await signInDialog(company, 'Ключ ГОСТ', 'Подписан 1 акт');
  await expect(invoice.getByText(ru.status.registered)).toBeVisible();
  await expect(paperOf(page, /^Электронный акт/).getByText(ru.status.registered)).toBeVisible();
  const number = (await invoice.getByText(/^ESF-\d{12}-\d{8}-\d{8}$/).textContent())!;

  await company.goto(`/lk/business/esf?search=${number}`);
  await expect(company.getByRole('link', { name: `Счёт-фактура № ${id}` })).toBeVisible();
  await company.close();

  await invoice.getByRole('button', { name: ru.correct }).click();
  const dialog = page.getByRole('dialog', { name: ru.signing.correct_title });
  await dialog.getByRole('button', { name: /^Открыть документ: Счёт-фактура/ }).click();
  await expect(dialog.getByText('<invoiceType>FIXED_INVOICE</invoiceType>')).toBeVisible();
  await dialog.getByRole('button', { name: 'К списку документов' }).click();
  await dialog.getByRole('button', { name: 'Выбрать ключ' }).click();
  await dialog.getByRole('button', { name: 'Ключ ГОСТ' }).click();
  await dialog.getByRole('button', { name: /^Подписать \d+ документ/ }).click();
  await expect(dialog.getByText(ru.signed)).toBeVisible();
  await dialog.getByRole('button', { name: 'Готово' }).click();
  const corrected = paperOf(page, new RegExp(`^Счёт-фактура № ${id}000000002$`));
  await expect(corrected.getByText(ru.status.registered)).toBeVisible();
  await expect(corrected.getByText(ru.type.FIXED_INVOICE)).toBeVisible();
});
