import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { sandboxCompanies, SILENT_BIN } from '../../adapters/company-register/sandbox/sandbox-companies.ts';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeAdministrator, makeCompany, makeExecutor } from '../../../test/people.ts';
import { testPhone } from '../../../test/phone.ts';
import {
  beginRegistration,
  forgetRequests,
  goTo,
  inviteByPhone,
  lastCode,
  lastMessage,
  makeNewcomer,
  newEmail,
  newPhone,
  NEW_PASSWORD,
  signChallenge,
  steps,
  type Newcomer,
} from '../../../test/registrations.ts';
import { openEsfPassword } from './public.ts';
import { sweepRegistrations } from './registration.queries.ts';

const app = await makeTestApp();
afterAll(() => app.close());

const stageOf = async (hash_key: string) =>
  (await app.ok('registration.stage', null, { query: { hash_key } })).stage;

async function begin(kind: 'business' | 'executor', more: Parameters<typeof makeNewcomer>[2] = {}) {
  const who = await makeNewcomer(app, kind, more);
  return { who, hash_key: await beginRegistration(app, who) };
}

async function signIn(who: Newcomer) {
  const tokens = await app.ok('auth.login_too', null, {
    body: { email: who.email, password: NEW_PASSWORD },
  });
  return { token: (tokens as { access_token: string }).access_token };
}

test('a head registers his company and signs in at once', async () => {
  const { who, hash_key } = await begin('business');
  await goTo(app, who, hash_key, 'verification');
  expect(await app.ok('registration.confirm', null, { params: { hash_key } })).toMatchObject({
    state: 'approved',
    redirect_url: '/auth/login',
  });
  const me = await app.ok('auth.me', await signIn(who), {});
  expect(me).toMatchObject({ role_id: 1, phone: who.phone, company: { bin: who.bin } });
  expect(await app.ok('registration.finish', null, { body: { hash_key } })).toEqual({
    stage: 'done',
    redirect_url: '/auth/login',
  });
  expect((await app.refused('registration.stage', null, { query: { hash_key } })).status).toBe(404);
});

test('an executor comes by the link of an SMS and signs his contract', async () => {
  const company = await makeCompany(app);
  const who = await makeNewcomer(app, 'executor');
  const link = await inviteByPhone(app, company, who.phone);
  const hash_key = await beginRegistration(app, who, link);
  await goTo(app, who, hash_key, 'contract');
  expect((await app.ok('executors.names', company.director, {}))[0]).toMatchObject({ status: 'invited' });
  const pdf = await app.ok('registration.contract_file', null, { params: { hash_key } });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  await goTo(app, who, hash_key, 'verification');
  expect((await app.ok('executors.names', company.director, {}))[0]).toMatchObject({
    bin: who.bin,
    status: 'active',
  });
  const [document] = (await app.ok('documents.list', await signIn(who), { query: {} })).items;
  expect(document).toMatchObject({ status: { code: 'signed_by_executor' } });
  expect(await app.ok('invitations.get', company.director, { params: { phone: who.phone } })).toMatchObject({
    status: 'accepted',
  });
});

test('the contract signed by another person, or over other bytes, moves nothing', async () => {
  const company = await makeCompany(app);
  const who = await makeNewcomer(app, 'executor');
  const hash_key = await beginRegistration(app, who, await inviteByPhone(app, company, who.phone));
  await goTo(app, who, hash_key, 'contract');
  const stranger = await makeNewcomer(app, 'executor');
  expect((await steps.contract(app, { ...who, key: stranger.key }, hash_key)).json).toMatchObject({
    code: 'signature.other_person',
  });
  expect(await stageOf(hash_key)).toBe('contract');
});

test('a phone signs the contract: the very bytes, by the person himself, and again is the same', async () => {
  const company = await makeCompany(app);
  const who = await makeNewcomer(app, 'executor');
  const hash_key = await beginRegistration(app, who, await inviteByPhone(app, company, who.phone));
  await goTo(app, who, hash_key, 'contract');
  const params = { hash_key };
  const pdf = await app.ok('registration.contract_file', null, { params });
  const code = await app.ok('registration.contract_qr', null, { params });
  const phone = testPhone(app.http);
  const { document } = await phone.invitation(code.text!);
  const shown = await phone.documents(document);
  expect(Buffer.from(shown.documentsToSign[0]!.document.file.data, 'base64').equals(pdf)).toBe(true);
  const stranger = await makeNewcomer(app, 'executor');
  expect((await phone.put(document, await phone.sign(shown, stranger.key))).status).toBe(403);
  const check = () => app.ok('registration.contract_qr_check', null, { params });
  expect(await check()).toMatchObject({ stage: 'contract', error: { code: 'signature.other_person' } });
  const signed = await phone.sign(shown, who.key);
  expect((await phone.put(document, signed)).status).toBe(200);
  expect(await check()).toMatchObject({ state: 'signed', error: null });
  expect(await stageOf(hash_key)).not.toBe('contract');
  const [document_row] = (await app.ok('documents.list', await signIn(who), { query: {} })).items;
  expect(document_row).toMatchObject({ status: { code: 'signed_by_executor' } });
  expect((await app.ok('executors.names', company.director, {}))[0]).toMatchObject({ status: 'active' });
});

