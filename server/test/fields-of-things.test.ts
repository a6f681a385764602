import { PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { afterAll, expect, test } from 'vitest';
import { makeDealApp } from './deal-app.ts';
import { newAccount } from './accounts.ts';
import { readyForEsf, signMixed } from './esf-papers.ts';
import { actBody, makeDraftAct, makeSentAct, makeSignedActs, samplePdf, TODAY } from './papers.ts';
import { makeAdministrator, makeCompany, makeEmployee, makeExecutor, PASSWORD } from './people.ts';
import type { Administrator, Person } from './people.ts';
import type { Shown } from './phone.ts';
import { makeInvitationContract, newPhone } from './registrations.ts';
import { giveTariff } from './tariffs.ts';
import { makeTemplate } from './templates.ts';

// Part 3 of the specification, thing by thing: what it names is in the answer of the call that tells of it, by the
// specification's own words, and what one call wrote another reads.

// What makes a PDF of a Word file is tried by its own tests.
const { app, deal, director } = await makeDealApp({
  app: { docx_to_pdf: { convert: () => samplePdf(), close: async () => undefined } },
});
const { executor } = deal;
const worker = executor.person;
const desk = await makeAdministrator(app, [...PLATFORM_RIGHTS]);
afterAll(() => app.close());

/** Every one of these words, `a.b` within `a`, is there and says something or is null. */
function has(thing: unknown, words: string): void {
  for (const word of words.split(/\s+/)) {
    const value = word
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], thing);
    expect(value, `${word} of ${JSON.stringify(thing)}`).not.toBe(undefined);
  }
}

test('tokens, and what a registration begins with', async () => {
  has(
    await app.ok('auth.login_too', null, { body: { email: director.email, password: PASSWORD } }),
    'access_token refresh_token',
  );
  const begun = await app.ok('registration.phone', null, { body: { phone: newPhone(), kind: 'business' } });
  has(begun, 'hash_key user_id need_sign_contract redirect_url');
  expect(begun.hash_key).toMatch(/^[0-9a-f]{64}$/);
  const { hash_key } = begun;
  expect(await app.ok('registration.stage', null, { query: { hash_key } })).toMatchObject({
    stage: begun.stage,
    user_id: begun.user_id,
  });
  has(await app.ok('invitations.link', null, { query: { hash: 'a'.repeat(32) } }), 'valid expires_at');
});

test('a user', async () => {
  const words =
    'id email phone role_id status is_email_verified is_phone_verified created_at updated_at last_login';
  has(await app.ok('users.profile', director, {}), words);
  const { items } = await app.ok('users.list', desk, { query: {} });
  has(items[0], words.replace('role_id ', ''));
  const employee = await makeEmployee(app, deal.company, []);
  const params = { user_id: employee.user_id };
  await app.ok('users.set_platform_rights', desk, { params, body: { rights: ['support'] } });
  const seen = async () =>
    (await app.ok('users.list', desk, { query: { search: employee.email } })).items[0]!;
  expect((await seen()).user_permission).toEqual({ ...params, role_id: 4, allow: ['support'] });
  await app.ok('users.set_platform_rights', desk, { params, body: { rights: [] } });
  expect((await seen()).user_permission).toBe(null);
  const { id, name } = deal.company;
  expect((await seen()).companies).toEqual([{ id, name, role_id: 2 }]);
  await app.ok('users.block', desk, { params });
  expect((await seen()).status).toBe('blocked');
  await app.ok('users.unblock', desk, { params });
  expect((await seen()).status).toBe('active');
});

