import { expect, test } from '@playwright/test';
import type { APIRequestContext, Page } from '@playwright/test';
import { join } from 'node:path';
import { writeBook } from '../server/src/adapters/spreadsheet/xlsx/write-book.ts';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { findEmbeddedPostgres } from '../server/src/platform/db/embedded/find-embedded-postgres.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { INVITE_COLUMNS } from '../shared/src/features/invitations/invite-columns.ts';
import { readMessage } from './messages.ts';
import { registerCompany } from './own-company.ts';
import { signIn, signInQuietly } from './people.ts';
import { signDigest, type TestKey } from './signing.ts';

/** Demo executors who do not work for this company yet; each has an account, so they only accept. */
const known = [1, 3, 5, 6, 8, 11, 12, 14, 17, 20];
const phoneOf = (executor: number) => `+7702200${String(executor).padStart(4, '0')}`;
const title = `Договор с курьером ${Date.now()}`;
/** The numbers of this try: whoever was invited by another is not written to again. */
const own = String(Date.now()).slice(-7, -3);
const strangerOf = (row: number) => `+7701${own}${String(row).padStart(3, '0')}`;

test('three hundred are invited out of a spreadsheet, ten accept and sign, the rest are reminded', async ({
  page,
  request,
}) => {
  test.skip(
    !process.env.E2E_DATA_DIR,
    'the data of the running product are not known: no day can pass in them',
  );
  const director = await registerCompany(request, {
    name: 'ТОО «Жүз курьер»',
    ceo: 'Курьеров Әлібек Ильясұлы',
  });
  await fillPapers(request, director);
  await signIn(page, director);

  await test.step('a template of the contract', async () => {
    await page.goto('/lk/business/settings/templates');
    await page.getByRole('button', { name: 'Загрузить шаблон' }).first().click();
    const form = page.getByRole('dialog', { name: 'Новый шаблон' });
    await form.getByLabel('Файл Word (.docx)').setInputFiles({
      name: 'courier.docx',
      mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      buffer: await sample(request, director),
    });
    await form.getByLabel('Название').fill(title);
    await form.getByRole('button', { name: 'Загрузить', exact: true }).click();
    await expect(page.getByText('Шаблон загружен')).toBeVisible();
  });

  await test.step('a table with five wrong rows says which, and sends nothing', async () => {
    await page.goto('/lk/business/executors');
    await page.getByRole('link', { name: 'Пригласить списком' }).click();
    await page.getByRole('combobox', { name: 'Договор на подпись' }).fill(title);
    await page.getByRole('option', { name: title }).click();
    await page.getByLabel('Таблица XLSX').setInputFiles({
      name: 'people.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await makeTable(),
    });
    await expect(figure(page, 'Строк')).toHaveText('300');
    await expect(figure(page, 'С ошибками')).toHaveText('5');
    await expect(page.getByRole('button', { name: /^Отправить/ })).toBeHidden();
  });

  await test.step('the rows are mended in the page, and all are invited', async () => {
    const row = (number: number) => page.getByRole('group', { name: `Строка ${number}`, exact: true });
    await row(51).getByLabel('Мобильный телефон').fill(`8 701 ${own} 0 51`);
    await row(101).getByLabel('Имя исполнителя').fill('Человек 101');
    await row(151).getByLabel('Мобильный телефон').fill(strangerOf(151));
    await row(201).getByLabel('Ответить до').fill('');
    await row(251).getByLabel('Договор').fill(title);
    await page.getByRole('button', { name: 'Проверить исправления' }).click();
    await page.getByRole('button', { name: 'Отправить 300 приглашений' }).click();
    await expect(page.getByText('Отправлено 300 приглашений')).toBeVisible();
    await page.getByRole('link', { name: 'К приглашениям' }).click();
    await expect(views(page)).toContainText(['Все300', 'Ждут ответа300', 'Приняли']);
    // The company writes in Kazakh, and its links open pages in the language of the message.
    expect(await readMessage(strangerOf(51), /(https?:\S+)/)).toContain('l=kz');
  });

  await test.step('ten accept and sign', async () => {
    for (const executor of known) await acceptAndSign(request, `executor${executor}@demo.example`);
    await page.reload();
    await expect(views(page)).toContainText(['Все300', 'Ждут ответа290', 'Приняли10']);
    await page.goto('/lk/business/executors?search=7702200');
    const mine = page.getByRole('table', { name: 'Исполнители' });
    for (const name of ['Ахметов Нұрлан', 'Оспанова'])
      await expect(mine.getByRole('row', { name })).toBeVisible();
  });

  await test.step('the rest are reminded, once a day', async () => {
    await page.goto('/lk/business/executors?view=invited');
    await expect(views(page)).toContainText(['Все300']);
    // Nobody is written to twice on one day.
    await expect(page.getByRole('button', { name: /^Напомнить остальным/ })).toBeHidden();
    await letADayPass();
    await page.reload();
    await page.getByRole('button', { name: 'Напомнить остальным: 290' }).click();
    const dialog = page.getByRole('dialog', { name: 'Напомнить о приглашении?' });
    await dialog.getByRole('button', { name: 'Напомнить', exact: true }).click();
    await expect(page.getByText('Готово: 290')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Напомнить остальным/ })).toBeHidden();
    await expect(views(page)).toContainText(['Все300', 'Ждут ответа290', 'Приняли10']);
  });
});

