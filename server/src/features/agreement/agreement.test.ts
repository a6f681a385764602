import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { samplePdf } from '../../../test/papers.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { beginRegistration, goTo, makeNewcomer } from '../../../test/registrations.ts';

const app = await makeTestApp();
afterAll(() => app.close());

test('until there is an agreement nobody gets past it; the version accepted is the one that was read', async () => {
  const admin = await makeAdministrator(app, ['companies']);
  expect((await app.refused('agreement.file', null)).status).toBe(404);
  const who = await makeNewcomer(app, 'business');
  const hash_key = await beginRegistration(app, who);
  await goTo(app, who, hash_key, 'offer_agreement');
  const accept = (version?: number) =>
    app.raw('registration.confirm_agreement', null, { body: { hash_key, ...(version && { version }) } });
  expect((await accept()).status).toBe(503);
  const upload = async (bytes: Buffer) =>
    app.raw('agreement.upload', admin, { files: { file: { name: 'соглашение.pdf', bytes } } });
  expect((await upload(Buffer.from('no pdf'))).json).toMatchObject({ code: 'file.not_pdf' });
  const pdf = await samplePdf();
  expect((await upload(pdf)).json).toMatchObject({ version: 1 });
  expect((await upload(pdf)).json).toMatchObject({ version: 2 });
  expect(await app.ok('agreement.file', null, {})).toEqual(pdf);
  expect((await accept(1)).json).toMatchObject({ code: 'registration.agreement_changed' });
  expect((await accept(2)).status).toBe(200);
  expect((await accept(2)).status).toBe(200);
  const consents = await app.parts.db
    .selectFrom('consents as c')
    .innerJoin('user_agreements as a', 'a.id', 'c.agreement_id')
    .select(['c.kind', 'a.version'])
    .orderBy('c.id')
    .execute();
  expect(consents).toEqual([
    { kind: 'user_agreement', version: 2 },
    { kind: 'personal_data', version: 2 },
  ]);
});

test('banks are listed without those that have closed, each with the digits of its accounts', async () => {
  const banks = await app.ok('banking.banks', null, {}, { locale: 'kz' });
  expect(banks.length).toBeGreaterThan(10);
  expect(banks.find((bank) => bank.bic === 'KCJBKZKX')).toMatchObject({
    iban_code: '856',
    name: '«Банк ЦентрКредит» АҚ',
  });
});
