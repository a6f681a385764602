import { SET_ELSEWHERE } from '@kelisim/shared/features/companies/companies.contract.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { afterAll, expect, test } from 'vitest';
import { newAccount } from '../../../test/accounts.ts';
import { makeTestApp, type TestApp } from '../../../test/make-app.ts';
import { makeCompany, makeEmployee, makeExecutor } from '../../../test/people.ts';

const app = await makeTestApp();
afterAll(() => app.close());

const code = async (...args: Parameters<TestApp['refused']>) => {
  const { status, code: word, field } = await app.refused(...args);
  return [status, word, field].filter(Boolean).join(' ');
};

test('a company has several accounts, one of them the main one, and its papers name that', async () => {
  const { director } = await makeCompany(app, { algorithm: 'rsa' });
  const [first] = await app.ok('banking.requisites', director, {});
  const second = await app.ok('banking.add_requisite', director, { body: await newAccount(app) });
  expect(second).toMatchObject({ kbe: '17', is_main: false });
  expect((await app.ok('companies.own', director, {})).main_bank_id).toBe(first!.bank_id);

  const company = await app.ok('companies.set_main_bank', director, { body: { requisite_id: second.id } });
  expect(company.main_bank_id).toBe(second.bank_id);
  expect(company.requisites.map(({ id, is_main }) => [id, is_main])).toEqual([
    [second.id, true],
    [first!.id, false],
  ]);
  const { company: profile } = await app.ok('companies.profile', director, {});
  expect(profile.requisites).toEqual(company.requisites);
  const third = await app.ok('banking.add_requisite', director, {
    body: { ...(await newAccount(app)), kbe: '16', is_main: true },
  });
  expect(third).toMatchObject({ kbe: '16', is_main: true });
  const mains = (await app.ok('banking.requisites', director, {})).filter(({ is_main }) => is_main);
  expect(mains.map(({ id }) => id)).toEqual([third.id]);
  // Two accounts of one bank: the bank alone does not say which.
  const body = { main_bank_id: second.bank_id };
  expect(await code('companies.set_main_bank', director, { body })).toBe(
    '422 requisite.several main_bank_id',
  );
  const by_bank = { main_bank_id: first!.bank_id };
  expect((await app.ok('companies.set_main_bank', director, { body: by_bank })).requisites[0]!.id).toBe(
    first!.id,
  );
  expect(await code('companies.set_main_bank', director, { body: {} })).toMatch(/^400 missing_field/);
});

test('an account is of the bank its number names, whole, and there once', async () => {
  const { director } = await makeCompany(app, { algorithm: 'rsa' });
  const [main] = await app.ok('banking.requisites', director, {});
  const account = await newAccount(app);
  const add = (change: object) =>
    code('banking.add_requisite', director, { body: { ...account, ...change } });
  expect(await add({ bank_id: main!.bank_id })).toBe('422 requisite.iban_of_another_bank iban');
  expect(await add({ bank_id: 999_999 })).toBe('422 requisite.bank_unknown bank_id');
  expect(await add({ iban: account.iban.replace(/.$/, (last) => (last === '1' ? '2' : '1')) })).toBe(
    '400 field.iban iban',
  );
  expect(await add({ kbe: '20' })).toBe('400 field.kbe kbe');
  expect(await add({ bank_id: main!.bank_id, iban: main!.iban })).toBe('409 requisite.exists iban');
  const spaced = account.iban.toLowerCase().replace(/(.{4})/g, '$1 ');
  const added = await app.ok('banking.add_requisite', director, { body: { ...account, iban: spaced } });
  expect(added.iban).toBe(account.iban);
  const body = { id: added.id, bank_id: main!.bank_id, iban: main!.iban, kbe: '17' };
  expect(await code('banking.update_requisite', director, { body })).toBe('409 requisite.exists iban');
});

test('the main account cannot be removed, another can, twice as well as once', async () => {
  const { director } = await makeCompany(app, { algorithm: 'rsa' });
  const [main] = await app.ok('banking.requisites', director, {});
  const other = await app.ok('banking.add_requisite', director, { body: await newAccount(app) });
  expect(await code('banking.delete_requisite', director, { body: { id: main!.id } })).toBe(
    '409 requisite.main',
  );
  for (let turn = 0; turn < 2; turn++)
    await app.ok('banking.delete_requisite', director, { query: {}, body: { id: other.id } });
  expect(await app.ok('banking.requisites', director, {})).toEqual([main]);
  // Its number may come back.
  const { bank_id, iban } = other;
  expect((await app.ok('banking.add_requisite', director, { body: { bank_id, iban } })).id).not.toBe(
    other.id,
  );
});

