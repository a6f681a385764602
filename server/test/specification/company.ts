import { expect } from 'vitest';
import { makePkcs12 } from '@kelisim/eds/pkcs12/make.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { newNumber, newPhone } from '../registrations.ts';
import { samplePdf } from '../papers.ts';
import { expectFields, type Items, type Thing } from './client.ts';
import { day, type World } from './world.ts';

const COMPANY =
  'id, name, bin, kbe, address, ceo_name, director_id, director_position, contact_fio, occupation, oked, type, status, email, commission, has_partner, partner_name, partner_commission, register_link, main_bank_id, banking_integration_type, current_executor_count, executor_count_updated_at, registered_at, updated_at, stage';

export async function runCompany(world: World): Promise<void> {
  const { business, executor, admin } = world;
  for (const by of [business, executor]) {
    const company = await by.get('company');
    expectFields(company, COMPANY);
    expect([null, 'BCC', 'JUSAN', 'FORTE', 'HALYK', 'CUSTOM']).toContain(company.banking_integration_type);
    expect(company.stage).toBe('verification');
    expectFields((await by.get('company/profile')).company, COMPANY);
    expect(await by.get('company/{company_id}', { path: { company_id: company.id } })).toMatchObject({
      id: company.id,
      bin: by.who.bin,
    });
  }
  // As it was read, with something changed: what is not the company's own to set is left alone, and said so.
  const before = await business.get('company');
  const read = Object.fromEntries(COMPANY.split(', ').map((field) => [field, before[field]]));
  const own = { address: 'г. Астана, ул. Сыганак, 2', contact_fio: 'Контакт Иванович', kbe: '18' };
  const settings = {
    executor_limit_count: 1000,
    price_per_executor: '1.00',
    period_id: 1,
    plan_type_id: 1,
    tariff_start_date: day(1),
    banking_integration_enabled: true,
  };
  const body = {
    ...read,
    ...settings,
    ...own,
    commission: '9.00',
    has_partner: true,
    partner_name: 'Партнёр',
  };
  const changed = await business.put('company', { body });
  expect(changed).toMatchObject({
    ...own,
    data: { ignored: expect.arrayContaining(['commission', 'bin', ...Object.keys(settings)]) },
  });
  expect(await business.get('company')).toEqual({ ...before, ...own, updated_at: expect.any(String) });
  expectFields(
    await business.get('company/analytics'),
    'acts_pending_sign, acts_total_amount_to_pay, contracts_pending_sign, executors_active, executors_pending_payment, executors_pending_sign',
  );
  expectFields(await executor.get('company/analytics'), 'acts_pending_sign, contracts_pending_sign');
  const employees = await business.get<Items>('company/employees', { query: { page: 1, limit: 10 } });
  expect(employees.items[0]).toMatchObject({ role_id: 1, email: business.who.email });

  const listed = await admin.get<Items>('company/admin/list', { query: { page: 1, limit: 10 } });
  expectFields(listed.items[0], 'id, name, bin, has_partner, partner_name, register_link, stage');
  const bin = newNumber('bin');
  const made = await admin.post('company/admin', { body: { name: 'ТОО «Бюро»', bin, address: 'Алматы' } });
  const found = await admin.get<Items>('company/admin/bin/{bin}', { path: { bin } });
  expect(found.items).toMatchObject([{ id: made.id, name: 'ТОО «Бюро»', type: 'too', role: 'business' }]);
  await admin.delete('company/admin', { query: { company_id: made.id } });
  expect((await admin.get<Items>('company/admin/bin/{bin}', { path: { bin } })).items).toMatchObject([
    { id: made.id, status: 'deleted' },
  ]);
  const director = { company_id: business.company_id, user_id: business.user_id };
  await admin.post('company/admin/director/unlink', { body: director });
  expect(await business.get('company')).toMatchObject({ director_id: null });
  await admin.post('company/admin/director/link', { body: director });
  expect(await business.get('company')).toMatchObject({ director_id: business.user_id });
}

