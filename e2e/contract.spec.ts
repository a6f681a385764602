import { expect, test } from '@playwright/test';
import { download, makeJudge } from './judge.ts';
import { makePdf } from './paper.ts';
import { makeWordFile } from '../server/test/word-files.ts';
import { people, signIn } from './people.ts';
import { signInDialog } from './signing.ts';

const title = `Договор об уборке ${Date.now()}`;

test('a contract is uploaded, sent, and signed by both over the same bytes', async ({ browser, page }) => {
  await signIn(page, people.director);

  await test.step('upload', async () => {
    await page.goto('/lk/business/contracts');
    await page.getByRole('button', { name: 'Загрузить договор' }).click();
    const form = page.getByRole('dialog', { name: 'Новый договор' });
    await form.getByRole('button', { name: 'Загрузить', exact: true }).click();
    await expect(form.getByText('Выберите файл PDF')).toBeVisible();
    await form.getByLabel('Файл договора').setInputFiles({
      name: 'contract.pdf',
      mimeType: 'application/pdf',
      buffer: makePdf(`Cleaning contract ${Date.now()}`),
    });
    await form.getByLabel('Название').fill(title);
    await form.getByRole('combobox', { name: 'Исполнитель' }).fill('Петров');
    await page.getByRole('option', { name: /Петров/ }).click();
    await form.getByLabel('Действует с').fill('01.11.2026');
    await form.getByLabel('Действует до').fill('31.12.2027');
    await form.getByRole('button', { name: 'Загрузить', exact: true }).click();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page.getByText('Черновик. Исполнитель его ещё не видит.')).toBeVisible();
  });

  await test.step('send', async () => {
    await page.getByRole('button', { name: 'Отправить исполнителю' }).click();
    await page
      .getByRole('dialog', { name: 'Отправить договор исполнителю?' })
      .getByRole('button', { name: 'Отправить исполнителю' })
      .click();
    await expect(page.getByText('Ждёт вашей подписи')).toBeVisible();
    await expect(page.getByText('Отправлен. Подписать могут обе стороны, в любом порядке.')).toBeVisible();
  });

  await test.step('the executor finds it among what waits and signs it', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const phone = await context.newPage();
    await signIn(phone, 'executor2@demo.example');
    await phone.getByRole('link', { name: 'Открыть договоры' }).click();
    await phone.getByRole('link', { name: title }).click();
    await expect(phone.getByText('Заказчик ждёт вашей подписи.')).toBeVisible();
    await phone.getByRole('button', { name: 'Подписать', exact: true }).click();
    await signInDialog(phone, 'Ключ RSA', 'Подписан 1 документ');
    await expect(phone.getByText('Вы подписали. Ждём другую сторону.')).toBeVisible();
    await context.close();
  });

  await test.step('the director signs it too, and it is in force', async () => {
    await page.reload();
    await expect(page.getByText('Другая сторона подписала. Теперь ваша очередь.')).toBeVisible();
    await page.getByRole('button', { name: 'Подписать', exact: true }).click();
    await signInDialog(page, 'Ключ ГОСТ', 'Подписан 1 документ');
    await expect(page.getByText('Подписан обеими сторонами, действует до 31.12.2027.')).toBeVisible();
  });

  await test.step('anybody can judge both signatures', async () => {
    const { E2E_DATA_DIR: dataDir } = process.env;
    test.skip(!dataDir, 'E2E_DATA_DIR of the running product is not told');
    const cmsOf = (side: string) =>
      page.getByRole('region', { name: side }).getByRole('button', { name: /^Скачать подпись/ });
    const pdf = await download(page.getByRole('button', { name: 'Скачать', exact: true }));
    const judge = makeJudge(dataDir!);
    expect(judge.kelisim(pdf, await download(cmsOf('Заказчик')))).toBe(0);
    expect(judge.kelisim(pdf, await download(cmsOf('Исполнитель')))).toBe(0);
  });
});

test('a template is uploaded, mended, and becomes a contract signed on paper', async ({ browser, page }) => {
  // The converter starts with the first file, which takes a busy machine its time.
  const name = `Шаблон услуг ${Date.now()}`;
  await signIn(page, people.director);

  await test.step('fields that nobody knows are named, and the sample is taken', async () => {
    await page.goto('/lk/business/settings/templates');
    await page.getByRole('button', { name: 'Загрузить шаблон' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Новый шаблон' });
    const choose = (buffer: Buffer) =>
      dialog.getByLabel('Файл Word (.docx)').setInputFiles({ name: 'a.docx', mimeType: '', buffer });
    await choose(await makeWordFile(['{executor_name}, {salary}']));
    await dialog.getByLabel('Название').fill(name);
    await dialog.getByRole('button', { name: 'Загрузить', exact: true }).click();
    await expect(dialog.getByText('{salary}')).toBeVisible();
    await choose(await makeWordFile(['Договор № {contract_number}: {company_name} и {executor_name}']));
    await dialog.getByRole('button', { name: 'Загрузить', exact: true }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('a contract with one executor is a draft with its pages', async () => {
    await page.goto('/lk/business/contracts?make=true');
    const dialog = page.getByRole('dialog', { name: 'Договоры по шаблону' });
    await dialog.getByRole('combobox', { name: 'Шаблон' }).fill(name);
    await page.getByRole('option', { name }).click();
    await dialog.getByRole('combobox', { name: 'Исполнители' }).fill('Петров');
    await page.getByRole('option', { name: /Петров/ }).click();
    await page.keyboard.press('Escape');
    await dialog.getByLabel('Действует с').fill('01.12.2026');
    await dialog.getByLabel('Действует до').fill('31.12.2027');
    await expect(dialog.getByText('Всё есть для 1 договора.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Составить 1 договор' }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByText('Черновик. Исполнитель его ещё не видит.')).toBeVisible();
    await expect(page.locator('canvas').first()).toBeVisible();
  });

  await test.step('it is marked as signed on paper, and the executor says so', async () => {
    await page.getByRole('button', { name: 'Подписан на бумаге' }).click();
    const dialog = page.getByRole('dialog', { name: 'Договор подписан на бумаге?' });
    await dialog
      .getByLabel('Скан или фото')
      .setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: makePdf('Signed') });
    await dialog.getByRole('button', { name: 'Отметить' }).click();
    await expect(page.getByText('Исполнителю отправлен вопрос.')).toBeVisible();
    await expect(page.getByText('Электронной подписи нет')).toHaveCount(2);
    const address = new URL(page.url()).pathname.replace('/business/', '/executor/');
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const phone = await context.newPage();
    await signIn(phone, 'executor2@demo.example');
    await phone.goto(address);
    await phone.getByRole('button', { name: 'Да, я подписал' }).click();
    await phone
      .getByRole('dialog', { name: 'Вы подписали этот договор на бумаге?' })
      .getByRole('button', { name: 'Да, я подписал' })
      .click();
    await expect(phone.getByText('Подписан обеими сторонами, действует до 31.12.2027.')).toBeVisible();
    await context.close();
  });
});
