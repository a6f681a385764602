import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { breakRows, failingJobs } from '../../../test/break-rows.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { TODAY } from '../../../test/papers.ts';
import { makeAdministrator, makeCompany, makeExecutor } from '../../../test/people.ts';
import {
  beginRegistration,
  forgetRequests,
  goTo,
  inviteByPhone,
  lastMessage,
  linkOf,
  makeInvitationContract,
  makeNewcomer,
  newEmail,
  newPhone,
  steps,
} from '../../../test/registrations.ts';
import { expireInvitations } from './invitations.jobs.ts';
import { plainName } from '../../platform/plain-name.ts';

const app = await makeTestApp();
const company = await makeCompany(app);
afterAll(() => app.close());
beforeEach(async () => {
  await app.parts.db.deleteFrom('sign_in_failures').execute();
  await app.parts.db.deleteFrom('limited_calls').execute();
});

const body = async (phone: string, more: object = {}) => ({
  name: 'Шақырылған Адам',
  phone,
  end_date: addDays(TODAY, 7),
  contract_document_id: await makeInvitationContract(app, company),
  ...more,
});
const get = (phone: string) => app.ok('invitations.get', company.director, { params: { phone } });
const link = (hash: string) => app.ok('invitations.link', null, { query: { hash } });
const later = (days: number) =>
  app.parts.db
    .updateTable('invitations')
    .set({ reminded_at: new Date(Date.now() - days * 86_400_000) })
    .execute();

test('an invitation is sent, opened, reminded of with a new link, and withdrawn', async () => {
  const phone = newPhone();
  const hash = await inviteByPhone(app, company, phone);
  expect(await get(phone)).toMatchObject({ status: 'sent', executor_company_id: null });
  expect(await link(hash)).toMatchObject({
    valid: true,
    purpose: 'executor_invitation',
    company_name: company.name,
    phone: expect.stringMatching(/^\+7\u00A0701\u00A0•••\u00A0••\u00A0\d\d$/),
  });
  expect(await get(phone)).toMatchObject({ status: 'sent' });
  await app.ok('invitations.open_link', null, { query: { hash } });
  expect(await get(phone)).toMatchObject({ status: 'opened' });
  const remind = () => app.raw('invitations.remind', company.director, { body: { phone } });
  const early = await remind();
  expect([early.status, Number(early.headers['retry-after']) > 80_000]).toEqual([429, true]);
  await later(1);
  await forgetRequests(app);
  expect((await remind()).status).toBe(200);
  const fresh = linkOf(await lastMessage(app, phone, 'executor_invited'));
  expect(fresh).not.toBe(hash);
  expect(await link(hash)).toMatchObject({ valid: false, company_name: null, phone: null });
  expect(await link(fresh)).toMatchObject({ valid: true });
  const { updated_at } = await get(phone);
  const later_ms = Date.parse(updated_at) + 1;
  const changed = async () => {
    const query = { updated_since: new Date(later_ms).toISOString() };
    const { items } = await app.ok('invitations.list', company.director, { query });
    return items.some((one) => one.phone === phone);
  };
  expect(await changed()).toBe(false);
  const cancel = () => app.ok('invitations.cancel', company.director, { params: { phone } });
  expect(await cancel()).toMatchObject({ status: 'cancelled' });
  expect(await changed()).toBe(true);
  expect(await cancel()).toMatchObject({ status: 'cancelled' });
  expect(await link(fresh)).toEqual(await link('x'.repeat(32)));
  await later(3);
  const over = await app.refused('invitations.remind', company.director, { body: { phone } });
  expect(over.code).toBe('invitation.wrong_state');
  // A repeat is a new one.
  await inviteByPhone(app, company, phone);
  expect(await get(phone)).toMatchObject({ status: 'sent' });
});

test('one living invitation a phone, whoever presses at once; names and ends can be changed', async () => {
  const phone = newPhone();
  const given = await body(phone);
  await forgetRequests(app);
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => app.raw('invitations.create', company.director, { body: given })),
  );
  const statuses = replies.map((reply) => reply.status).toSorted();
  expect(statuses).toEqual([200, 409, 409, 409, 409]);
  const sent = await app.parts.db
    .selectFrom('messages')
    .select('id')
    .where('recipient', '=', phone)
    .execute();
  expect(sent).toHaveLength(1);
  const changed = { name: 'Басқа Адам', end_date: addDays(TODAY, 30) };
  await app.ok('invitations.update', company.director, { params: { phone }, body: changed });
  // However it is written in the address.
  expect(await get(phone.replace('+7', '8'))).toMatchObject(changed);
  const list = await app.ok('invitations.list', company.director, { query: { search: 'Басқа' } });
  expect(list.items.map((item) => item.phone)).toEqual([phone]);
  expect(list.items[0]!.delivery).toMatchObject({ state: 'waiting', said: null });
});

