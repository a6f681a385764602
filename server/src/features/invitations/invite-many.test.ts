import type { InviteRow } from '@kelisim/shared/features/invitations/invitations.contract.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import kz from '@kelisim/shared/texts/kz/problems.ts';
import ru from '@kelisim/shared/texts/ru/problems.ts';
import { afterAll, expect, test } from 'vitest';
import type { Reply } from '../../../test/calls.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { TODAY } from '../../../test/papers.ts';
import { makeAdministrator, makeCompany, type TestCompany } from '../../../test/people.ts';
import { lastMessage, linkOf, makeInvitationContract, newPhone } from '../../../test/registrations.ts';

const app = await makeTestApp();
const company = await makeCompany(app);
let contract_document_id: number = await makeInvitationContract(app, company);
afterAll(() => app.close());

const end_date = addDays(TODAY, 7);
const rowOf = (change: Partial<InviteRow> = {}) => ({
  name: 'Шақырылған Адам',
  phone: newPhone(),
  ...change,
});
const body = (rows: object[], dry_run: boolean, more: object = {}) =>
  ({ dry_run, end_date, contract_document_id, rows, ...more }) as never;
const invite = (rows: object[], dry_run = false, by = company.director) =>
  app.ok('invitations.create_many', by, { body: body(rows, dry_run) });
const list = (query: object = {}, of = company) => app.ok('invitations.list', of.director, { query });
const setLimit = async (of: TestCompany, executor_limit_count: number) =>
  app.ok('executors.set_limit', await makeAdministrator(app, ['tariffs']), {
    body: { company_id: of.id, executor_limit_count },
  });
const yesterday = () =>
  app.parts.db
    .updateTable('invitations')
    .set({ reminded_at: new Date(Date.now() - 86_400_000) })
    .execute();

test('a table with wrong rows sends nothing; mended it invites each, once, however often it is sent', async () => {
  const rows = [rowOf(), rowOf({ phone: '12345' }), rowOf({ contract: 'Нет такого' })];
  for (const dry_run of [true, false]) {
    const read = await invite(rows, dry_run);
    expect(read).toMatchObject({ dry_run: true, ready: 1, failed: 2, free_places: null, run: null });
    expect(read.rows.map((row) => row.errors.map((error) => error.code))).toEqual([
      [],
      ['field.phone'],
      ['invitation.contract_unknown'],
    ]);
    expect(read.rows[1]).toMatchObject({ row: 2, phone: '12345', name: rows[1]!.name });
  }
  expect((await list()).total).toBe(0);
  const right = [rows[0]!, rowOf(), rowOf()];
  const key = 'mended-table-1';
  const send = () =>
    app.ok('invitations.create_many', company.director, { body: body(right, false) }, { key });
  const first = await send();
  expect(first).toMatchObject({ dry_run: false, ready: 3, run: { kind: 'invitations.send', failed: 0 } });
  expect((await send()).run!.id).toBe(first.run!.id);
  const sent = await list();
  expect(sent).toMatchObject({ total: 3, remindable: 0, counts: { sent: 3, opened: 0, accepted: 0 } });
  expect(sent.items[0]!.delivery).toMatchObject({ state: expect.any(String) });
  const again = await invite([right[1]!], true);
  expect(again.rows[0]!.errors[0]).toMatchObject({ column: 'phone', code: 'invitation.exists' });
});

test('what is wrong with a row is said in the language of the reader', async () => {
  const given = { body: body([rowOf({ phone: '12345' })], true) };
  for (const [locale, texts] of Object.entries({ ru, kz })) {
    const reads = { locale: locale as Locale };
    const { rows } = await app.ok('invitations.create_many', company.director, given, reads);
    expect(rows[0]?.errors[0]?.message).toBe(texts['field.phone']);
  }
});

test('the spreadsheet that is handed out is the one that is read, in both languages', async () => {
  for (const locale of ['ru', 'kz'] as const) {
    const bytes = await app.ok('invitations.template', company.director, {}, { locale });
    const read = await app.parts.spreadsheet.readRows(bytes as Uint8Array, { max_rows: 10, max_columns: 10 });
    if (read.status !== 'ok') throw new Error(read.code);
    const phone = newPhone();
    const filled = await app.parts.spreadsheet.writeSheet({
      sheets: [
        {
          name: 'x',
          columns: read.header.map((header) => ({ header, width: 20, kind: 'text' })),
          rows: [
            ['Ән Би', phone, addDays(TODAY, 3), 'Договор с исполнителем'],
            ['=1+1', '@x', '', ''],
          ],
          freeze_header: true,
        },
      ],
    });
    const answer = await app.ok('invitations.create_many', company.director, {
      body: { dry_run: 'true', end_date } as never,
      files: { file: { name: 'a.xlsx', bytes: filled } },
    });
    expect(answer).toMatchObject({ ready: 1, failed: 1, dry_run: true });
    expect(answer.rows[0]).toMatchObject({ row: 2, phone, end_date: addDays(TODAY, 3) });
    expect(answer.rows[1]!.name).toBe('=1+1');
  }
  const other = await app.parts.spreadsheet.writeSheet({
    sheets: [
      { name: 'x', columns: [{ header: 'A', width: 9, kind: 'text' }], rows: [['1']], freeze_header: true },
    ],
  });
  const wrong = await app.refused('invitations.create_many', company.director, {
    body: { dry_run: 'true', end_date } as never,
    files: { file: { name: 'a.xlsx', bytes: other } },
  });
  expect(wrong).toMatchObject({ code: 'import.wrong_columns', field: 'file' });
});

