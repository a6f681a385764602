import { expect } from 'vitest';
import { samplePdf } from '../papers.ts';
import { lastMessage, linkOf, newEmail } from '../registrations.ts';
import { makeWordFile } from '../word-files.ts';
import { expectFields, type Client, type Items, type Thing } from './client.ts';
import { day, makeStranger, sign, type Stranger, type World } from './world.ts';

interface Begun {
  hash_key: string;
  user_id: number;
  need_sign_contract: boolean;
  redirect_url: string;
}

/** The terms everybody accepts, and the banks everybody chooses from. */
export async function prepare(world: World): Promise<void> {
  const pdf = { name: 'оферта.pdf', bytes: await samplePdf() };
  await world.admin.post('doc/admin/user-agreement', { parts: { file: pdf } });
  expect((await world.visitor.file('doc/admin/user-agreement')).subarray(0, 4).toString()).toBe('%PDF');
  const banks = await world.visitor.get<World['bank'][]>('banking/public/banks');
  expectFields(banks[0], 'id, code, name, bic');
  world.bank = banks.find((bank) => bank.iban_code)!;
}

async function begin(world: World, who: Stranger, kind: string, hash?: string): Promise<Begun> {
  const { visitor } = world;
  await world.later();
  const begun = await visitor.post<Begun & Thing>('register/phone', {
    body: { phone: who.phone, kind, ...(hash && { hash }) },
  });
  expect(begun.hash_key).toMatch(/^[0-9a-f]{64}$/);
  expectFields(begun, 'hash_key, user_id, need_sign_contract, redirect_url');
  const { hash_key } = begun;
  await world.later();
  await visitor.post('register/send', { body: { hash_key } });
  await visitor.post('register/confirm/check', { body: { code: await world.codeOf(who.phone), hash_key } });
  const enterEmail = (email: string) =>
    visitor.post('register/email', { body: { email, password: who.password, phone: who.phone, hash_key } });
  await enterEmail(newEmail());
  await visitor.post('user/register-email-stage', { body: { hash_key } });
  await world.later();
  await enterEmail(who.email);
  await visitor.post('register/confirm/check', { body: { code: await world.codeOf(who.email), hash_key } });
  const suggested = await visitor.get<unknown[]>('register/address/suggest', {
    query: { address: 'Алматы', hash_key },
  });
  expect(suggested.length).toBeGreaterThan(0);
  await visitor.post('register/additional-info', {
    body: {
      address: 'г. Алматы, ул. Абая, 1',
      bin: who.bin,
      ceo: 'Жаңа Адам',
      director_id: begun.user_id,
      hash_key,
    },
  });
  const { bank } = world;
  await visitor.post('register/bank', {
    body: {
      bank_id: bank.id,
      bank_name: bank.name,
      bic: bank.bic,
      bank_code: bank.code,
      iban: world.iban(),
      kbe: kind === 'business' ? '17' : '19',
      bin: who.bin,
      hash_key,
    },
  });
  expect(await visitor.get('register/stage', { query: { hash_key } })).toMatchObject({ stage: 'ecp' });
  expect(await visitor.get('user/register-stage', { query: { hash_key } })).toMatchObject({ stage: 'ecp' });
  await visitor.get('register/ecp/qr', { query: { hash_key } });
  await visitor.post('register/ecp', {
    body: { cms: (await signChallenge(visitor, who, hash_key)).cms, hash_key },
  });
  return begun;
}

/** The words to sign are ours: the specification has a signature and nothing to sign. */
async function signChallenge(visitor: Client, who: Stranger, hash_key?: string) {
  const path = hash_key ? 'register/ecp/challenge' : 'auth/login/ecp/challenge';
  const { content } = await visitor.post(path, hash_key ? { body: { hash_key } } : {});
  return { content, cms: await sign(who, Buffer.from(String(content), 'base64')) };
}

async function signIn(world: World, who: Stranger, way: 'too' | 'ip', more: object): Promise<Client> {
  const client = world.newClient();
  const tokens = await client.post<{ access_token: string } & Thing>(`auth/login/${way}`, {
    body: { email: who.email, password: who.password, ...more },
  });
  client.token = tokens.access_token;
  return client;
}

