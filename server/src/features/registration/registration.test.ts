import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeTestApp, type TestApp } from '../../../test/make-app.ts';
import { makeCompany, PASSWORD } from '../../../test/people.ts';
import {
  beginRegistration,
  goTo,
  inviteByPhone,
  makeNewcomer,
  NEW_PASSWORD,
} from '../../../test/registrations.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp();
});
afterAll(() => app.close());

test('a head registers his company and signs in at once', async () => {
  const who = await makeNewcomer(app, 'business');
  const hash_key = await beginRegistration(app, who);
  await goTo(app, who, hash_key, 'verification');
  expect(await app.ok('registration.confirm', null, { params: { hash_key } })).toMatchObject({
    state: 'approved',
    redirect_url: '/auth/login',
  });
  const signed_in = await app.ok('auth.login_too', null, {
    body: { email: who.email, password: NEW_PASSWORD },
  });
  const token = (signed_in as { access_token: string }).access_token;
  const me = await app.ok('auth.me', { token }, {});
  expect(me).toMatchObject({ role_id: 1, phone: who.phone, company: { bin: who.bin } });
  expect(await app.ok('registration.finish', null, { body: { hash_key } })).toEqual({
    stage: 'done',
    redirect_url: '/auth/login',
  });
  expect((await app.refused('registration.stage', null, { query: { hash_key } })).status).toBe(404);
  expect(PASSWORD).not.toBe(NEW_PASSWORD);
});

test('an executor comes by the link of an SMS and signs his contract', async () => {
  const company = await makeCompany(app);
  const who = await makeNewcomer(app, 'executor');
  const link = await inviteByPhone(app, company, who.phone);
  const hash_key = await beginRegistration(app, who, link);
  await goTo(app, who, hash_key, 'contract');
  const pdf = await app.ok('registration.contract_file', null, { params: { hash_key } });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  await goTo(app, who, hash_key, 'verification');
  const [executor] = await app.ok('executors.names', company.director, {});
  expect(executor).toMatchObject({ bin: who.bin, status: 'active' });
  const [document] = (await app.ok('documents.list', company.director, { query: {} })).items;
  expect(document).toMatchObject({ status: { code: 'signed_by_executor' } });
  await holdInvariants(app);
});
