import { expect, test } from '@playwright/test';
import { readPages } from '../server/src/adapters/pdf/typst/read-pages.ts';
import kz from '../shared/src/texts/kz/certificates.ts';
import kzStates from '../shared/src/texts/kz/states.ts';
import kzCheck from '../shared/src/texts/kz/verification.ts';
import ru from '../shared/src/texts/ru/certificates.ts';
import documents from '../shared/src/texts/ru/documents.ts';
import home from '../shared/src/texts/ru/home.ts';
import states from '../shared/src/texts/ru/states.ts';
import { callsOf } from './acts.ts';
import { downloaded, openPage } from './open-page.ts';
import { many } from './many.ts';
import { people } from './people.ts';
import { signInDialog } from './signing.ts';

test('an executor asks on a phone in Kazakh, the company signs, and anybody checks the certificate', async ({
  browser,
}) => {
  const phone = await openPage(browser, people.executor, 'kz', 360);
  await phone.goto('/lk/executor/income');
  await phone.getByRole('button', { name: kz.executor.open }).click();
  const asking = phone.getByRole('dialog', { name: kz.executor.dialog });
  await asking.getByRole('button', { name: kz.executor.submit, exact: true }).click();
  await expect(phone.getByText(kzStates.other_paper.sent)).toBeVisible();

  const desk = await openPage(browser, people.director, 'ru', 1440);
  await desk.goto('/lk/business');
  await desk.getByRole('link', { name: many(home.waiting, 'certificates', 1) }).click();
  await expect(desk.getByRole('heading', { name: ru.title, level: 1 })).toBeVisible();
  await desk.getByRole('main').locator('tbody tr').first().click();
  await expect(desk.getByText(documents.say.certificate_sent_business)).toBeVisible();
  await desk.getByRole('button', { name: documents.action.sign, exact: true }).click();
  await signInDialog(desk, 'Ключ RSA', 'Подписан 1 документ');
  await expect(desk.getByText(documents.say.certificate_signed_business)).toBeVisible();
  await expect(desk.getByText(states.other_paper.signed, { exact: true })).toBeVisible();
  await desk.context().close();

  await phone.reload();
  await expect(phone.getByText(kzStates.other_paper.signed)).toBeVisible();
  const paper = await downloaded(phone.getByRole('button', { name: kz.executor.pdf, exact: true }));
  const pages = await readPages(paper);
  expect(pages.join('')).toContain('табыстуралыанықтама');
  expect(pages.join('')).toContain('Справкаодоходах');
  const card = await downloaded(phone.getByRole('button', { name: kz.executor.card }));
  expect(card.subarray(0, 5).toString()).toBe('%PDF-');

  const { get } = await callsOf(phone.request, people.executor);
  const list = await get<{ items: { id: number }[] }>('doc/documents?type=income_certificate');
  const { file } = await get<{ file: { public_id: string } }>(`doc/documents/${list.items[0]!.id}`);
  await phone.goto(`/verify/${file.public_id}`);
  await expect(phone.getByText(kzCheck.outcome.alone)).toBeVisible();
  await expect(phone.getByRole('heading', { level: 1 })).toContainText(
    kzStates.document_type.income_certificate,
  );
  await phone.context().close();
});