test('a company, its settings and its partner', async () => {
  const words = `id name bin kbe address ceo_name director_id director_position contact_fio occupation oked type status
    email commission main_bank_id banking_integration_type current_executor_count executor_count_updated_at
    registered_at updated_at`;
  await giveTariff(app, deal.company.id);
  const written = {
    address: 'Алматы, Абай даңғылы, 7',
    ceo_name: 'Сынақов Әлібек',
    director_position: 'Бас директор',
    contact_fio: 'Хатшы',
    occupation: 'Жеткізу',
    oked: '53201',
    email: 'kense@sinaq.example',
    phone: '+77273000101',
    document_language: 'kz' as const,
  };
  has(await app.ok('companies.update', director, { body: written }), words);
  const own = await app.ok('companies.own', director, {});
  has(own, words);
  expect(own).toMatchObject(written);
  expect(own.commission).toBe('0.00');
  const profile = await app.ok('companies.profile', director, {});
  expect(profile.company).toEqual(own);
  // A removed executor is counted no more, and when is told.
  const executor_id = (await makeExecutor(app, deal.company)).id;
  await app.ok('executors.remove', director, { params: { executor_id } });
  expect((await app.ok('companies.own', director, {})).executor_count_updated_at).not.toBe(null);

  const entered = await app.ok('companies.create', desk, {
    body: { role: 'business', type: 'too', name: 'ТОО «Жаңа»', bin: '180340012346' },
  });
  const sent = { destination: 'bastyq@sinaq.example', receive_method: 'email' } as const;
  await app.ok('consultation.register_link', desk, { body: { company_id: entered.id, ...sent } });
  const partner = { has_partner: true, partner_name: 'ЖК Серіктес', partner_commission: '12.50' };
  await app.ok('companies.set_partner', desk, { body: { company_id: entered.id, ...partner } });
  const row = async () =>
    (await app.ok('companies.by_bin', desk, { params: { bin: '180340012346' } })).items[0]!;
  has(await row(), 'commission has_partner partner_name partner_commission register_link stage');
  expect(await row()).toMatchObject({ ...partner, register_link: sent, stage: null });
  const { items } = await app.ok('companies.admin_list', desk, { query: { search: '180340012346' } });
  expect(items).toEqual([await row()]);
  for (const [body, field] of [
    [{ has_partner: true, partner_commission: '1' }, 'partner_name'],
    [{ has_partner: true, partner_name: 'Ә' }, 'partner_commission'],
    [{ has_partner: true, partner_name: 'Ә', partner_commission: '101' }, 'partner_commission'],
  ] as const)
    expect(
      await app.refused('companies.set_partner', desk, { body: { company_id: entered.id, ...body } }),
    ).toMatchObject({ status: 400, field });
  await app.ok('companies.set_partner', desk, { body: { company_id: entered.id, has_partner: false } });
  expect(await row()).toMatchObject({ has_partner: false, partner_name: null, partner_commission: null });
});

test('banks, requisites, the balance and the connection of a bank', async () => {
  const banks = await app.ok('banking.banks', null, {});
  has(banks[0], 'id code name bic');
  const words = 'bank_name bic iban kbe bank_code bin';
  const body = { ...(await newAccount(app)), kbe: '17' };
  const added = await app.ok('banking.add_requisite', director, { body });
  has(added, words);
  const kept = await app.ok('banking.requisites', director, {});
  expect(kept.find(({ id }) => id === added.id)).toMatchObject({ iban: body.iban, kbe: '17' });
  await app.ok('companies.set_main_bank', director, { body: { requisite_id: added.id } });
  expect((await app.ok('companies.own', director, {})).main_bank_id).toBe(body.bank_id);
  const bank = banks.find(({ id }) => id === body.bank_id)!;
  for (const [kind, settings] of [
    ['BCC', {}],
    ['JUSAN', { client_id: 'a' }],
    ['FORTE', { client_id: 'b', iban: body.iban }],
    ['CUSTOM', { account_number: body.iban, bank_id: String(body.bank_id), bic: bank.bic, kbe: '17' }],
  ] as const) {
    const client_secret = kind === 'BCC' || kind === 'CUSTOM' ? {} : { client_secret: 'сыр' };
    const reply = await app.raw('integrations.save', director, {
      params: { kind },
      body: { settings, ...client_secret },
    });
    expect(reply.status, `${kind}: ${reply.text}`).toBe(200);
    const list = await app.ok('integrations.list', director, {});
    expect(list.find((one) => one.kind === kind)!.settings).toMatchObject(settings);
    // Written once and never shown again.
    expect(JSON.stringify(list)).not.toContain('сыр');
    if (kind === 'BCC') {
      const { items } = await app.ok('banking.balance', director, {});
      expect(items.map(({ iban }) => iban)).toContain(body.iban);
      has(items[0], 'amount currency iban');
    }
  }
});