export async function runBanking(world: World): Promise<void> {
  const { business, bank } = world;
  const iban = world.iban();
  const requisite = {
    bank_name: bank.name,
    bic: bank.bic,
    iban,
    kbe: '17',
    bank_code: bank.code,
    bin: business.who.bin,
  };
  await business.post('banking/private/requisites', { body: requisite });
  const banks = await business.get<World['bank'][]>('banking/public/banks');
  const other = banks.find(({ id, iban_code }) => iban_code && id !== bank.id)!;
  const second = { ...requisite, bank_name: other.name, bic: other.bic, bank_code: other.code };
  const of_other = { ...second, iban: makeIban(other.iban_code, '8'.repeat(13)) };
  await business.post('banking/private/requisites', { body: of_other });
  await business.put('banking/private/requisites', { body: { ...of_other, kbe: '18' } });
  const rows = await business.get<Thing[]>('banking/private/requisites');
  for (const row of rows) expectFields(row, 'bank_name, bic, iban, kbe, bank_code, bin');
  expect(rows.find((row) => row.iban === of_other.iban)).toMatchObject({ kbe: '18', bic: other.bic });
  await business.put('company/main-bank', { body: { main_bank_id: other.id } });
  expect(await business.get('company')).toMatchObject({ main_bank_id: other.id });
  await business.delete('banking/private/requisites', { query: { iban } });
  const left = await business.get<Thing[]>('banking/private/requisites');
  expect(left.map((row) => row.iban)).not.toContain(iban);
  const balance = await business.get<Items>('banking/private/balance');
  expectFields(balance.items[0], 'amount, currency, iban');
  const { banking_integration_type } = await business.get('banking/private/is-authorized');
  expect([null, 'BCC', 'JUSAN', 'FORTE', 'HALYK', 'CUSTOM']).toContain(banking_integration_type);

  const { sandboxBankLogin } = await import('../../src/adapters/bank-login/sandbox/sandbox-bank-login.ts');
  const { config, clock } = world.app.parts;
  const assertion = await sandboxBankLogin(config, clock).vouch(business.who.iin);
  expectFields(await world.newClient().post('auth/bank/login', { body: { assertion } }), 'access_token');

  const key = Buffer.from(await makePkcs12({ ...business.who.key, password: 'Kelisim2026' }));
  await business.post('auth/store/load', { parts: { file: { name: 'key.p12', bytes: key } } });
  const back = await business.ask('GET', 'auth/store/{user_id}', { path: { user_id: business.user_id } });
  expect(back.status).toBe(200);
}

export async function runExecutors(world: World): Promise<void> {
  const { business, executor } = world;
  const executor_company_id = executor.company_id;
  const { items } = await business.get<Items>('company/executors', {
    query: { limit: 1000, page: 1, status: 'active', sort_by: 'date', sort_order: 'desc' },
  });
  expectFields(
    items[0],
    'company_id, executor_company_id, company_name, full_name, bin, phone, status, contract_document_id, contract_valid_until, date',
  );
  expect((await business.get<unknown[]>('company/executors/list')).length).toBe(1);
  const path = { executor_company_id };
  const state = async () =>
    (
      await business.get('company/executor/{executor_id}/profile', {
        path: { executor_id: executor_company_id },
      })
    ).status;
  const first = await state();
  await business.post('company/executor/{executor_company_id}/stop', { path });
  expect(await state()).not.toEqual(first);
  await business.post('company/executor/{executor_company_id}/resume', { path });
  for (const deed of ['stop', 'resume', 'stop', 'resume']) {
    const { items: rows } = await business.post<Items>(`company/executor/bulk/${deed}`, {
      body: { ids: [executor_company_id] },
    });
    expect(rows[0], deed).toMatchObject({ status: 'ok', message: expect.any(String) });
  }
  expect(await state()).toEqual(first);
  expectFields(
    await business.get('company/executor/{executor_id}/profile', {
      path: { executor_id: executor_company_id },
    }),
    'id, full_name, iin, phone, address, company_name, bank_account, contract_valid_until',
  );
  expect(
    await executor.get('user/phone/{company_id}', { path: { company_id: executor_company_id } }),
  ).toMatchObject({ phone: executor.who.phone });
}

/** Last of all: the executor is gone after it. */
export async function removeExecutor({ business, executor }: World): Promise<void> {
  const path = { executor_id: executor.company_id };
  await business.delete('company/executor/{executor_id}', { path });
  const { items } = await business.get<Items>('company/executors', { query: { status: 'active' } });
  expect(items).toEqual([]);
}

