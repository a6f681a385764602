import { PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import type { SecurityEventKind } from '@kelisim/shared/features/auth/security-events.ts';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDeal, makeDraftAct, samplePdf } from '../../../test/papers.ts';
import { makeAdministrator, makeCompany, makeExecutor, type TestCompany } from '../../../test/people.ts';
import { beginRegistration, goTo, makeNewcomer, newNumber } from '../../../test/registrations.ts';
import { tariffSeller } from '../../../test/tariffs.ts';

const app = await makeTestApp();
const desk = await makeAdministrator(app, [...PLATFORM_RIGHTS]);
let company: TestCompany = await makeCompany(app, { algorithm: 'rsa' });
afterAll(() => app.close());

const noted = async (kind: SecurityEventKind) =>
  (await app.ok('administration.audit', desk, { query: { kind, limit: 100 } })).items;
/** Actions of the administrator alone: what concerns no account is recorded for the administrator. */
const by = (company_name: string | null, detail: object) => ({
  user: { id: desk.user_id },
  by: { id: desk.user_id },
  company: company_name === null ? null : { name: company_name },
  detail,
  ip: '127.0.0.1',
});

test('what an administrator does to companies is in the log, with who, which and from where', async () => {
  const body = {
    role: 'business' as const,
    type: 'too' as const,
    name: 'ТОО «Алғыс»',
    bin: newNumber('bin'),
  };
  const made = await app.ok('companies.create', desk, { body });
  expect(await app.refused('companies.create', desk, { body })).toMatchObject({ status: 409 });
  expect(await noted('company_created')).toMatchObject([
    by('ТОО «Алғыс»', { bin: body.bin, role: 'business' }),
  ]);
  const link = { company_id: made.id, destination: 'head@algys.example', receive_method: 'email' as const };
  await app.ok('consultation.register_link', desk, { body: link });
  const [sent] = await noted('register_link_sent');
  expect(sent).toMatchObject(by('ТОО «Алғыс»', { channel: 'email' }));
  expect(JSON.stringify(sent)).not.toContain(link.destination);
  await app.ok('executors.set_limit', desk, { body: { company_id: company.id, executor_limit_count: 7 } });
  expect(await noted('executor_limit_set')).toMatchObject([by(company.name, { limit: 7 })]);
  await app.ok('companies.delete', desk, { query: {}, body: { company_id: made.id } });
  expect(await noted('company_closed')).toMatchObject([by('ТОО «Алғыс»', {})]);
});

test('who let a company in or refused it stands with whom it happened to, who is not told from where', async () => {
  for (const end of ['verified', 'refused'] as const) {
    const who = await makeNewcomer(app, 'business', { rights: ['organisation', 'employee'] });
    const hash_key = await beginRegistration(app, who);
    await goTo(app, who, hash_key, 'verification');
    const { items } = await app.ok('registration.verifications', desk, { query: {} });
    const { registration_id } = items.find(({ company: { bin } }) => bin === who.bin)!;
    const params = { registration_id };
    const refusal = { reason: 'Адрес не найден', step: 'bank' as const };
    for (let twice = 0; twice < 2; twice++)
      await (end === 'verified'
        ? app.ok('registration.approve', desk, { params })
        : app.ok('registration.refuse', desk, { params, body: refusal }));
    expect(await noted(`company_${end}`)).toMatchObject([
      { by: { id: desk.user_id }, company: { name: who.name }, detail: end === 'refused' ? refusal : {} },
    ]);
  }
  await app.ok('users.block', desk, { params: { user_id: company.director.user_id } });
  await app.ok('users.unblock', desk, { params: { user_id: company.director.user_id } });
  expect(await noted('blocked')).toMatchObject([{ ip: '127.0.0.1', by: { id: desk.user_id } }]);
  company = await makeCompany(app, { algorithm: 'rsa' });
});