test('an act, its services, comments, history and papers', async () => {
  const words = `id title status.id status.code status.name act_date start_date end_date created_at updated_at deleted_at
    additional_info auto_generate knp contract_id document_id company.id company.name company.bin company.phone
    contractor_company.id contractor_company.name contractor_company.bin contractor_company.phone`;
  const body = actBody(deal, { additional_info: 'Ескерту' });
  const { id: act_id } = await app.ok('acts.create', director, { body });
  const params = { act_id };
  const act = await app.ok('acts.get', director, { params });
  has(act, words);
  const { date, services, ...same } = body;
  const { contractor_company_id, ...rest } = same;
  expect(act).toMatchObject({ ...rest, act_date: date });
  expect(act.contractor_company.id).toBe(contractor_company_id);
  has(
    act.services[0],
    `id act_id amount category.id category.name description quantity rate service_date unit.id unit.name created_at`,
  );
  const { category_id, unit_id, ...service } = services[0]!;
  expect(act.services[0]).toMatchObject({ ...service, category: { id: category_id }, unit: { id: unit_id } });
  const { items } = await app.ok('acts.list', director, { query: { id: act_id } });
  has(items[0], words);
  await app.ok('acts.update', director, { params, body: { ...body, title: 'Басқа атау' } });
  expect((await app.ok('acts.get', director, { params })).title).toBe('Басқа атау');

  await app.ok('act_comments.add', director, { body: { act_id, comment: 'Күнін тексеріңіз' } });
  const [comment] = await app.ok('act_comments.list', director, { params });
  has(comment, 'act_id comment user_id created_at updated_at');
  expect(comment).toMatchObject({ act_id, comment: 'Күнін тексеріңіз', user_id: director.user_id });
  const history = await app.ok('acts.history', director, { params });
  has(history[0], 'id act_id action company_id created_at');
  const told = { act_id, company_id: deal.company.id };
  expect(history).toMatchObject([
    { ...told, action: 'edit' },
    { ...told, action: 'create' },
  ]);

  await app.ok('act_documents.add', director, {
    body: { act_id: String(act_id) },
    files: { file: { name: 'есеп.pdf', bytes: await samplePdf() } },
  });
  const [paper] = await app.ok('act_documents.list', director, { params });
  has(paper, 'id title');
  expect(paper!.title).toBe('есеп.pdf');
  const additional_document_id = paper!.id;
  const asked = { params: { additional_document_id } };
  expect(await app.ok('act_documents.file', director, asked)).toEqual(await samplePdf());

  const done = await app.ok('acts.delete_many', director, { body: { act_ids: [act_id] } });
  has(done.items[0], 'act_id status message');
  expect((await app.refused('acts.get', director, { params })).status).toBe(404);
  for (const list of ['acts.statuses', 'act_schedules.periods'] as const)
    has((await app.ok(list, director, {}))[0], 'id code name');
  for (const list of ['acts.categories', 'acts.units'] as const)
    has((await app.ok(list, director, {}))[0], 'id name');
});

test('every filter of acts finds by what it names', async () => {
  const [signed] = await makeSignedActs(app, deal, 1);
  const draft = (await makeDraftAct(app, deal)).id;
  const copied = await app.ok('acts.copy', director, { body: { act_ids: [signed!] } });
  expect(copied.items[0]!.status).toBe('ok');
  const find = async (query: object) =>
    (await app.ok('acts.list', director, { query: { limit: 100, ...query } })).items.map(({ id }) => id);
  const { status } = await app.ok('acts.get', director, { params: { act_id: signed! } });
  const { document_id } = await app.ok('acts.get', director, { params: { act_id: signed! } });
  expect(await find({ id: draft })).toEqual([draft]);
  expect(await find({ document_id: document_id! })).toEqual([signed]);
  expect(await find({ is_signed: true })).toEqual([signed]);
  expect(await find({ is_payed: true })).toEqual([]);
  expect(await find({ status_id: [status.id] })).toEqual([signed]);
  expect((await find({ is_copy: true })).length).toBe(1);
  for (const query of [{ contractor_company_id: deal.executor.id }, { contract_id: deal.contract_id }])
    expect(await find(query)).toEqual(expect.arrayContaining([draft, signed]));
  expect(await find({ contract_id: 999_999 })).toEqual([]);
});

