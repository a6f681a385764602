import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import kz from '../shared/src/texts/kz/esf.ts';
import kzSigning from '../shared/src/texts/kz/signing.ts';
import ru from '../shared/src/texts/ru/esf.ts';
import ruSigning from '../shared/src/texts/ru/signing.ts';
import { callsOf, sendActs } from './acts.ts';
import { signInDialog } from './signing.ts';

/** The code of the open window goes to a phone, which signs all that it is shown. */
async function signByPhone(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
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

/** An act that its executor signed with the invoice by one phone, and the company by a key; both papers are registered. */
async function issue(page: Page, company: Page, title: string): Promise<number> {
  const [id] = await sendActs(company.request, [title], SELLER.name);
  await callsOf(page.request, SELLER.email);
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
  return id!;
}

/** A sole trader with a ГОСТ key: an individual issues no invoice. */
const SELLER = { name: 'Қожахметов', email: 'executor17@demo.example' };

const answers = {
  ru: { esf: ru, signing: ruSigning, sign: ruSigning.how.sign__one, reason: 'Объём работ другой' },
  kz: { esf: kz, signing: kzSigning, sign: kzSigning.how.sign__other, reason: 'Жұмыс көлемі басқа' },
} as const;

const STATE = { confirm: 'confirmed', refuse: 'declined' } as const;

/** The customer's answer to the electronic act on the open page: confirmed, or refused with a reason. */
async function answerAct(company: Page, answer: 'confirm' | 'refuse', locale: 'ru' | 'kz'): Promise<void> {
  const { esf, signing, sign, reason } = answers[locale];
  await company.context().addCookies([{ name: 'locale', value: locale, url: process.env.E2E_BASE_URL! }]);
  await company.reload();
  const paper = paperOf(company, new RegExp(esf.kind.awp));
  await expect(paper.getByText(esf.answer.waits)).toBeVisible();
  await paper.getByRole('button', { name: esf.answer[answer], exact: true }).click();
  if (answer === 'refuse') {
    const why = company.getByRole('dialog');
    await expect(why.getByRole('button', { name: esf.go_on })).toBeDisabled();
    await why.getByLabel(esf.answer.refuse_reason).fill(reason);
    await why.getByRole('button', { name: esf.go_on }).click();
  }
  const dialog = company.getByRole('dialog');
  await dialog.getByRole('button', { name: signing.how.gost }).click();
  // Who is not signed in to the system yet signs that in the same step.
  await dialog.getByRole('button', { name: new RegExp(sign.replace('{{count}}', '\\d+')) }).click();
  await expect(dialog.getByText(esf.signed)).toBeVisible();
  await dialog.getByRole('button', { name: esf.done, exact: true }).click();
  await expect(paper.getByText(esf.status[STATE[answer]]).first()).toBeVisible();
  await expect(paper.getByRole('button', { name: esf.answer.confirm, exact: true })).toBeHidden();
}

test('an act and its invoice are signed by one phone, registered, confirmed, and corrected by a key', async ({
  page,
  browser,
}) => {
  const company = await browser.newPage();
  const id = await issue(page, company, `С ЭСФ ${Date.now().toString(36)}`);
  const invoice = paperOf(page, new RegExp(`^Счёт-фактура № ${id}$`));
  const number = (await invoice.getByText(/^ESF-\d{12}-\d{8}-\d{8}$/).textContent())!;
  await answerAct(company, 'confirm', 'ru');
  // Its own state, and that of the system, say the same word.
  await expect(
    paperOf(page, /^Электронный акт/)
      .getByText(ru.status.confirmed)
      .first(),
  ).toBeVisible();

  await company.goto(`/lk/business/esf?search=${number}`);
  await expect(company.getByRole('link', { name: `Счёт-фактура № ${id}` })).toBeVisible();
  await company.close();

  await invoice.getByRole('button', { name: ru.correct }).click();
  const dialog = page.getByRole('dialog', { name: ru.signing.correct_title });
  await dialog.getByRole('button', { name: /^Открыть документ: Счёт-фактура/ }).click();
  await expect(dialog.getByText('<invoiceType>FIXED_INVOICE</invoiceType>')).toBeVisible();
  await dialog.getByRole('button', { name: 'К списку документов' }).click();
  await dialog.getByRole('button', { name: 'Ключ ГОСТ' }).click();
  await dialog.getByRole('button', { name: /^Подписать \d+ документ/ }).click();
  await expect(dialog.getByText(ru.signed)).toBeVisible();
  await dialog.getByRole('button', { name: 'Готово' }).click();
  const corrected = paperOf(page, new RegExp(`^Счёт-фактура № ${id}000000002$`));
  await expect(corrected.getByText(ru.status.registered)).toBeVisible();
  await expect(corrected.getByText(ru.type.FIXED_INVOICE)).toBeVisible();
});

test('a customer refuses an electronic act with a reason, which its executor reads', async ({
  page,
  browser,
}) => {
  const company = await browser.newPage();
  await issue(page, company, `Отклонённый ЭАВР ${Date.now().toString(36)}`);
  await answerAct(company, 'refuse', 'kz');
  const paper = paperOf(page, /^Электронный акт/);
  await expect(paper.getByText(ru.status.declined).first()).toBeVisible();
  await expect(paper.getByText(answers.kz.reason)).toBeVisible();
});