test('accounts change only by who has just shown who he is, and who changed what is kept', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const employee = await makeEmployee(app, company, ['manage_settings']);
  const account = await newAccount(app);
  await app.parts.db
    .updateTable('sessions')
    .set({ proof_at: new Date(Date.now() - 11 * 60_000) })
    .where('id', '=', employee.session_id)
    .execute();
  for (const [name, body] of [
    ['banking.add_requisite', account],
    ['banking.update_requisite', { ...account, id: 1, kbe: '17' }],
    ['banking.delete_requisite', { id: 1 }],
    ['companies.set_main_bank', { requisite_id: 1 }],
  ] as const)
    expect(await code(name, employee, { body } as never), name).toBe('403 fresh_proof_required');

  const { director } = company;
  const { id } = await app.ok('banking.add_requisite', director, { body: account });
  const other = { ...(await newAccount(app)), id, kbe: '16' };
  await app.ok('banking.update_requisite', director, { body: other });
  await app.ok('banking.update_requisite', director, { body: other });
  await app.ok('companies.set_main_bank', director, { body: { requisite_id: id } });
  await app.ok('companies.update', director, {
    body: { address: 'Алматы, Абай 1', phone: '8 701 123 45 67' },
  });
  await app.ok('companies.update', director, { body: { address: ' Алматы, Абай 1 ' } });
  const { items, total } = await app.ok('companies.history', employee, { query: {} });
  expect(total).toBe(4);
  expect(items.map(({ action }) => action)).toEqual([
    'company_changed',
    'main_changed',
    'requisite_changed',
    'requisite_added',
  ]);
  expect(items[0]).toMatchObject({
    user: { id: director.user_id },
    before: { address: null, phone: null },
    after: { address: 'Алматы, Абай 1', phone: '+77011234567' },
  });
  expect(items[2]).toMatchObject({
    before: { iban: account.iban, kbe: '17' },
    after: { iban: other.iban, kbe: '16' },
  });
});