test('a code that is read in the outbox is written down once for a session, and a message sent again', async () => {
  const who = await makeNewcomer(app, 'business');
  await beginRegistration(app, who);
  const row = await app.parts.db
    .updateTable('messages')
    .set({ state: 'kept', user_id: company.director.user_id })
    .where('recipient', '=', who.phone)
    .returning(['id', 'kind'])
    .executeTakeFirstOrThrow();
  const params = { message_id: row.id };
  for (let twice = 0; twice < 2; twice++) await app.ok('outbox.get', desk, { params });
  const of = { user: { id: company.director.user_id }, by: { id: desk.user_id } };
  const detail = { message_id: row.id, message: 'code' };
  expect(await noted('outbox_read')).toMatchObject([{ ...of, detail, ip: '127.0.0.1' }]);
  const other = await makeAdministrator(app, ['users']);
  await app.ok('outbox.get', other, { params });
  expect(await noted('outbox_read')).toHaveLength(2);
  const own = (await app.ok('security.events', company.director, { query: {} })).items;
  expect(own[0]).toMatchObject({ kind: 'outbox_read', by_name: 'Әкімші Сынақ', ip: null });
  for (let twice = 0; twice < 2; twice++) await app.ok('outbox.send_again', desk, { params });
  expect(await noted('outbox_sent_again')).toMatchObject([{ ...of, detail }]);
  // What is no secret any more is read by whoever works here.
  await app.parts.db
    .updateTable('messages')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', row.id)
    .execute();
  await app.ok('outbox.get', await makeAdministrator(app, ['users']), { params });
  expect(await noted('outbox_read')).toHaveLength(2);
});