test('many are reminded of once a day, withdrawn, and invited anew with another link', async () => {
  const mine = await makeCompany(app);
  contract_document_id = await makeInvitationContract(app, mine);
  const rows = [rowOf(), rowOf()];
  await invite(rows, false, mine.director);
  const phones = rows.map((row) => row.phone);
  const unknown = newPhone();
  const over = (name: 'invitations.remind_many' | 'invitations.cancel_many') =>
    app.ok(name, mine.director, { body: { phones: [...phones, unknown] } });
  const refused = (await over('invitations.remind_many')).items;
  expect(refused.map((row) => row.code)).toEqual(['invitation.reminded', 'invitation.reminded', 'not_found']);
  expect(refused[0]!.message).toBe('Сегодня уже напоминали. Ещё раз можно через 24 ч.');
  const link = linkOf(await lastMessage(app, phones[0]!, 'executor_invited'));
  await yesterday();
  expect((await list({ remindable: true }, mine)).total).toBe(2);
  expect((await over('invitations.remind_many')).items.map((row) => row.status)).toEqual([
    'ok',
    'ok',
    'failed',
  ]);
  expect(linkOf(await lastMessage(app, phones[0]!, 'executor_invited'))).not.toBe(link);
  expect((await list({}, mine)).remindable).toBe(0);
  await over('invitations.cancel_many');
  expect((await list({ status: ['cancelled'] }, mine)).total).toBe(2);
  await yesterday();
  const repeat = () => app.ok('invitations.repeat_many', mine.director, { body: { phones, end_date } });
  expect((await repeat()).items).toMatchObject([{ phone: phones[0], status: 'ok' }, { status: 'ok' }]);
  expect((await repeat()).items).toMatchObject([
    { code: 'invitation.exists' },
    { code: 'invitation.exists' },
  ]);
  expect((await list({}, mine)).counts).toMatchObject({ sent: 2, cancelled: 2 });
});

test('a link that is copied is the one of the SMS, and none lives after its invitation', async () => {
  const mine = await makeCompany(app);
  contract_document_id = await makeInvitationContract(app, mine);
  const row = rowOf();
  await invite([row], false, mine.director);
  const { phone } = row;
  const copy = { body: { phone } };
  const { link } = await app.ok('invitations.copy_link', mine.director, copy);
  expect(linkOf(link)).toBe(linkOf(await lastMessage(app, phone, 'executor_invited')));
  await app.ok('invitations.cancel', mine.director, { params: { phone } });
  expect(await app.refused('invitations.copy_link', mine.director, copy)).toMatchObject({ status: 409 });
  const kept = await app.parts.db
    .selectFrom('invitations')
    .select('link_sealed')
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow();
  expect(kept.link_sealed).toBeNull();
});

test('of twenty who are invited at once to the last free place exactly one is', async () => {
  const mine = await makeCompany(app);
  contract_document_id = await makeInvitationContract(app, mine);
  await setLimit(mine, 1);
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      app.raw('invitations.create', mine.director, {
        body: { ...rowOf(), end_date, contract_document_id },
      }),
    ),
  );
  expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, ...Array<number>(19).fill(402)]);
  expect(replies.find((reply) => reply.status === 402)!.json).toMatchObject({ code: 'executor.limit' });
  expect((await list({}, mine)).total).toBe(1);
  const table = await app.refused('invitations.create_many', mine.director, { body: body([rowOf()], false) });
  expect(table).toMatchObject({ status: 402, code: 'executor.limit_rows' });
  await app.ok('invitations.cancel', mine.director, {
    params: { phone: (await list({}, mine)).items[0]!.phone },
  });
  expect((await invite([rowOf()], false, mine.director)).run).toMatchObject({ failed: 0, done: 1 });
});

test('one phone is written to five times a day at most, whoever invites it', async () => {
  const phone = newPhone();
  const statuses: number[] = [];
  let last: Reply | undefined;
  for (let i = 0; i < 6; i++) {
    const mine = await makeCompany(app);
    const contract = await makeInvitationContract(app, mine);
    const reply = await app.raw('invitations.create', mine.director, {
      body: { ...rowOf({ phone }), end_date, contract_document_id: contract },
    });
    statuses.push(reply.status);
    last = reply;
    // The oldest of the five is almost a day old: one waits for it, and not another day.
    if (i === 0)
      await app.parts.db
        .updateTable('invitations')
        .set({ reminded_at: new Date(Date.now() - 23 * 3_600_000) })
        .where('phone', '=', phone)
        .execute();
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  const wait_s = Number(last!.headers['retry-after']);
  expect(wait_s).toBeGreaterThan(3_000);
  expect(wait_s).toBeLessThanOrEqual(3_600);
});

test('a wrong row stops no other where that was asked for, and each row says what came of it', async () => {
  const mine = await makeCompany(app);
  const own = { contract_document_id: await makeInvitationContract(app, mine) };
  const rows = [rowOf(), rowOf({ phone: '12345' }), rowOf()];
  const key = 'partly-right-1';
  const send = () =>
    app.ok(
      'invitations.create_many',
      mine.director,
      { body: body(rows, false, { ...own, partly: true }) },
      { key },
    );
  const sent = await send();
  expect(sent).toMatchObject({ dry_run: false, ready: 2, failed: 1, rows: [{ row: 2, phone: '12345' }] });
  expect(sent.rows[0]?.errors).toMatchObject([{ column: 'phone', code: 'field.phone' }]);
  expect(sent.items).toMatchObject([
    { row: 1, phone: rows[0]?.phone, status: 'ok', invitation_id: expect.any(Number) },
    { row: 3, phone: rows[2]?.phone, status: 'ok', invitation_id: expect.any(Number) },
  ]);
  expect(await send()).toEqual(sent);
  expect((await list({}, mine)).total).toBe(2);
});
