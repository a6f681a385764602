import { PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { holdInvariants } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeAdministrator } from '../../../test/people.ts';
import {
  beginRegistration,
  goTo,
  makeNewcomer,
  NEW_PASSWORD,
  steps,
  type Newcomer,
  type StepName,
} from '../../../test/registrations.ts';
import { sweepRegistrations } from './registration.queries.ts';

const app = await makeTestApp();
const admin = await makeAdministrator(app, [...PLATFORM_RIGHTS]);
afterAll(() => app.close());

/** Somebody who registers a business, as far as a stage; the head's key lets in at once, an employee's waits. */
async function standAt(stage: string, key: 'head' | 'employee' = 'head') {
  const who = await makeNewcomer(app, 'business', { rights: ['organisation', key] });
  const hash_key = await beginRegistration(app, who);
  await goTo(app, who, hash_key, stage);
  return { who, hash_key, ...(await now(hash_key)) };
}

const now = (hash_key: string) => app.ok('registration.stage', null, { query: { hash_key } });
const take = async (stage: StepName, who: Newcomer, hash_key: string) =>
  (await steps[stage](app, who, hash_key)).status;
const administer = (deed: 'block' | 'unblock' | 'delete', user_id: number) =>
  app.ok(`users.${deed}`, admin, { params: { user_id } });
const statusOf = async (user_id: number) =>
  (
    await app.parts.db
      .selectFrom('users')
      .select('status')
      .where('id', '=', user_id)
      .executeTakeFirstOrThrow()
  ).status;
const companyOf = ({ bin }: Newcomer) =>
  app.parts.db.selectFrom('companies').select(['id', 'status']).where('bin', '=', bin).executeTakeFirst();
const waiting = async ({ bin }: Newcomer) =>
  (await app.ok('registration.verifications', admin, { query: { limit: 100 } })).items.find(
    (row) => row.company.bin === bin,
  );
const isSomebodyWaiting = async () => {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.parts.db);
  return rows.length > 0;
};
const decide = (registration_id: number) => [
  app.raw('registration.approve', admin, { params: { registration_id } }),
  app.raw('registration.refuse', admin, {
    params: { registration_id },
    body: { reason: 'Адрес не найден', step: 'company_data' },
  }),
];
const isLetIn = async ({ email }: Newcomer) =>
  (await app.raw('auth.login_too', null, { body: { email, password: NEW_PASSWORD } })).status === 200;

test('who is blocked while he registers does not go on, and unblocked he goes on from there', async () => {
  const { who, hash_key, user_id } = await standAt('offer_agreement');
  await administer('block', user_id);
  expect(await take('offer_agreement', who, hash_key)).toBe(404);
  expect(await companyOf(who)).toBeUndefined();
  expect(await administer('unblock', user_id)).toMatchObject({ status: 'registering' });
  expect(await isLetIn(who)).toBe(false);
  expect(await take('offer_agreement', who, hash_key)).toBe(200);
  expect(await isLetIn(who)).toBe(true);
  // Whom the product knows already comes back as one it knows.
  await administer('block', user_id);
  expect(await administer('unblock', user_id)).toMatchObject({ status: 'active' });
});

test('an agreement that is accepted while he is blocked lets nobody in', async () => {
  const { who, hash_key, user_id } = await standAt('offer_agreement');
  const step = await app.parts.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ status: 'blocked' }).where('id', '=', user_id).execute();
    const asked = take('offer_agreement', who, hash_key);
    // Once it waits for this transaction, it has seen the person's earlier state.
    while (!(await isSomebodyWaiting()));
    return { asked };
  });
  expect(await step.asked).toBe(404);
  expect(await statusOf(user_id)).toBe('blocked');
});

test('who is blocked while he waits is not decided about until he is unblocked', async () => {
  const { who, user_id } = await standAt('verification', 'employee');
  const { registration_id } = (await waiting(who))!;
  await administer('block', user_id);
  expect(await waiting(who)).toBeUndefined();
  for (const reply of await Promise.all(decide(registration_id)))
    expect(reply).toMatchObject({ status: 409, json: { code: 'verification.wrong_state' } });
  expect([await statusOf(user_id), (await companyOf(who))!.status]).toEqual(['blocked', 'waiting']);
  await administer('unblock', user_id);
  expect(await waiting(who)).toMatchObject({ registration_id });
  await app.ok('registration.approve', admin, { params: { registration_id } });
  expect(await isLetIn(who)).toBe(true);
});

test('the deleted stay deleted, and the closed closed, whatever is decided afterwards', async () => {
  for (const end of ['person', 'company'] as const) {
    const { who, hash_key, user_id } = await standAt('verification', 'employee');
    const { registration_id, company } = (await waiting(who))!;
    if (end === 'person') await administer('delete', user_id);
    else await app.ok('companies.delete', admin, { query: {}, body: { company_id: company.id } });
    const left = async () => [await statusOf(user_id), (await companyOf(who))!.status];
    const before = await left();
    expect(await waiting(who)).toBeUndefined();
    expect((await app.refused('registration.stage', null, { query: { hash_key } })).status).toBe(404);
    for (const reply of await Promise.all(decide(registration_id))) expect(reply.status).toBe(409);
    expect(await left()).toEqual(before);
    expect(await isLetIn(who)).toBe(false);
    // The number is free now: it starts over, and a closed company is still not taken over.
    const again = await beginRegistration(app, who);
    expect(await take('phone_code', who, again)).toBe(200);
    if (end === 'company') {
      await goTo(app, who, again, 'company_data');
      expect(await take('company_data', who, again)).toBe(409);
      expect(await administer('block', user_id)).toMatchObject({ status: 'blocked' });
      expect(await administer('unblock', user_id)).toMatchObject({ status: 'registering' });
    }
  }
});

test('who was refused and whose company was closed then does not correct it back to life', async () => {
  const { who, hash_key } = await standAt('verification', 'employee');
  const { registration_id, company } = (await waiting(who))!;
  await app.ok('registration.refuse', admin, {
    params: { registration_id },
    body: { reason: 'Адрес не найден', step: 'ecp' },
  });
  await app.ok('companies.delete', admin, { query: {}, body: { company_id: company.id } });
  expect((await app.refused('registration.stage', null, { query: { hash_key } })).status).toBe(404);
  expect((await companyOf(who))!.status).toBe('deleted');
});

test('what a blocked person has begun is forgotten only after he is unblocked', async () => {
  const { db } = app.parts;
  const { who, user_id } = await standAt('email');
  await administer('block', user_id);
  const old = new Date(Date.now() - 9 * 86_400_000);
  await db.updateTable('registrations').set({ created_at: old }).where('user_id', '=', user_id).execute();
  await db.updateTable('registration_keys').set({ expires_at: old }).execute();
  await sweepRegistrations(db);
  expect(await statusOf(user_id)).toBe('blocked');
  await administer('unblock', user_id);
  expect(await statusOf(user_id)).toBe('registering');
  await sweepRegistrations(db);
  // The log refers to the person, so the row stays; the number is free.
  expect(await statusOf(user_id)).toBe('deleted');
  const again = await beginRegistration(app, who);
  expect(await take('phone_code', who, again)).toBe(200);
  await holdInvariants(app, ['I17', 'I4', 'I7']);
});