test('a code that was shown for a contract signs nothing once the contract is signed otherwise', async () => {
  const company = await makeCompany(app);
  const who = await makeNewcomer(app, 'executor');
  const hash_key = await beginRegistration(app, who, await inviteByPhone(app, company, who.phone));
  await goTo(app, who, hash_key, 'contract');
  const code = await app.ok('registration.contract_qr', null, { params: { hash_key } });
  const phone = testPhone(app.http);
  const { document } = await phone.invitation(code.text!);
  const shown = await phone.documents(document);
  expect((await steps.contract(app, who, hash_key)).status).toBe(200);
  // Within one second the key makes the same signature again, which is the same step; any other comes too late.
  const late = await phone.sign(shown, (await makeNewcomer(app, 'executor')).key);
  expect((await phone.put(document, late)).status).toBe(409);
  const { rows } = await sql`select from signatures s join documents d on d.id = s.document_id
    where d.company_id = ${company.id}`.execute(app.parts.db);
  expect(rows).toHaveLength(1);
});

test('who is not the head waits for an administrator, is refused with a reason, corrects and is let in', async () => {
  const admin = await makeAdministrator(app, ['companies']);
  const { who, hash_key } = await begin('business', { rights: ['organisation', 'employee'] });
  await goTo(app, who, hash_key, 'verification');
  const confirm = () => app.ok('registration.confirm', null, { params: { hash_key } });
  expect(await confirm()).toMatchObject({ state: 'waiting' });
  const login = { body: { email: who.email, password: NEW_PASSWORD } };
  expect((await app.refused('auth.login_too', null, login)).code).toBe('sign_in_failed');
  const find = async () =>
    (await app.ok('registration.verifications', admin, { query: { limit: 100 } })).items.find(
      (row) => row.company.bin === who.bin,
    )!;
  const waiting = await find();
  expect(waiting).toMatchObject({ doubt: 'no_authority', certificate: { iin: who.iin }, phone: who.phone });
  const params = { registration_id: waiting.registration_id };
  const refusal = { params, body: { reason: 'Адрес не найден', step: 'company_data' as const } };
  await app.ok('registration.refuse', admin, refusal);
  await app.ok('registration.refuse', admin, refusal);
  expect((await app.refused('registration.approve', admin, { params })).code).toBe(
    'verification.wrong_state',
  );
  expect(await confirm()).toMatchObject({
    state: 'refused',
    reason: 'Адрес не найден',
    step: 'company_data',
    redirect_url: '/auth/sign-up/business/company-data',
  });
  const message = await lastMessage(app, who.email, 'registration_refused');
  const sent_key = /hash_key=([0-9a-f]{64})/.exec(message)![1]!;
  expect(await stageOf(sent_key)).toBe('company_data');
  expect(await stageOf(hash_key)).toBe('company_data');
  await goTo(app, who, sent_key, 'verification');
  const again = await find();
  await app.ok('registration.approve', admin, { params: { registration_id: again.registration_id } });
  expect(await confirm()).toMatchObject({ state: 'approved', reason: null });
  expect(await lastMessage(app, who.phone, 'registration_approved')).toContain('/auth/login');
  expect(await app.ok('auth.me', await signIn(who), {})).toMatchObject({ company: { bin: who.bin } });
  const { rows: consents } = await sql`select from consents c join users u on u.id = c.user_id
    where u.phone = ${who.phone}`.execute(app.parts.db);
  expect(consents).toHaveLength(4);
});

