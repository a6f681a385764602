import { expect, test } from '@playwright/test';
import { download, makeJudge } from './judge.ts';
import { makePdf } from './paper.ts';
import { people, signIn } from './people.ts';
import { signInDialog } from './signing.ts';

const title = `Договор об уборке ${Date.now()}`;

test('a contract is uploaded, sent, and signed by both over the same bytes', async ({ browser, page }) => {
  test.setTimeout(240_000);
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
    await expect(page.getByText('Отправлен. Ждём подписи обеих сторон.')).toBeVisible();
  });

  await test.step('the executor finds it among what waits and signs it', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const phone = await context.newPage();
    await signIn(phone, 'executor2@demo.example');
    await phone.getByRole('link', { name: 'Открыть договоры' }).click();
    await phone.getByRole('link', { name: title }).click();
    await expect(phone.getByText('Заказчик ждёт вашей подписи.')).toBeVisible();
    await phone.getByRole('button', { name: 'Подписать', exact: true }).click();
    await signInDialog(phone, 'Ключ RSA', 'Подписан 1 договор');
    await expect(phone.getByText('Вы подписали. Ждём другую сторону.')).toBeVisible();
    await context.close();
  });

  await test.step('the director signs it too, and it is in force', async () => {
    await page.reload();
    await expect(page.getByText('Другая сторона подписала. Теперь ваша очередь.')).toBeVisible();
    await page.getByRole('button', { name: 'Подписать', exact: true }).click();
    await signInDialog(page, 'Ключ ГОСТ', 'Подписан 1 договор');
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