export async function registerBusiness(world: World): Promise<void> {
  const who = await makeStranger('company');
  const { visitor } = world;
  expectFields(
    await visitor.get('user/check-login-available', { query: { phone: who.phone, email: who.email } }),
    'available',
  );
  const { hash_key, user_id } = await begin(world, who, 'business');
  expect(
    await visitor.get('register/check-need-sign-contract/{hash_key}', { path: { hash_key } }),
  ).toMatchObject({
    need_sign_contract: false,
  });
  expect(await visitor.get('register/company-info/{hash_key}', { path: { hash_key } })).toMatchObject({
    bin: who.bin,
    address: 'г. Алматы, ул. Абая, 1',
  });
  await visitor.post('register/confirm-agreement', { body: { hash_key } });
  const confirmed = await visitor.get('register/confirm-registration/{hash_key}', { path: { hash_key } });
  expect(confirmed).toMatchObject({ state: 'approved', stage: 'verification' });

  const client = await signIn(world, who, 'too', {});
  const company = await client.get('company');
  expect(company).toMatchObject({
    bin: who.bin,
    name: who.name,
    ceo_name: 'Жаңа Адам',
    director_id: user_id,
  });
  world.business = Object.assign(client, { who, user_id, company_id: company.id });
  expect((await client.get<Thing[]>('banking/private/requisites'))[0]).toMatchObject({ kbe: '17' });
}

/** By a link in an SMS, with a contract made from the company's template. */
export async function registerExecutor(world: World): Promise<void> {
  const { business, visitor } = world;
  const who = await makeStranger('trader');
  const word = { name: 'договор.docx', bytes: await makeWordFile(['Договор {executor_name}']) };
  const template = await business.post('template/contract', { parts: { name: 'Договор', file: word } });
  expectFields(template, 'id, name, file_url, created_at');
  world.kept.template_id = template.id;
  await world.later();
  const invitation = await business.post('company/invitation', {
    body: {
      name: 'Жаңа Адам',
      phone: who.phone,
      end_date: day(300),
      contract_document_template_id: template.id,
    },
  });
  expectFields(
    invitation,
    'id, company_id, executor_company_id, name, phone, status, contract_document_id, contract_document_template_id, end_date, created_at, updated_at',
  );
  const hash = linkOf(await lastMessage(world.app, who.phone, 'executor_invited'));
  for (const read of [visitor.get, visitor.post])
    expect(await read('company/validate-link', { query: { hash } })).toMatchObject({
      valid: true,
      expires_at: expect.any(String),
    });
  const { hash_key, user_id, need_sign_contract } = await begin(world, who, 'executor', hash);
  expect(need_sign_contract).toBe(true);
  await visitor.post('register/esf', { body: { login_esf: who.iin, password: 'Esf-2026-pass', hash_key } });
  await visitor.post('register/confirm-agreement', { body: { hash_key } });
  const pdf = await visitor.file('register/contract/{hash_key}', { path: { hash_key } });
  await visitor.post('register/sign-contract', { query: { hash_key }, body: { cms: await sign(who, pdf) } });

  const client = await signIn(world, who, 'ip', { hash_key });
  const company = await client.get('company');
  expect(company).toMatchObject({ bin: who.bin });
  world.executor = Object.assign(client, { who, user_id, company_id: company.id });
  const { items } = await business.get<Items>('doc/documents', { query: { page: 1, limit: 500 } });
  expect(items).toHaveLength(1);
  world.kept.contract_id = items[0]!.id;
  world.kept.executor_company_id = company.id;
}

/** Every other way in, and out. */
export async function signInAndOut(world: World): Promise<void> {
  const { business, newClient } = world;
  const { who } = business;
  const phone = newClient();
  await world.later();
  await phone.post('auth/login/phone', { body: { phone: who.phone } });
  const by_code = { phone: who.phone, code: await world.codeOf(who.phone) };
  const tokens = await phone.post('auth/login/phone', { body: by_code });
  expectFields(tokens, 'access_token, refresh_token');
  phone.token = String(tokens.access_token);
  expect(await phone.get('/api/auth/me')).toMatchObject({ id: business.user_id, role_id: 1 });
  const { refresh_token } = tokens;
  const fresh = await newClient().post('auth/refresh-token', { body: { refresh_token } });
  expectFields(fresh, 'access_token, refresh_token');
  phone.token = String(fresh.access_token);
  await phone.post('auth/logout');
  expect(await phone.ask('GET', 'user/profile')).toMatchObject({ status: 401 });

  const key = newClient();
  expectFields(
    await key.post('auth/login/ecp', { body: await signChallenge(key, who) }),
    'access_token, refresh_token',
  );
  const qr = newClient();
  const { session_id } = await qr.get<Thing>('auth/login/qr');
  expectFields(await qr.post('auth/login/qr', { body: { session_id } }), 'state');

  const lost = newClient();
  await world.later();
  await lost.post('auth/forgot/init', { body: { email: who.email } });
  const password = 'Көк-аспан-тоғыз-бүркіт';
  await lost.post('auth/forgot/confirm', {
    body: {
      email: who.email,
      code: await world.codeOf(who.email),
      new_password: password,
      confirm_password: password,
    },
  });
  who.password = password;
  Object.assign(business, { token: (await signIn(world, who, 'too', {})).token });
  expect(
    await business.get('user/login-success/{user_id}', { path: { user_id: business.user_id } }),
  ).toMatchObject({ user_id: business.user_id });
}