test('a key of another person, another company or another challenge is refused; the same challenge serves a phone', async () => {
  const { who, hash_key } = await begin('business');
  await goTo(app, who, hash_key, 'ecp');
  const other = await makeNewcomer(app, 'business');
  const cms = await signChallenge(app, other, hash_key);
  const refused = (body: object) => app.refused('registration.ecp', null, { body: { hash_key, ...body } });
  expect(await refused({ cms })).toMatchObject({ status: 403, code: 'signature.other_company' });
  const second = await begin('business');
  await goTo(app, second.who, second.hash_key, 'ecp');
  const foreign = await signChallenge(app, who, second.hash_key);
  expect(await refused({ cms: foreign })).toMatchObject({ status: 403, code: 'signature.other_file' });
  expect(await stageOf(hash_key)).toBe('ecp');

  const code = await app.ok('registration.ecp_qr', null, { query: { hash_key } });
  const phone = testPhone(app.http);
  const { document } = await phone.invitation(code.text!);
  const shown = await phone.documents(document);
  const text = Buffer.from(shown.documentsToSign[0]!.document.file.data, 'base64').toString();
  expect(text).toContain(who.bin);
  const wrong = await phone.put(document, await phone.sign(shown, other.key));
  expect(wrong.status).toBe(403);
  const check = () => app.ok('registration.ecp_qr_check', null, { query: { hash_key } });
  expect(await check()).toMatchObject({ stage: 'ecp', error: { code: 'signature.other_company' } });
  expect((await phone.put(document, await phone.sign(shown, who.key))).status).toBe(200);
  expect(await check()).toMatchObject({ stage: 'offer_agreement', state: 'signed', error: null });
});

test('a sole trader signs with his own ИИН alone', async () => {
  const { who, hash_key } = await begin('executor');
  await goTo(app, who, hash_key, 'ecp');
  const other = await makeNewcomer(app, 'executor');
  expect((await steps.ecp(app, { ...who, key: other.key }, hash_key)).json).toMatchObject({
    code: 'signature.other_person',
  });
  expect((await steps.ecp(app, who, hash_key)).status).toBe(200);
});