/** The short contract that the product hands out to begin with. */
async function sample(request: APIRequestContext, director: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${await signInQuietly(request, director)}` };
  const answer = await request.get('/api/v1/template/ref/sample', { headers });
  expect(answer.status()).toBe(200);
  return answer.body();
}

/** What its contracts need beside what it registered with, and the language they are in. */
async function fillPapers(request: APIRequestContext, director: string): Promise<void> {
  const data = { director_position: 'Директор', document_language: 'kz' };
  const headers = { authorization: `Bearer ${await signInQuietly(request, director)}` };
  const answer = await request.put('/api/v1/company', { headers, data });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Rows 51, 101, 151, 201 and 251 of the sheet are wrong, each in another way. */
function makeTable(): Promise<Buffer> {
  const rows = Array.from({ length: 300 }, (_, i) => {
    const executor = known[i];
    const phone = executor ? phoneOf(executor) : strangerOf(i + 2);
    return [`Человек ${i + 2}`, phone, '', ''];
  });
  const wrong = (row: number, column: number, value: string) => (rows[row - 2]![column] = value);
  wrong(51, 1, '12345');
  wrong(101, 0, '');
  wrong(151, 1, phoneOf(known[0]!));
  wrong(201, 2, '01.01.2020');
  wrong(251, 3, 'Нет такого договора');
  const columns = INVITE_COLUMNS.map(({ ru: header, width }) => ({ header, width, kind: 'text' as const }));
  return writeBook({ sheets: [{ name: 'Люди', columns, rows, freeze_header: true }] }).then((bytes) =>
    Buffer.from(bytes),
  );
}

const figure = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');
const views = (page: Page) =>
  page.getByRole('navigation', { name: 'Состояния приглашений' }).getByRole('link');

interface Asked {
  invitation_id: number;
  contract_title: string;
}

/** As the executor's phone would: accepts the invitation to this contract, fetches the contract and signs it. */
async function acceptAndSign(request: APIRequestContext, email: string): Promise<void> {
  const token = await signInQuietly(request, email);
  const call = async (method: 'get' | 'post', path: string, data?: object) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'idempotency-key': `sign-${Date.now()}-${path.length}`,
    };
    const answer = await request[method](`/api/v1/${path}`, { headers, ...(data && { data }) });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()) as unknown;
  };
  const asked = (await call('get', 'executor/invitation')) as Asked[];
  const { invitation_id } = asked.find((one) => one.contract_title === title)!;
  const accepted = await call('post', `executor/invitation/${invitation_id}/accept`);
  const { document_id } = accepted as { document_id: number };
  const document = await call('get', `doc/documents/${document_id}`);
  const { file } = document as { file: { sha256: string; streebog512: string } };
  const [kept] = (await call('get', 'sandbox/keys')) as TestKey[];
  const cms = await signDigest(kept!, file);
  const signed = await call('post', 'doc/documents/sign', { signatures: [{ document_id, cms }] });
  expect((signed as { items: { status: string }[] }).items[0]!.status).toBe('ok');
}

/** Of all that the product remembers of these invitations, a day is taken off. */
async function letADayPass(): Promise<void> {
  const url = await findEmbeddedPostgres(join(process.env.E2E_DATA_DIR!, 'postgres'));
  const db = openDatabase({ url: url!, log: makeLog('silent'), max: 1 });
  await db
    .updateTable('invitations')
    .set({ reminded_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('contract_id', 'in', (of) =>
      of.selectFrom('invitation_contracts').select('id').where('title', '=', title),
    )
    .execute();
  await db.destroy();
}