test('a contract, its template, and the kinds and states of contracts', async () => {
  const words = `id title type_id file_id status.id status.code status.name start_date end_date created_at updated_at
    company.id company.name company.bin contractor_company.id contractor_company.name contractor_company.bin
    customer_signed_at contractor_signed_at sign_info_file_id signed_cms_file_id`;
  const body = {
    title: 'Шарт',
    contractor_id: String(deal.executor.id),
    type_id: '1',
    start_date: '2026-01-01',
    end_date: '2099-12-31',
    additional_info: 'Қосымша',
  };
  const { id } = await app.ok('documents.create', director, {
    body,
    files: { file: { name: 'a.pdf', bytes: await samplePdf() } },
  });
  const document = await app.ok('documents.get', director, { params: { doc_id: id } });
  has(document, words);
  const { contractor_id, type_id, ...same } = body;
  expect(document).toMatchObject({
    ...same,
    type_id: Number(type_id),
    contractor_company: { id: Number(contractor_id) },
  });
  const ofSigned = { params: { doc_id: deal.contract_id } };
  // What proves it is made when it is first asked for.
  await app.ok('proofs.document_sign_info', director, ofSigned);
  await app.ok('proofs.document_cms', director, ofSigned);
  const signed = await app.ok('documents.get', worker, ofSigned);
  has(signed, words);
  const { customer_signed_at, contractor_signed_at, sign_info_file_id, signed_cms_file_id } = signed;
  for (const word of [customer_signed_at, contractor_signed_at, sign_info_file_id, signed_cms_file_id])
    expect(word).not.toBe(null);
  const { items } = await app.ok('documents.list', director, { query: { is_expired: false } });
  has(items[0], words);
  const over = await app.ok('documents.create', director, {
    body: { ...body, start_date: '2025-01-01', end_date: '2025-12-31' },
    files: { file: { name: 'b.pdf', bytes: await samplePdf() } },
  });
  const expired = await app.ok('documents.list', director, { query: { is_expired: true } });
  expect(expired.items.map((one) => one.id)).toEqual([over.id]);
  for (const list of ['documents.types', 'documents.statuses'] as const)
    has((await app.ok(list, director, {}))[0], 'id code name');

  const template_id = await makeTemplate(app, director);
  const template = await app.ok('templates.get', director, { params: { template_id } });
  has(template, 'id name file_url created_at');
  expect((await app.ok('templates.list', director, { query: {} })).items).toEqual([template]);
  const executor_company_id = deal.executor.id;
  const { contract_id } = await app.ok('documents.create_by_template', director, {
    body: { template_id, executor_company_id, title: 'Үлгі шарты', start_date: TODAY, end_date: TODAY },
  });
  expect(await app.ok('documents.get', director, { params: { doc_id: contract_id } })).toMatchObject({
    title: 'Үлгі шарты',
    contractor_company: { id: executor_company_id },
  });
  await app.ok('templates.delete', director, { params: { template_id } });
  expect((await app.ok('templates.list', director, { query: {} })).items).toEqual([]);
  has((await app.ok('templates.sort_parameters', director, {}))[0], 'name description');
});

test('an executor, in the list and by himself, and an invitation', async () => {
  const { items } = await app.ok('executors.list', director, { query: {} });
  const words = `company_id executor_company_id company_name full_name bin phone status contract_document_id
    contract_valid_until date`;
  has(items[0], words);
  const params = { executor_id: deal.executor.id };
  const profile = await app.ok('executors.profile', director, { params });
  has(profile, 'id full_name iin phone address company_name bank_account contract_valid_until');
  await app.ok('executors.stop', director, { params: { executor_company_id: deal.executor.id } });
  expect((await app.ok('executors.profile', director, { params })).status).toBe('stopped');
  await app.ok('executors.resume', director, { params: { executor_company_id: deal.executor.id } });

  const phone = newPhone();
  const contract_document_id = await makeInvitationContract(app, deal.company);
  const body = { name: 'Шақырылған', phone, end_date: TODAY, contract_document_id };
  await app.ok('invitations.create', director, { body });
  const invitation = await app.ok('invitations.get', director, { params: { phone } });
  has(
    invitation,
    `id company_id executor_company_id name phone status contract_document_id contract_document_template_id end_date
    created_at updated_at`,
  );
  expect(invitation).toMatchObject(body);
  await app.ok('invitations.update', director, { params: { phone }, body: { name: 'Басқа' } });
  const list = await app.ok('invitations.list', director, { query: {} });
  expect(list.items.find((one) => one.id === invitation.id)!.name).toBe('Басқа');
  await app.ok('invitations.cancel', director, { params: { phone } });
  const { status } = (await app.ok('invitations.list', director, { query: {} })).items.find(
    (one) => one.id === invitation.id,
  )!;
  expect(status).toBe('cancelled');

  const contract_document_template_id = await makeTemplate(app, director);
  const other = { name: 'Үлгімен', phone: newPhone(), end_date: TODAY, contract_document_template_id };
  await app.ok('invitations.create', director, { body: other });
  const byPhone = { params: { phone: other.phone } };
  expect(await app.ok('invitations.get', director, byPhone)).toMatchObject(other);
});