test('the password of ИС ЭСФ lies sealed, first with the registration, then with the company', async () => {
  const { who, hash_key } = await begin('executor');
  await goTo(app, who, hash_key, 'esf');
  const secret = 'эсф-құпия-7781';
  await app.ok('registration.esf', null, {
    body: { hash_key, login_esf: who.iin, password: secret },
  });
  await goTo(app, who, hash_key, 'verification');
  const row = await app.parts.db.selectFrom('esf_credentials').selectAll().executeTakeFirstOrThrow();
  expect(openEsfPassword(app.parts.config, `company:${row.company_id}`, row.password_sealed)).toBe(secret);
  const rows = await app.parts.db.selectFrom('registrations').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test('data are corrected a step at a time until the key has signed', async () => {
  const { who, hash_key } = await begin('business');
  await goTo(app, who, hash_key, 'ecp');
  const back = () => app.raw('registration.back', null, { body: { hash_key } });
  expect((await back()).json).toMatchObject({ stage: 'bank' });
  expect((await back()).json).toMatchObject({ stage: 'company_data' });
  await goTo(app, who, hash_key, 'offer_agreement');
  expect((await back()).json).toMatchObject({
    code: 'registration.wrong_stage',
    data: { stage: 'offer_agreement' },
  });
});

test('a mistyped number and a mistyped address are corrected before their codes', async () => {
  const { who, hash_key } = await begin('business');
  const old = await lastCode(app, who.phone);
  const phone = newPhone();
  await forgetRequests(app);
  const again = await app.ok('registration.phone', null, { body: { phone, kind: 'business', hash_key } });
  expect(again.hash_key).toBe(hash_key);
  const right = await lastCode(app, phone);
  if (old !== right)
    expect((await app.refused('registration.check_code', null, { body: { code: old, hash_key } })).code).toBe(
      'code.wrong',
    );
  await goTo(app, { ...who, phone }, hash_key, 'email_code');
  await app.ok('registration.email_stage', null, { body: { hash_key } });
  await goTo(app, { ...who, phone, email: newEmail() }, hash_key, 'company_data');
});

test('weak passwords, БИН of the wrong kind and accounts of another bank are told beside their fields', async () => {
  const { who, hash_key } = await begin('business');
  await goTo(app, who, hash_key, 'email');
  const email = (password: string) =>
    app.refused('registration.email', null, { body: { hash_key, email: who.email, password } });
  expect(await email('kelisim2026')).toMatchObject({ status: 400, field: 'password' });
  await goTo(app, who, hash_key, 'company_data');
  const trader = await makeNewcomer(app, 'executor');
  expect((await steps.company_data(app, { ...who, bin: trader.iin }, hash_key)).json).toMatchObject({
    code: 'registration.bin_of_type',
    field: 'bin',
  });
  await goTo(app, who, hash_key, 'bank');
  const other = await app.parts.db
    .selectFrom('banks')
    .select('id')
    .where('id', '<>', who.account.bank_id)
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow();
  const account = { bank_id: other.id, iban: who.account.iban };
  expect((await steps.bank(app, { ...who, account }, hash_key)).json).toMatchObject({
    code: 'registration.iban_of_another_bank',
    field: 'iban',
  });
});

test('on another device the same number goes on where it stood, and the old key ends', async () => {
  const { who, hash_key } = await begin('business');
  await goTo(app, who, hash_key, 'bank');
  const second = await beginRegistration(app, who);
  expect(await stageOf(hash_key)).toBe('bank');
  const reply = await steps.phone_code(app, who, second);
  expect(reply.json).toMatchObject({ stage: 'bank' });
  expect(await stageOf(second)).toBe('bank');
  expect((await app.refused('registration.stage', null, { query: { hash_key } })).status).toBe(404);
  await goTo(app, who, second, 'verification');
});

test('begun as the other kind, the number and the mailbox go to the later one until a company is made', async () => {
  const first = await begin('executor');
  await goTo(app, first.who, first.hash_key, 'company_data');
  const later = await makeNewcomer(app, 'business', { phone: first.who.phone });
  const who = { ...later, email: first.who.email };
  const hash_key = await beginRegistration(app, who);
  await goTo(app, who, hash_key, 'verification');
  const dead = await app.refused('registration.stage', null, { query: { hash_key: first.hash_key } });
  expect(dead.status).toBe(404);
  const third = await beginRegistration(app, first.who);
  expect((await steps.phone_code(app, first.who, third)).json).toMatchObject({
    code: 'registration.has_account',
  });
});

test('who has an account is told so only to who holds the code of it', async () => {
  const company = await makeCompany(app);
  const executor = await makeExecutor(app, company);
  const phone = newPhone();
  await app.parts.db
    .updateTable('users')
    .set({ phone, is_phone_verified: true })
    .where('id', '=', executor.person.user_id)
    .execute();
  const known = await makeNewcomer(app, 'business', { phone });
  const hash_key = await beginRegistration(app, known);
  expect((await steps.phone_code(app, known, hash_key)).json).toMatchObject({
    code: 'registration.has_account',
    field: 'phone',
    data: { way: 'sign_in' },
  });
  const { who, hash_key: key } = await begin('business');
  await goTo(app, who, key, 'email');
  const taken = { ...who, email: executor.person.email };
  expect((await steps.email(app, taken, key)).json).toMatchObject({ stage: 'email_code' });
  expect((await steps.email_code(app, taken, key)).json).toMatchObject({
    code: 'registration.has_account',
    field: 'email',
  });
  await app.ok('registration.email_stage', null, { body: { hash_key: key } });
  await goTo(app, who, key, 'company_data');
});

test('what the register of companies says helps to fill the form, and its silence stops nobody', async () => {
  const { who, hash_key } = await begin('business');
  const early = await app.ok('registration.company_info', null, { params: { hash_key }, query: {} });
  expect(early.phone).toMatch(/•/);
  await goTo(app, who, hash_key, 'company_data');
  const info = (bin: string) =>
    app.ok('registration.company_info', null, { params: { hash_key }, query: { bin } });
  expect((await info(who.bin)).register.status).toBe('unknown');
  expect((await info(sandboxCompanies[0]!.bin)).register).toMatchObject({
    status: 'found',
    name: sandboxCompanies[0]!.name_ru,
  });
  expect((await info(SILENT_BIN)).register.status).toBe('silent');
});

test('a company takes its Kazakh name from the register', async () => {
  const { company_register } = app.parts;
  const { who, hash_key } = await begin('business');
  app.parts.company_register = {
    name: 'known',
    findCompany: async () => ({
      ...(await company_register!.findCompany(sandboxCompanies[0]!.bin))!,
      bin: who.bin,
    }),
  };
  try {
    await goTo(app, who, hash_key, 'verification');
  } finally {
    app.parts.company_register = company_register;
  }
  const { name_kz } = await app.parts.db
    .selectFrom('companies')
    .select('name_kz')
    .where('bin', '=', who.bin)
    .executeTakeFirstOrThrow();
  expect(name_kz).toBe('«Алатау Логистика» ЖШС');
});

test('registrations nobody goes on with are forgotten with their people; those with a company stay', async () => {
  const { db } = app.parts;
  const left = await begin('business');
  await db
    .updateTable('registrations')
    .set({ created_at: new Date(Date.now() - 8 * 86_400_000) })
    .execute();
  await db
    .updateTable('registration_keys')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute();
  const missing = { query: { hash_key: randomBytes(32).toString('hex') } };
  const ended = await app.refused('registration.stage', null, { query: { hash_key: left.hash_key } });
  const unknown = await app.refused('registration.stage', null, missing);
  expect({ ...ended, request_id: '' }).toEqual({ ...unknown, request_id: '' });
  await sweepRegistrations(db);
  const rows = await db.selectFrom('registrations').select(['company_id']).execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row.company_id).not.toBeNull();
  await holdInvariants(app, ['I17', 'I4', 'I7']);
});