test.each<[string, object, string, string]>([
  ['an end of yesterday', { end_date: addDays(TODAY, -1) }, 'invitation.end_date', 'end_date'],
  ['an end in two years', { end_date: addDays(TODAY, 800) }, 'invitation.end_date', 'end_date'],
  [
    'a contract of nobody',
    { contract_document_id: 999_999 },
    'invitation.contract_unknown',
    'contract_document_id',
  ],
  ['a landline', { phone: '+77272345678' }, 'field.phone', 'phone'],
])('%s is refused', async (_, more, code, field) => {
  const reply = await app.refused('invitations.create', company.director, {
    body: await body(newPhone(), more),
  });
  expect(reply).toMatchObject({ code, field });
});

test('a contract of another company does not serve, nor is its invitation seen', async () => {
  const other = await makeCompany(app);
  const foreign = await makeInvitationContract(app, other);
  const refused = await app.refused('invitations.create', company.director, {
    body: await body(newPhone(), { contract_document_id: foreign }),
  });
  expect(refused.code).toBe('invitation.contract_unknown');
  const phone = newPhone();
  await inviteByPhone(app, other, phone);
  const bare = (reply: object) => ({ ...reply, request_id: '' });
  for (const name of ['invitations.get', 'invitations.cancel'] as const)
    expect(bare(await app.refused(name, company.director, { params: { phone } }))).toEqual(
      bare(await app.refused(name, company.director, { params: { phone: newPhone() } })),
    );
});

test('links are guessed twenty times, bound to their phone and good until the last day (A-14)', async () => {
  const phone = newPhone();
  const hash = await inviteByPhone(app, company, phone);
  const register = (more: object) =>
    app.refused('registration.phone', null, { body: { kind: 'executor', hash, ...more } });
  expect(await register({ phone: newPhone() })).toMatchObject({ code: 'link.other_phone', field: 'phone' });
  expect(await register({ kind: 'business' })).toMatchObject({ code: 'link.other_kind' });
  // The SMS of a moment ago is no reason to wait for its code.
  const begun = await app.ok('registration.phone', null, { body: { kind: 'executor', hash } });
  expect(begun).toMatchObject({ need_sign_contract: true });
  await app.parts.db
    .updateTable('invitations')
    .set({ end_date: addDays(TODAY, -1) })
    .where('phone', '=', phone)
    .execute();
  expect(await link(hash)).toMatchObject({ valid: false });
  expect(await register({})).toMatchObject({ status: 404, code: 'link.ended' });
  await expireInvitations(app.parts);
  expect(await get(phone)).toMatchObject({ status: 'expired' });
  const { hash_key } = begun;
  const state = await app.ok('registration.stage', null, { query: { hash_key } });
  expect(state.need_sign_contract).toBe(false);

  await app.parts.db.deleteFrom('sign_in_failures').execute();
  expect((await app.refused('invitations.link', null, { query: { hash: 'short' } })).code).toBe('field.link');
  for (let i = 0; i < 20; i++) await link(String(i).padStart(32, 'z'));
  expect((await app.raw('invitations.link', null, { query: { hash } })).status).toBe(429);
});

test('an invitation withdrawn on the way lets the executor in without a contract', async () => {
  const who = await makeNewcomer(app, 'executor');
  const hash_key = await beginRegistration(app, who, await inviteByPhone(app, company, who.phone));
  await goTo(app, who, hash_key, 'offer_agreement');
  await app.ok('invitations.cancel', company.director, { params: { phone: who.phone } });
  const reply = await steps.offer_agreement(app, who, hash_key);
  expect(reply.json).toMatchObject({ stage: 'verification', need_sign_contract: false });
});

test('an executor who has an account accepts in his cabinet, or declines; another’s phone is nothing', async () => {
  const other = await makeCompany(app);
  const executor = await makeExecutor(app, other);
  const stranger = await makeExecutor(app, other);
  const phone = newPhone();
  const set = (user_id: number, number: string) =>
    app.parts.db
      .updateTable('users')
      .set({ phone: number, is_phone_verified: true })
      .where('id', '=', user_id)
      .execute();
  await set(executor.person.user_id, phone);
  await set(stranger.person.user_id, newPhone());
  await inviteByPhone(app, company, phone);
  expect(await app.ok('invitations.own', stranger.person, {})).toEqual([]);
  const [own] = await app.ok('invitations.own', executor.person, {});
  expect(own).toMatchObject({ company_name: company.name });
  const params = { invitation_id: own!.invitation_id };
  expect((await app.refused('invitations.accept', stranger.person, { params })).status).toBe(404);
  const accepted = await app.ok('invitations.accept', executor.person, { params });
  expect(await app.ok('invitations.accept', executor.person, { params })).toEqual(accepted);
  const paper = await app.ok('documents.get', executor.person, { params: { doc_id: accepted.document_id } });
  expect(paper).toMatchObject({ status: { code: 'sent' }, company: { id: company.id } });
  await forgetRequests(app);
  const twice = await app.refused('invitations.create', company.director, { body: await body(phone) });
  expect(twice).toMatchObject({ code: 'invitation.works_already', field: 'phone' });
  await inviteByPhone(app, await makeCompany(app), phone);
  const [second] = await app.ok('invitations.own', executor.person, {});
  const decline = { params: { invitation_id: second!.invitation_id } };
  await app.ok('invitations.decline', executor.person, { ...decline, body: { reason: 'Занят до весны' } });
  expect(await app.ok('invitations.own', executor.person, {})).toEqual([]);
  expect((await app.refused('invitations.accept', executor.person, decline)).code).toBe(
    'invitation.wrong_state',
  );
});