test('an agreement, a request, an act brought back and a work begun again are in the log', async () => {
  const pdf = { file: { name: 'келісім.pdf', bytes: await samplePdf() } };
  const { version } = await app.ok('agreement.upload', desk, { body: {}, files: pdf });
  expect(await noted('agreement_uploaded')).toMatchObject([by(null, { version })]);

  await app.ok('consultation.create', null, {
    body: {
      name: 'Айгүл',
      company_name: 'ТОО «Тілек»',
      email: 'a@tilek.example',
      phone: '+77011234567',
      comment: 'Сұрақ',
    },
  });
  const [request] = (await app.ok('consultation.list', desk, { query: {} })).items;
  const params = { consultation_id: request!.consultation_id };
  for (let twice = 0; twice < 2; twice++) await app.ok('consultation.close', desk, { params });
  expect(await noted('request_closed')).toMatchObject([by(null, params)]);

  const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  const { id: act_id } = await makeDraftAct(app, deal);
  await app.ok('acts.delete', company.director, { params: { act_id } });
  for (let twice = 0; twice < 2; twice++)
    await app.ok('acts_admin.restore', desk, { params: { act_id }, body: { reason: 'Письмо № 4' } });
  expect(await noted('act_restored')).toMatchObject([by(company.name, { act_id, reason: 'Письмо № 4' })]);

  const { id: run_id } = await app.parts.db
    .insertInto('bulk_runs')
    .values({
      company_id: company.id,
      user_id: company.director.user_id,
      kind: 'acts.send',
      idempotency_key: 'desk-deeds',
      request_hash: Buffer.alloc(32),
      params: '{}',
      state: 'running',
      total: 1,
      created_at: new Date(Date.now() - 3_600_000),
      leased_until: new Date(Date.now() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.ok('jobs.run_again', desk, { params: { run_id } });
  expect(await noted('run_again')).toMatchObject([by(company.name, { run_id, run_kind: 'acts.send' })]);
});

test('the log is read by who did it, by company and by days of Almaty', async () => {
  const ids = async (query: object) =>
    (await app.ok('administration.audit', desk, { query: { limit: 100, ...query } })).items.map(
      ({ id }) => id,
    );
  const { db } = app.parts;
  const other = await makeAdministrator(app, ['users']);
  const shop = await makeCompany(app, { algorithm: 'rsa' });
  const { user_id } = shop.director;
  const add = async (created_at: string, event: object = {}) =>
    (
      await db
        .insertInto('security_events')
        .values({ user_id, kind: 'signed_in', detail: '{}', created_at: new Date(created_at), ...event })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const [evening, midnight, own] = [
    await add('2026-03-01T18:59:59Z', { by_user_id: other.user_id }),
    await add('2026-03-01T19:00:00Z', { company_id: shop.id }),
    await add('2026-03-03T00:00:00Z', { user_id: other.user_id }),
  ];
  expect(await ids({ by_user_id: other.user_id })).toEqual([own, evening]);
  expect(await ids({ by_user_id: user_id })).toEqual([midnight]);
  expect(await ids({ company_id: shop.id })).toEqual([midnight]);
  expect(await ids({ date_to: '2026-03-01' })).toEqual([evening]);
  expect(await ids({ date_from: '2026-03-02', date_to: '2026-03-02' })).toEqual([midnight]);
  expect(await ids({ date_from: '2026-03-02', date_to: '2026-03-03', user_id })).toEqual([midnight]);
  const bad = await app.refused('administration.audit', desk, { query: { date_from: '2026-02-30' } });
  expect(bad).toMatchObject({ status: 400, field: 'date_from' });
});

test('whose account companies pay to is changed with its trace: what it was and what it is', async () => {
  const other = { ...tariffSeller, iban: makeIban('856', '0000000000778') };
  for (const body of [tariffSeller, other, tariffSeller]) await app.ok('tariff.set_seller', desk, { body });
  const [back, there, first] = await noted('seller_changed');
  expect(there).toMatchObject(by(null, {}));
  expect(there!.detail).toEqual({ seller_iban: `${tariffSeller.iban} → ${other.iban}` });
  expect(back!.detail).toEqual({ seller_iban: `${other.iban} → ${tariffSeller.iban}` });
  expect(first!.detail).toMatchObject({ seller_iban: tariffSeller.iban, seller_name: tariffSeller.name });
});

test('a tax figure is set with its source, is the one that counts, and says what it replaced', async () => {
  const body = {
    figure: 'mrp' as const,
    valid_from: '2030-01-01',
    valid_until: '2030-12-31',
    value: '5000',
    source: 'Закон о бюджете',
  };
  const first = await app.ok('taxes.set_figure', desk, { body });
  expect(await app.ok('taxes.set_figure', desk, { body })).toEqual(first);
  await app.ok('taxes.set_figure', desk, { body: { ...body, value: '5100.5', note: 'Уточнено' } });
  expect(
    await app.refused('taxes.set_figure', desk, { body: { ...body, valid_until: '2029-12-31' } }),
  ).toMatchObject({
    status: 422,
    code: 'taxes.days',
  });
  // Not every month has a 31st.
  expect(
    await app.refused('taxes.set_figure', desk, {
      body: { ...body, figure: 'withheld_due_day', value: '31' },
    }),
  ).toMatchObject({ status: 422, code: 'taxes.value' });
  const { items, missing, years } = await app.ok('taxes.figures', desk, { query: { year: 2030 } });
  const ofMrp = items.filter((one) => one.figure === 'mrp');
  expect(ofMrp.map(({ value, is_past, by: who, note }) => [value, is_past, who !== null, note])).toEqual([
    [5100.5, false, true, 'Уточнено'],
    [5000, true, true, ''],
  ]);
  expect(missing).toContain('mzp');
  expect(missing).not.toContain('mrp');
  expect(years).toContain(2030);
  const [changed, begun] = await noted('tax_figure_set');
  expect(changed).toMatchObject(by(null, { tax_mrp: '5000 → 5100.5', date: '2030-01-01' }));
  expect(begun!.detail).toEqual({ tax_mrp: '5000', date: '2030-01-01' });
});
