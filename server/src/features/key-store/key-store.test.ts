import { makePkcs12 } from '@kelisim/eds/pkcs12/make.ts';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp, type TestApp } from '../../../test/make-app.ts';
import { makeCompany, makeEmployee, makeExecutor, type Person } from '../../../test/people.ts';

const app = await makeTestApp();
const company = await makeCompany(app);
afterAll(() => app.close());

const PASSWORD = 'Kelisim2026';
const keyFileOf = (person: Person) => makePkcs12({ ...person.key, password: PASSWORD });
const given = (bytes: Uint8Array, name = 'GOST512_кілт.p12') => ({
  body: {},
  files: { file: { name, bytes } },
});
const mine = (person: Person) => ({ params: { user_id: person.user_id } });
const problem = async (...args: Parameters<TestApp['refused']>) => {
  const { status, code } = await app.refused(...args);
  return `${status} ${code}`;
};
const sealedOf = async (person: Person) =>
  app.parts.db.selectFrom('key_stores').selectAll().where('user_id', '=', person.user_id).executeTakeFirst();

test('comes back to its owner as it was, and lies sealed', async () => {
  const { director } = company;
  const bytes = Buffer.from(await keyFileOf(director));
  const kept = await app.ok('key_store.load', director, given(bytes));
  expect(kept.file_name).toBe('GOST512_кілт.p12');
  const back = await app.ok('key_store.get', director, mine(director));
  expect(back).toMatchObject(kept);
  expect(Buffer.from(back.pkcs12, 'base64').equals(bytes)).toBe(true);

  const { sealed } = (await sealedOf(director))!;
  expect(sealed.equals(bytes)).toBe(false);
  // No piece of the file lies open in the row.
  for (let at = 0; at + 16 <= bytes.length; at += 16)
    expect(sealed.includes(bytes.subarray(at, at + 16))).toBe(false);

  await app.ok('key_store.load', director, given(bytes));
  expect((await sealedOf(director))!.sealed.equals(sealed)).toBe(false);
});

test('gives way to a newer one', async () => {
  const person = await makeEmployee(app, company, []);
  await app.ok('key_store.load', person, given(await keyFileOf(person), 'old.p12'));
  await app.ok('key_store.load', person, given(await keyFileOf(person), 'new.p12'));
  expect((await app.ok('key_store.get', person, mine(person))).file_name).toBe('new.p12');
});

test('is kept only by who has just proved himself', async () => {
  const person = await makeEmployee(app, company, []);
  await app.parts.db
    .updateTable('sessions')
    .set({ proof_at: new Date(Date.now() - 11 * 60_000) })
    .where('id', '=', person.session_id)
    .execute();
  const input = given(await keyFileOf(person));
  expect(await problem('key_store.load', person, input)).toBe('403 fresh_proof_required');
  expect(await problem('key_store.load', null, input)).toBe('401 unauthorized');
  expect(await sealedOf(person)).toBeUndefined();
});

test('of another user is not found, and stays', async () => {
  const owner = await makeEmployee(app, company, []);
  const colleague = await makeEmployee(app, company, []);
  const stranger = (await makeExecutor(app, company)).person;
  await app.ok('key_store.load', owner, given(await keyFileOf(owner)));
  const missing = await app.refused('key_store.get', colleague, mine(colleague));
  for (const other of [colleague, stranger, company.director]) {
    const answer = await app.refused('key_store.get', other, mine(owner));
    expect([answer.status, answer.code, answer.message]).toEqual([404, 'not_found', missing.message]);
    expect(await problem('key_store.delete', other, mine(owner))).toBe('404 not_found');
  }
  for (const user_id of [0, -1, 999_999, '1 or 1=1'])
    expect(await problem('key_store.get', owner, { params: { user_id } })).toBe('404 not_found');
  expect((await app.ok('key_store.get', owner, mine(owner))).file_name).toBe('GOST512_кілт.p12');
});

test('sealed for one user does not open in the row of another', async () => {
  const owner = await makeEmployee(app, company, []);
  const thief = await makeEmployee(app, company, []);
  await app.ok('key_store.load', owner, given(await keyFileOf(owner)));
  await app.ok('key_store.load', thief, given(await keyFileOf(thief)));
  const { sealed } = (await sealedOf(owner))!;
  await app.parts.db.updateTable('key_stores').set({ sealed }).where('user_id', '=', thief.user_id).execute();
  expect(await problem('key_store.get', thief, mine(thief))).toBe('500 internal');
});

test('takes key files and nothing else', async () => {
  const person = await makeEmployee(app, company, []);
  const load = (bytes: Uint8Array) => problem('key_store.load', person, given(bytes));
  expect(await load(Buffer.from('MZ это не ключ'))).toBe('415 file.not_pkcs12');
  expect(await load(person.key.certificate.der)).toBe('415 file.not_pkcs12');
  expect(await load(Buffer.alloc(0))).toBe('400 file.empty');
  expect(await load(Buffer.alloc(100_001, 0x30))).toBe('413 too_large');
  expect(await sealedOf(person)).toBeUndefined();
});

test('is forgotten when asked, as often as asked', async () => {
  const person = await makeEmployee(app, company, []);
  await app.ok('key_store.load', person, given(await keyFileOf(person)));
  await app.ok('key_store.delete', person, mine(person));
  await app.ok('key_store.delete', person, mine(person));
  expect(await sealedOf(person)).toBeUndefined();
  expect(await problem('key_store.get', person, mine(person))).toBe('404 not_found');
});