export async function runInvitations(world: World): Promise<void> {
  const { business, app } = world;
  const contract_document_template_id = world.kept.template_id;
  const rows = Array.from({ length: 3 }, (_, at) => ({
    name: `Шақырылған ${at}`,
    phone: newPhone(),
    end_date: day(200),
    contract_document_template_id,
  }));
  const phones = rows.map(({ phone }) => phone);
  await world.later();
  await business.post('company/invitation/bulk', { body: { rows } });
  const [first, ...others] = phones as [string, ...string[]];
  const of = (phone: string) => business.get('company/invitation/{phone}', { path: { phone } });
  expect(await of(first)).toMatchObject({ phone: first, status: 'sent' });
  await business.put('company/invitation/{phone}', { path: { phone: first }, body: { name: 'Басқа Ат' } });
  expect(await of(first)).toMatchObject({ name: 'Басқа Ат' });
  const aDayLater = () =>
    app.parts.db
      .updateTable('invitations')
      .set({ reminded_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute();
  await aDayLater();
  await world.later();
  await business.post('company/invitation/remind', { body: { phone: first } });
  const deed = async (method: 'post' | 'delete', path: string) => {
    const { items } = await business[method]<Items>(path, { body: { phones: others } });
    expect(
      items.map(({ status }) => status),
      JSON.stringify(items),
    ).toEqual(['ok', 'ok']);
  };
  await deed('post', 'company/invitation/bulk/remind');
  await deed('delete', 'company/invitation/bulk');
  await deed('post', 'company/invitation/bulk/repeat');
  expect(await of(others[0]!)).toMatchObject({ status: 'sent', end_date: day(200) });
  await business.delete('company/invitation/{phone}', { path: { phone: first } });
  expect(await of(first)).toMatchObject({ status: 'cancelled' });
  const sheet = await business.file('template/invite/bulk');
  expect(sheet.subarray(0, 2).toString()).toBe('PK');
}

export async function runSupport(world: World): Promise<void> {
  const { business, admin } = world;
  const themes = await business.get<Thing[]>('support/themes');
  expectFields(themes[0], 'id, name, description_kz, description_ru');
  const statuses = await business.get<Thing[]>('support/ticket/statuses');
  expectFields(statuses[0], 'id, code, name_kz, name_ru');
  const file = { name: 'снимок.pdf', bytes: await samplePdf() };
  const attachments = { attachment1: file, attachment2: file, attachment3: file };
  const ticket = await business.post('support/tickets', {
    parts: { theme_id: themes[0]!.id, text: 'Не открывается акт', ...attachments },
  });
  expectFields(
    ticket,
    'id, company_name, user_id, theme_id, status_id, text, created_at, last_message_at, read_by_admin, read_by_business',
  );
  const path = { ticket_id: ticket.id };
  await business.post('support/tickets/{ticket_id}/messages', {
    path,
    parts: { text: 'Вот снимок', attachment1: file },
  });
  const messages = await business.get<Items>('support/tickets/{ticket_id}/messages', { path });
  const list = Array.isArray(messages) ? (messages as Thing[]) : messages.items;
  const last = list.find(({ text }) => text === 'Вот снимок')!;
  expectFields(last, 'id, ticket_id, user_id, company_name, text, created_at, attachments');
  const [attachment] = last.attachments as Thing[];
  expectFields(attachment, 'id, content_type');
  const bytes = await business.file('support/attachments/{attachment_id}/download', {
    path: { attachment_id: attachment!.id },
  });
  expect(bytes).toEqual(Buffer.from(file.bytes));
  const desk = await admin.get<Items>('support/admin/tickets', { query: { page: 1, limit: 10 } });
  expect(desk.items.map(({ id }) => id)).toContain(ticket.id);
  const closed = statuses.find(({ code }) => code === 'closed')!;
  await business.post('support/tickets/{ticket_id}/status', { path, form: { status_id: String(closed.id) } });
  const own = await business.get<Items>('support/tickets', { query: { page: 1, limit: 10 } });
  expect(own.items[0]).toMatchObject({ id: ticket.id, status_id: closed.id });
}
