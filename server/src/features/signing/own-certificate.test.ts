import { toPem } from '@kelisim/eds/asn1/armour.ts';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeDeal, makeSentAct, signBy } from '../../../test/papers.ts';
import { makeCompany, makeEmployee, makeExecutor, type Person } from '../../../test/people.ts';
import { issueTestKey } from '../../../test/signing-keys.ts';

const app = await makeTestApp();
const company = await makeCompany(app);
const deal = await makeDeal(app, company, await makeExecutor(app, company));
afterAll(() => app.close());

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const put = (by: Person, der: Uint8Array) =>
  app.ok('certificates.put', by, { body: { certificate: base64(der) } });
const refused = async (by: Person, bytes: Uint8Array) => {
  const { status, code, field } = await app.refused('certificates.put', by, {
    body: { certificate: base64(bytes) },
  });
  return [status, code, field];
};
const own = async (by: Person) => (await app.ok('certificates.validate', by, {})).certificate;
const keyFor = (iin: string, valid_days: [number, number] = [-300, 100]) =>
  issueTestKey({
    subject: { common_name: 'СЫНАҚОВ ӘЛІБЕК', iin, country: 'KZ' },
    profile: { kind: 'signer', rights: ['person'] },
    valid_days,
  });

test('is nothing until he names it or signs, and is his alone', async () => {
  const person = await makeEmployee(app, deal.company, []);
  const other = await makeEmployee(app, deal.company, []);
  expect(await own(person)).toBeNull();
  const { certificate } = person.key;
  const kept = await put(person, certificate.der);
  expect(kept).toMatchObject({ serial: certificate.serial, iin: person.iin, warning: 'none' });
  expect(await own(person)).toEqual(kept);
  expect(await own(other)).toBeNull();
  expect((await app.refused('certificates.validate', null)).status).toBe(401);
});

test('may come as PEM, as authorities hand it out', async () => {
  const person = await makeEmployee(app, deal.company, []);
  const pem = Buffer.from(toPem('CERTIFICATE', person.key.certificate.der));
  expect((await put(person, pem)).serial).toBe(person.key.certificate.serial);
});

test('of another person, of an unknown authority or no certificate at all is refused', async () => {
  const person = await makeEmployee(app, deal.company, []);
  const { der } = person.key.certificate;
  const forged = Buffer.from(der);
  forged[forged.length - 1]! ^= 1;
  expect(await refused(person, deal.company.director.key.certificate.der)).toEqual([
    403,
    'signature.other_person',
    'certificate',
  ]);
  expect(await refused(person, forged)).toEqual([403, 'signature.certificate', 'certificate']);
  expect(await refused(person, Buffer.from('сертификат'))).toEqual([
    403,
    'signature.certificate',
    'certificate',
  ]);
  const ended = await keyFor(person.iin, [-400, -1]);
  expect(await refused(person, ended.certificate.der)).toEqual([403, 'signature.certificate', 'certificate']);
  expect(await own(person)).toBeNull();
});

test('says in the words of the reader why it was refused', async () => {
  const person = await makeEmployee(app, deal.company, []);
  const ended = await keyFor(person.iin, [-400, -1]);
  const given = { body: { certificate: base64(ended.certificate.der) } };
  for (const locale of ['ru', 'kz'] as const) {
    const { message } = await app.refused('certificates.put', person, given, { locale });
    expect(message).not.toMatch(/[a-z]_[a-z]/);
    expect(message).toContain(
      locale === 'ru' ? 'Срок сертификата закончился' : 'Сертификаттың мерзімі аяқталған',
    );
  }
});

test.each([
  [100.5, 'none'],
  [31.5, 'none'],
  [30.5, 'soon'],
  [8.5, 'soon'],
  [7.5, 'urgent'],
  [0.5, 'urgent'],
] as const)('with %d days to live warns: %s', async (days, warning) => {
  const person = await makeEmployee(app, deal.company, []);
  const key = await keyFor(person.iin, [-300, days]);
  expect(await put(person, key.certificate.der)).toMatchObject({ warning, days_left: Math.floor(days) });
});

test('that has ended since says so', async () => {
  const person = await makeEmployee(app, deal.company, []);
  await put(person, person.key.certificate.der);
  await app.parts.db
    .updateTable('user_certificates')
    .set({ valid_until: new Date(Date.now() - 60_000) })
    .where('user_id', '=', person.user_id)
    .execute();
  expect(await own(person)).toMatchObject({ warning: 'ended', days_left: -1 });
});

test('is the one he has signed with, when that is newer', async () => {
  const { person } = deal.executor;
  const named = await keyFor(person.iin, [-10, 20]);
  await put(person, named.certificate.der);
  expect(await own(person)).toMatchObject({ serial: named.certificate.serial, warning: 'soon' });

  await signBy(app, person, await makeSentAct(app, deal));
  expect(await own(person)).toMatchObject({
    serial: person.key.certificate.serial,
    iin: person.iin,
    warning: 'none',
  });
  const renewed = await keyFor(person.iin, [-1, 364]);
  await put(person, renewed.certificate.der);
  expect((await own(person))?.serial).toBe(renewed.certificate.serial);
});