test('twenty at once make one main account and one account of a number', async () => {
  const { director } = await makeCompany(app, { algorithm: 'rsa' });
  const account = await newAccount(app);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      app.raw('banking.add_requisite', director, { body: { ...account, is_main: true } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  const rows = await app.ok('banking.requisites', director, {});
  expect(rows.map(({ iban, is_main }) => [iban, is_main])).toEqual([
    [account.iban, true],
    [expect.any(String), false],
  ]);
});

test('an account is taken as the list answers it, and removed by its number', async () => {
  const { director } = await makeCompany(app, { algorithm: 'rsa' });
  const [main] = await app.ok('banking.requisites', director, {});
  const { id: _, bank_id: __, is_main: ___, created_at: ____, updated_at: _____, ...shown } = main!;
  const { iban } = await newAccount(app);
  const banks = await app.ok('banking.banks', null, {});
  const bank = banks.find((one) => one.iban_code === iban.slice(4, 7))!;
  const asked = { ...shown, iban, bank_name: bank.name, bank_code: bank.code, bic: bank.bic };
  const wrong = (change: object) =>
    code('banking.add_requisite', director, { body: { ...asked, ...change } });
  expect(await wrong({ bin: '180340099996' })).toBe('400 field.bin bin');
  expect(await wrong({ bic: banks.find((one) => one.id !== bank.id)!.bic })).toBe(
    '422 requisite.bank_unknown bic',
  );
  expect(await app.ok('banking.add_requisite', director, { body: asked })).toMatchObject({
    iban,
    bank_id: bank.id,
  });
  expect(await app.ok('banking.update_requisite', director, { body: { ...asked, kbe: '19' } })).toMatchObject(
    {
      iban,
      kbe: '19',
    },
  );
  await app.ok('banking.delete_requisite', director, { query: { iban }, body: {} });
  expect(await app.ok('banking.requisites', director, {})).toEqual([main]);
});

test('what is of the tariff, or says who the company is, is not changed by itself', async () => {
  const { director } = await makeCompany(app, { algorithm: 'rsa' });
  const before = await app.ok('companies.own', director, {});
  expect(before).toMatchObject({ has_partner: false, partner_name: null, register_link: null, stage: null });
  for (const field of SET_ELSEWHERE)
    expect(await app.ok('companies.update', director, { body: { [field]: '1' } }), field).toEqual({
      ...before,
      data: { ignored: [field] },
    });
  for (const field of ['commission_percentage', 'role'])
    expect(await code('companies.update', director, { body: { [field]: '1' } as never }), field).toBe(
      `400 unknown_field ${field}`,
    );
  const change = (body: object) => code('companies.update', director, { body });
  expect(await change({ name: '  ' })).toBe('400 field.required name');
  expect(await change({ kbe: '1' })).toBe('400 field.kbe kbe');
  expect(await change({ oked: '123' })).toMatch(/^400 .* oked/);
  expect(await change({ phone: '12' })).toMatch(/^400 .* phone/);
  const { phone } = await app.ok('companies.update', director, { body: { phone: '8 (727) 300-01-01' } });
  expect(phone).toBe('+77273000101');
  const full = { contact_fio: 'Әлия', email: 'a@b.example', oked: '53201', occupation: 'Жеткізу' };
  expect(await app.ok('companies.update', director, { body: full })).toMatchObject(full);
  expect(await app.ok('companies.update', director, { body: { email: '', oked: '' } })).toMatchObject({
    email: null,
    oked: null,
    contact_fio: 'Әлия',
  });
});

test('the balance is what the bank says, for who may pay; without such a bank it is said to be absent', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const executor = await makeExecutor(app, company);
  const [mine] = await app.ok('banking.requisites', company.director, {});
  const [theirs] = await app.ok('banking.requisites', executor.person, {});
  await app.parts.bank!.submit({
    end_to_end_id: `balance-${company.id}`,
    amount_tiyn: 12_345_00n,
    knp: '859',
    purpose: 'x',
    payer: { name: 'a', bin: company.bin, iban: mine!.iban, bic: mine!.bic, kbe: '17' },
    payee: { name: 'b', bin: executor.bin, iban: theirs!.iban, bic: theirs!.bic, kbe: '19' },
  });
  expect((await app.ok('banking.balance', company.director, {})).items).toEqual([
    { iban: mine!.iban, amount: '99987655.00', currency: 'KZT' },
  ]);
  expect((await app.ok('banking.balance', executor.person, {})).items[0]!.amount).toBe('100000000.00');
  expect(await app.ok('banking.is_authorized', company.director, {})).toEqual({
    is_authorized: true,
    banking_integration_type: null,
  });
  expect(await code('banking.balance', await makeEmployee(app, company, []), {})).toBe('403 forbidden');

  const plain = await makeTestApp({
    beside: app,
    bank: () => ({ name: 'HALYK', submit: () => Promise.reject(), status: () => Promise.reject() }),
  });
  expect(await plain.ok('banking.balance', company.director, {})).toEqual({
    is_available: false,
    items: [],
    as_of: null,
  });
  expect(await plain.ok('banking.is_authorized', company.director, {})).toMatchObject({
    is_authorized: false,
  });
  await plain.close();
  const silent = await makeTestApp({
    beside: app,
    bank: () => ({
      name: 'HALYK',
      submit: () => Promise.reject(),
      status: () => Promise.reject(),
      balances: () => Promise.reject(new Error('silence')),
    }),
  });
  expect((await silent.raw('banking.balance', company.director, {})).status).toBe(503);
  await silent.close();
});

test('a foreign account is a missing one', async () => {
  const { director } = await makeCompany(app, { algorithm: 'rsa' });
  const stranger = await makeCompany(app, { algorithm: 'rsa' });
  const [theirs] = await app.ok('banking.requisites', stranger.director, {});
  expect(await code('banking.delete_requisite', director, { body: { id: theirs!.id } })).toBe(
    '404 not_found',
  );
  const body = {
    id: theirs!.id,
    bank_id: theirs!.bank_id,
    iban: makeIban('125', '1234567890123'),
    kbe: '17',
  };
  expect(await code('banking.update_requisite', director, { body })).toBe('404 not_found');
});