test('nothing in a name becomes an address that is tapped on', () => {
  expect(plainName('Вы выиграли https://evil.kz/x\r\nещё')).toBe('Вы выиграли https evil. kz/x ещё');
  expect(plainName('ТОО «Алатау»')).toBe('ТОО «Алатау»');
  // A name that is cut says so, and no sign is cut in two.
  expect(plainName(`${'Ә'.repeat(79)}🚚`)).toBe(`${'Ә'.repeat(79)}🚚`);
  expect(plainName(`${'Ә'.repeat(78)}👩🏽‍🔧🚚🚚`)).toBe(`${'Ә'.repeat(78)}👩🏽‍🔧…`);
});

test('requests for a call: five an hour, one line, and a link for registration in answer', async () => {
  const admin = await makeAdministrator(app, ['companies']);
  const asked = { name: 'Әсем', company_name: 'ТОО «Жол»', email: newEmail(), phone: newPhone() };
  const ask = (more: object = {}) => app.raw('consultation.create', null, { body: { ...asked, ...more } });
  for (const bad of [
    { email: 'a@b.kz\r\nBcc: all@b.kz' },
    { name: 'Ә\r\nBcc: x' },
    { register_link_destination: 'a\nb' },
  ])
    expect((await ask(bad)).status).toBe(400);
  for (let i = 0; i < 5; i++) expect((await ask({ comment: `<b>${i}</b>\nқоңырау` })).status).toBe(200);
  expect((await ask()).status).toBe(429);
  const list = () => app.ok('consultation.list', admin, { query: { closed: false } });
  const [first] = (await list()).items;
  const { consultation_id } = first!;
  await forgetRequests(app);
  const sent = { consultation_id, destination: asked.email, receive_method: 'email' as const };
  await app.ok('consultation.register_link', admin, { body: sent });
  const hash = linkOf(await lastMessage(app, asked.email, 'register_link'));
  expect(await link(hash)).toMatchObject({
    purpose: 'register_link',
    kind: 'business',
    company_name: 'ТОО «Жол»',
  });
  const wrong = { destination: 'nobody', receive_method: 'sms' as const };
  expect(await app.refused('consultation.register_link', admin, { body: wrong })).toMatchObject({
    field: 'destination',
  });
  const who = await makeNewcomer(app, 'business');
  const hash_key = await beginRegistration(app, who, hash);
  await goTo(app, who, hash_key, 'verification');
  expect(await link(hash)).toMatchObject({ valid: false });
  await app.ok('consultation.close', admin, { params: { consultation_id } });
  expect((await list()).items.map((item) => item.consultation_id)).not.toContain(consultation_id);
});

test('a link for a company that an administrator has entered registers this company and no other', async () => {
  const admin = await makeAdministrator(app, ['companies']);
  const who = await makeNewcomer(app, 'business');
  const { id: company_id } = await app.parts.db
    .insertInto('companies')
    .values({ role: 'business', type: 'too', name: who.name, bin: who.bin, status: 'waiting' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const email = newEmail();
  await app.ok('consultation.register_link', admin, {
    body: { company_id, destination: email, receive_method: 'email' },
  });
  const hash = linkOf(await lastMessage(app, email, 'register_link'));
  const other = await makeNewcomer(app, 'business');
  const hash_key = await beginRegistration(app, who, hash);
  await goTo(app, who, hash_key, 'company_data');
  expect((await steps.company_data(app, other, hash_key)).json).toMatchObject({
    code: 'registration.bin_of_link',
  });
  await goTo(app, who, hash_key, 'verification');
  const row = await app.parts.db
    .selectFrom('registrations')
    .select('company_id')
    .where('phone', '=', who.phone)
    .executeTakeFirstOrThrow();
  expect(row.company_id).toBe(company_id);
});

test('an invitation that cannot be ended lets the others end, and is tried again', async () => {
  const phones = [newPhone(), newPhone()];
  for (const phone of phones) await inviteByPhone(app, company, phone);
  const rows = await app.parts.db
    .updateTable('invitations')
    .set({ end_date: addDays(TODAY, -1) })
    .where('phone', 'in', phones)
    .returning('id')
    .execute();
  const broken = Math.min(...rows.map(({ id }) => id));
  const mend = await breakRows(app, 'invitations', `new.id = ${broken}`);
  const states = async () => (await Promise.all(phones.map(get))).map(({ status }) => status);
  await expireInvitations(app.parts);
  await expireInvitations(app.parts);
  expect(await states()).toEqual(['sent', 'expired']);
  expect(await failingJobs(app, 'invitations.expire')).toMatchObject([
    { subject_id: broken, company_id: company.id, failures: 1, reason: 'error: a broken row' },
  ]);
  await mend();
  await expireInvitations(app.parts);
  expect(await states()).toEqual(['expired', 'expired']);
  expect(await failingJobs(app, 'invitations.expire')).toEqual([]);
});