test('the counters of both homes', async () => {
  const ofBusiness = async () => {
    const counters = await app.ok('home.analytics', director, {});
    if (counters.role !== 'business') throw new Error('another home');
    return counters;
  };
  const before = await ofBusiness();
  has(
    before,
    `acts_pending_sign acts_total_amount_to_pay contracts_pending_sign executors_active executors_pending_payment
    executors_pending_sign`,
  );
  const asked = await app.ok('home.analytics', worker, {});
  has(asked, 'acts_pending_sign contracts_pending_sign');
  await makeSentAct(app, deal);
  await makeSignedActs(app, deal, 1);
  await makeExecutor(app, deal.company);
  expect(await app.ok('home.analytics', worker, {})).toMatchObject({
    acts_pending_sign: asked.acts_pending_sign + 1,
  });
  expect(await ofBusiness()).toMatchObject({
    acts_total_amount_to_pay: (Number(before.acts_total_amount_to_pay) + 4_500).toFixed(2),
    executors_active: before.executors_active + 1,
  });
});

test('a ticket, its messages, themes and states', async () => {
  has((await app.ok('support.themes', director, {}))[0], 'id name description_kz description_ru');
  has((await app.ok('support.statuses', director, {}))[0], 'id code name_kz name_ru');
  const words =
    'id company_name user_id theme_id status_id text created_at last_message_at read_by_admin read_by_business';
  const file = { name: 'a.pdf', bytes: await samplePdf() };
  const { id } = await app.ok('support.create', director, {
    body: { theme_id: '1', text: 'Сұрақ' },
    files: { attachment1: file, attachment2: file, attachment3: file },
  });
  const read = async (by: Person | Administrator, call: 'support.list' | 'support.admin_list') =>
    (await app.ok(call, by, { query: {} })).items.find((one) => one.id === id);
  has(await read(director, 'support.list'), words);
  has(await read(desk, 'support.admin_list'), words);
  const params = { ticket_id: id };
  await app.ok('support.write', desk, { params, body: { text: 'Жауап' } });
  const messages = await app.ok('support.messages', director, { params });
  expect(messages.map(({ text }) => text)).toEqual(['Сұрақ', 'Жауап']);
  for (const message of messages)
    has(message, 'id ticket_id user_id company_name text created_at attachments');
  expect(messages[0]!.attachments.length).toBe(3);
  has(messages[0]!.attachments[0], 'id content_type');
  const kept = { params: { attachment_id: messages[0]!.attachments[0]!.id } };
  expect(await app.ok('support.attachment', director, kept)).toEqual(file.bytes);
  // The desk has read it, the company has read the answer just now.
  expect(await read(director, 'support.list')).toMatchObject({ read_by_admin: true, read_by_business: true });
  await app.ok('support.write', director, { params, body: { text: 'Рақмет' } });
  expect(await read(desk, 'support.admin_list')).toMatchObject({ read_by_admin: false });
  await app.ok('support.set_status', desk, { params, body: { status_id: '4' } });
  expect((await read(director, 'support.list'))!.status_id).toBe(4);
});

