import { openPkcs12 } from '@kelisim/eds/pkcs12/open.ts';
import { subjectRights } from '@kelisim/eds/x509/rights.ts';
import { isBin, isIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { isIban } from '@kelisim/shared/kernel/iban.ts';
import { isMobilePhone } from '@kelisim/shared/kernel/phone.ts';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeCompany, makeEmployee, signInAs, type Person } from '../../../test/people.ts';
import {
  beginRegistration,
  goTo,
  lastCode,
  makeNewcomer,
  type Newcomer,
} from '../../../test/registrations.ts';

const app = await makeTestApp();
afterAll(() => app.close());

async function open(pkcs12: string, password: string) {
  const opened = await openPkcs12(Buffer.from(pkcs12, 'base64'), password);
  if (opened.status !== 'ok') throw new Error(opened.reason);
  const { certificate, key } = opened.keys[0]!;
  return { key, certificate };
}

const sample = (kind: 'too' | 'ip' | 'individual') => app.ok('sandbox.sample', null, { query: { kind } });
const codeFor = async (to: string) => (await app.ok('sandbox.code', null, { query: { to } })).code;
const onPhone = async (company: string) =>
  (await app.ok('sandbox.phone_keys', null, {})).filter((person) => person.company === company);

test.each([
  ['too', 'business'],
  ['ip', 'business'],
  ['ip', 'executor'],
] as const)('a newcomer (%s, %s) signs with the key of the sandbox, then and later', async (type, kind) => {
  const { bin, email, phone } = await sample(type);
  const who: Newcomer = { ...(await makeNewcomer(app, kind, { bin, phone, type })), email };
  const hash_key = await beginRegistration(app, who);
  expect(await codeFor(hash_key)).toBe(await lastCode(app, phone));
  await goTo(app, who, hash_key, 'email_code');
  expect(await codeFor(hash_key)).toBe(await lastCode(app, email));
  expect(await codeFor(email)).toBe(await codeFor(hash_key));
  await goTo(app, who, hash_key, 'company_data');
  const { register } = await app.ok('registration.company_info', null, {
    params: { hash_key },
    query: { bin },
  });
  expect(register.status).toBe('found');
  await goTo(app, who, hash_key, 'ecp');
  const [mobile] = await onPhone(who.name);
  who.key = await open(mobile!.keys[0]!.pkcs12, mobile!.keys[0]!.password);
  await goTo(app, who, hash_key, 'verification');
  await app.ok('registration.finish', null, { body: { hash_key } });

  const member = await app.parts.db
    .selectFrom('users as u')
    .innerJoin('memberships as m', 'm.user_id', 'u.id')
    .select(['m.user_id', 'm.company_id', 'u.iin'])
    .where('u.email', '=', email)
    .executeTakeFirstOrThrow();
  const person = await signInAs(app, member);
  const keys = await app.ok('sandbox.keys', person, {});
  expect(keys).toHaveLength(1);
  expect(await app.ok('sandbox.keys', person, {})).toEqual(keys);
  const { certificate } = await open(keys[0]!.pkcs12, keys[0]!.password);
  expect(certificate.subject.iin).toBe(member.iin);
  expect(certificate.subject.bin ?? null).toBe(type === 'too' ? bin : null);
  expect(subjectRights(certificate)).toContain(type === 'too' ? 'head' : 'person');
  const later = (await onPhone(who.name)).flatMap((one) => one.keys.map((key) => key.file_name));
  expect(later).toEqual([keys[0]!.file_name]);
  const demo = await app.ok('sandbox.sign_ins', null, {});
  expect(demo.map((one) => one.email)).not.toContain(email);
});

test('the key of an employee who may sign says so', async () => {
  const company = await makeCompany(app);
  const signer = await makeEmployee(app, company, ['sign']);
  const clerk = await makeEmployee(app, company, ['pay']);
  const rightsOf = async (person: Person) => {
    const [key] = await app.ok('sandbox.keys', person, {});
    return subjectRights((await open(key!.pkcs12, key!.password)).certificate);
  };
  expect(await rightsOf(signer)).toContain('right_to_sign');
  expect(await rightsOf(clerk)).not.toContain('right_to_sign');
});

test('the phone holds the keys of the demo data and of who came last, however many came', async () => {
  const { db } = app.parts;
  const [first, last] = [await makeCompany(app), await makeCompany(app)];
  const pkcs12 = Buffer.from('a key');
  const keep = (company_id: number, user_id: number, algorithm: 'gost512' | 'rsa') =>
    db
      .insertInto('sandbox.keys')
      .values({ company_id, user_id, algorithm, name: '', file_name: `${user_id}.p12`, password: '', pkcs12 })
      .execute();
  const join = async (company_id: number, count: number, algorithms: ('gost512' | 'rsa')[]) => {
    const people = Array.from({ length: count }, (_, at) => ({ full_name: `Сынақ ${at}` }));
    const users = await db.insertInto('users').values(people).returning('id').execute();
    for (const { id } of users) {
      await db.insertInto('memberships').values({ user_id: id, company_id, role_id: 3 }).execute();
      for (const algorithm of algorithms) await keep(company_id, id, algorithm);
    }
  };
  await join(first.id, 3, ['gost512', 'rsa']);
  await join(first.id, 45, ['gost512']);
  await join(last.id, 60, ['gost512']);
  const held = await onPhone(first.name);
  expect(held.filter(({ keys }) => keys.length === 2)).toHaveLength(3);
  expect(held.length).toBeLessThan(3 + 45);
  expect((await onPhone(last.name)).length).toBeGreaterThanOrEqual(60);
  const all = await app.ok('sandbox.phone_keys', null, {});
  expect(all.flatMap(({ keys }) => keys).length).toBeLessThanOrEqual(83);
});

test('many phones that ask at once make the keys of few, not of everybody', async () => {
  const company = await makeCompany(app);
  for (let at = 0; at < 14; at++) await makeEmployee(app, company, ['sign']);
  const held = await Promise.all(Array.from({ length: 10 }, () => onPhone(company.name)));
  // One answer may be under way when the others come, and those wait for one together: five keys each, of fifteen.
  for (const people of held) expect(people.flatMap(({ keys }) => keys).length).toBeLessThanOrEqual(10);
});

test('a sample is right in every part', async () => {
  for (const kind of ['too', 'ip', 'individual'] as const) {
    const { bin, full_name, phone, email, iban } = await sample(kind);
    expect(kind === 'too' ? isBin(bin) : isIin(bin)).toBe(true);
    expect(full_name.split(' ')).toHaveLength(3);
    expect([isMobilePhone(phone), isIban(iban), email.endsWith('.example')]).toEqual([true, true, true]);
  }
});

test('a code for nobody, and one that was used up, is none', async () => {
  expect(await codeFor('+77009999999')).toBeNull();
  expect(await codeFor('0'.repeat(64))).toBeNull();
});