test('a tariff, its calendar and its changes', async () => {
  const company_id = (await makeCompany(app)).id;
  const period = { name_ru: 'Семь месяцев', name_kz: 'Жеті ай', months: 7 };
  const { id: period_id } = await app.ok('tariff.add_period', desk, { body: period });
  const periods = await app.ok('tariff.periods', director, { query: {} }, { locale: 'kz' });
  expect(periods.items.find(({ id }) => id === period_id)).toMatchObject({ name: 'Жеті ай', months: 7 });
  const asked = {
    executor_limit_count: 40,
    price_per_executor: '1250.50',
    period_id,
    plan_type_id: 2,
    tariff_start_date: TODAY,
    banking_integration_enabled: false,
    commission_percentage: '1.25',
  };
  await app.ok('tariff.set', desk, { body: { company_id, ...asked } });
  await app.ok('tariff.set_limit', desk, {
    body: { company_id, executor_limit_count: 1_200, reason: 'Өсу', scheduled_for: '2099-01-01' },
  });
  const tariff = await app.ok('tariff.get', desk, { params: { company_id } });
  has(
    tariff,
    'pending_amount executor_limit.limit_count executor_limit.valid_from executor_limit.valid_until',
  );
  has(
    tariff.tariff_plan,
    `price_per_executor commission_percentage banking_integration_enabled start_date end_date is_active`,
  );
  has(
    tariff.payment_calendar[0],
    'period_start period_end payment_amount payment_due_date paid_at status_id',
  );
  has(tariff.limit_changes[0], 'old_limit new_limit change_type reason scheduled_for is_applied');
  expect(tariff.limit_changes[0]).toMatchObject({ new_limit: 1_200, reason: 'Өсу', is_applied: false });
  expect(tariff.tariff_plan).toMatchObject({
    price_per_executor: '1250.50',
    commission_percentage: '1.25',
    banking_integration_enabled: false,
    start_date: TODAY,
    period: { id: period_id },
    plan_type: { id: 2 },
  });
  expect(tariff.executor_limit.limit_count).toBe(40);
  const { id } = tariff.payment_calendar.find((entry) => entry.id !== null)!;
  const { pending_amount } = tariff;
  expect(pending_amount).not.toBe('0.00');
  await app.ok('tariff.pay', desk, { params: { id: id! } });
  const paid = await app.ok('tariff.get', desk, { params: { company_id } });
  expect(paid.payment_calendar.find((entry) => entry.id === id)!.paid_at).not.toBe(null);
  expect(paid.pending_amount).not.toBe(pending_amount);
  has((await app.ok('tariff.periods', director, { query: {} })).items[0], 'id name months');
  has((await app.ok('tariff.plan_types', director, {})).items[0], 'id code name');
});

test('lists are told in pages', async () => {
  const lists = ['acts.list', 'documents.list', 'executors.list', 'employees.list', 'support.list'] as const;
  for (const list of lists) has(await app.ok(list, director, { query: {} }), 'items pages total');
});

test('what is signed on a phone has the words of eGov Mobile', async () => {
  const act_id = await makeDraftAct(app, deal).then(async ({ id }) => {
    await app.ok('acts.send', director, { body: { act_ids: [id] } });
    return id;
  });
  const query = { doc_ids: [act_id], doc_type: 'act' as const };
  await app.ok('qr.make', worker, { query });
  const { items } = await app.ok('qr.check', worker, { query });
  has(items[0], 'doc_id is_signed');
  expect(items[0]).toMatchObject({ doc_id: act_id, is_signed: false });
});

test('a document to sign in each of its forms, and what became of it', async () => {
  await readyForEsf(app, deal);
  const { id } = await makeDraftAct(app, deal);
  await app.ok('acts.send', director, { body: { act_ids: [id] } });
  const code = await app.ok('esf.qr_act', worker, { query: { act_ids: [id] } });
  const key = new URL(code.text!.slice('mobileSign:'.length)).searchParams.get('mgovSign')!;
  const { uri, auth_token } = (await app.ok('qr.init', null, { query: { mgovSign: key } })).document;
  const to = new URL(uri).searchParams;
  const phone = { token: auth_token };
  const query = { doc_ids: to.getAll('doc_ids').map(Number), user_id: Number(to.get('user_id')) };
  const shown = await app.ok('qr.documents', phone, { query });
  for (const one of shown.documentsToSign) {
    has(one, 'id nameEn nameKz nameRu signMethod meta');
    for (const name of [one.nameEn, one.nameKz, one.nameRu]) expect(name).not.toBe('');
    for (const said of one.meta) has(said, 'name value');
    has(one, one.signMethod === 'XML' ? 'documentXml' : 'document.file.mime document.file.data');
  }
  expect(shown.documentsToSign.map((one) => one.signMethod)).toEqual([
    'CMS_SIGN_ONLY',
    'SIGN_BYTES_ARRAY',
    'SIGN_BYTES_ARRAY',
    'XML',
  ]);
  expect(shown.documentsToSign[0]!.meta).toContainEqual(
    expect.objectContaining({ value: deal.company.name }),
  );

  const body = await signMixed(shown as Shown, worker.key);
  const taken = await app.ok('qr.take', phone, { query, body });
  has(taken, 'success signed_count errors');
  expect(taken).toMatchObject({ success: true, signed_count: 4, errors: [] });
  const asked = { doc_ids: [id], doc_type: 'act_with_esf' as const };
  const { items } = await app.ok('qr.check', worker, { query: { ...asked, session_id: code.session_id } });
  expect(items).toMatchObject([{ doc_id: id, is_signed: true }]);
  expect((await app.ok('acts.get', director, { params: { act_id: id } })).signatures).toMatchObject([
    { side: 'executor', means: 'egov_mobile' },
  ]);
});
