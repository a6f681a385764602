import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeCompany, makeEmployee, signInAs, type Person, type TestCompany } from '../../../test/people.ts';
import { applyDueChanges } from './limit-change.ts';

const app = await makeTestApp();
afterAll(() => app.close());

const body = (payment_limit: string | null) => ({
  body: { channel: 'file' as const, payment_limit, bookkeeper_name: null },
});
const ask = (by: Person, limit: string | null) => app.ok('payments.change_settings', by, body(limit));
const limitOf = async (by: Person) => (await app.ok('payments.settings', by, {})).payment_limit;
const historyOf = async (by: Person) =>
  (await app.ok('companies.history', by, { query: {} })).items.map(({ action }) => action).toReversed();
const withRights = (company: TestCompany, ...rights: ('pay' | 'manage_settings')[]) =>
  makeEmployee(app, company, rights);
/** As if the person had just signed; how a signature is taken as a proof is tested where proofs are. */
const signed = ({ session_id }: Person) =>
  app.parts.db
    .updateTable('sessions')
    .set({ signed_proof_at: new Date() })
    .where('id', '=', session_id)
    .execute();

test('a lower limit holds at once; a higher one, or none, when a second person agrees', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const { director } = company;
  const accountant = await withRights(company, 'pay', 'manage_settings');
  expect(await ask(director, '1000.00')).toMatchObject({ payment_limit: '1000.00', pending_limit: null });
  expect(await ask(accountant, '500.00')).toMatchObject({ payment_limit: '500.00', pending_limit: null });

  for (const limit of ['600.00', null]) {
    const { payment_limit, pending_limit } = await ask(accountant, limit);
    expect(payment_limit).toBe('500.00');
    expect(pending_limit).toMatchObject({ payment_limit: limit, applies_at: null, may_confirm: false });
  }
  const seen = (await app.ok('payments.settings', director, {})).pending_limit!;
  expect(seen).toMatchObject({ payment_limit: null, may_confirm: true });
  const of = { params: { change_id: seen.id } };
  expect(await app.refused('payments.confirm_limit', accountant, of)).toMatchObject({
    status: 409,
    code: 'pay_limit.second_person',
  });
  const stranger = await makeCompany(app, { algorithm: 'rsa' });
  for (const call of ['payments.confirm_limit', 'payments.cancel_limit'] as const)
    expect(await app.refused(call, stranger.director, of)).toMatchObject({ status: 404 });
  await applyDueChanges(app.parts);
  expect(await limitOf(director)).toBe('500.00');
  const agreed = await app.ok('payments.confirm_limit', director, of);
  expect(agreed).toMatchObject({ payment_limit: null, pending_limit: null });
  expect(await app.ok('payments.confirm_limit', director, of)).toEqual(agreed);
  expect(await app.refused('payments.cancel_limit', director, of)).toMatchObject({
    code: 'pay_limit.decided',
  });
  const changed = 'pay_settings_changed';
  expect(await historyOf(director)).toEqual([
    changed,
    changed,
    changed,
    'pay_change_asked',
    'pay_change_asked',
    'pay_change_confirmed',
  ]);
});

test('whom the limit does not bind changes it at once', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  await ask(company.director, '1000.00');
  const settler = await withRights(company, 'manage_settings');
  expect(await ask(settler, null)).toMatchObject({ payment_limit: null, pending_limit: null });
});

test('where nobody else may agree it takes a signature and a day, once, and can be taken back until then', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const { director } = company;
  // Neither somebody else's right to pay, nor a membership that has ended, nor a blocked one makes a second person.
  await withRights(company, 'pay');
  const gone = await withRights(company, 'manage_settings');
  await app.ok('employees.remove', director, { params: { user_id: gone.user_id } });
  const blocked = await withRights(company, 'manage_settings');
  await app.parts.db
    .updateTable('users')
    .set({ status: 'blocked' })
    .where('id', '=', blocked.user_id)
    .execute();
  await ask(director, '1000.00');
  expect(await app.refused('payments.change_settings', director, body(null))).toMatchObject({
    status: 403,
    code: 'signed_proof_required',
  });
  expect((await app.ok('payments.settings', director, {})).pending_limit).toBeNull();
  await signed(director);
  const taken = (await ask(director, null)).pending_limit!;
  expect(Date.parse(taken.applies_at!) - Date.parse(taken.asked_at)).toBe(24 * 3_600_000);
  const params = { change_id: taken.id };
  for (const _ of ['once', 'again'])
    expect(await app.ok('payments.cancel_limit', director, { params })).toMatchObject({
      payment_limit: '1000.00',
      pending_limit: null,
    });
  await ask(director, null);
  await applyDueChanges(app.parts);
  expect(await limitOf(director)).toBe('1000.00');
  const { numUpdatedRows } = await app.parts.db
    .updateTable('pay_limit_changes')
    .set({ applies_at: new Date(Date.now() - 1000) })
    .where((eb) => eb.and({ company_id: company.id, state: 'waiting' }))
    .executeTakeFirst();
  expect(numUpdatedRows).toBe(1n);
  await Promise.all([applyDueChanges(app.parts), applyDueChanges(app.parts)]);
  expect(await limitOf(director)).toBeNull();
  expect((await historyOf(director)).filter((action) => action === 'pay_change_applied')).toHaveLength(1);
});

test('what was asked by somebody who may no longer ask is cancelled when its hour comes', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const { director } = company;
  await ask(director, '1000.00');
  await signed(director);
  await ask(director, null);
  await app.parts.db
    .updateTable('pay_limit_changes')
    .set({ applies_at: new Date(Date.now() - 1000) })
    .where('company_id', '=', company.id)
    .execute();
  const setStatus = (status: 'active' | 'blocked') =>
    app.parts.db.updateTable('users').set({ status }).where('id', '=', director.user_id).execute();
  await setStatus('blocked');
  await applyDueChanges(app.parts);
  await setStatus('active');
  expect(await app.ok('payments.settings', director, {})).toMatchObject({
    payment_limit: '1000.00',
    pending_limit: null,
  });
  expect((await historyOf(director)).at(-1)).toBe('pay_change_cancelled');
});

test('under a limit the director makes a second person by a signature, who agrees to nothing for a day', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const { director } = company;
  const employee = await withRights(company);
  const params = { user_id: employee.user_id };
  await ask(director, '1000.00');
  const give = { params, body: { rights: ['pay' as const] } };
  const invite = { body: { email: 'second@person.example', rights: ['pay' as const] } };
  for (const refusal of [
    await app.refused('employees.update', director, give),
    await app.refused('employee_invitations.create', director, invite),
    await app.refused('employees.set_deputy', director, {
      params,
      body: { from: '2026-01-01', until: '2199-01-01' },
    }),
  ])
    expect(refusal).toMatchObject({ status: 403, code: 'signed_proof_required' });
  await signed(director);
  const { approves_from } = await app.ok('employees.update', director, give);
  expect(Date.parse(approves_from!)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  const approve = { body: { order_ids: [1] } };
  expect(await app.refused('payments.approve', employee, approve)).toMatchObject({
    status: 409,
    code: 'payment.new_approver',
  });
  await app.parts.db
    .updateTable('memberships')
    .set({ approves_from: new Date(Date.now() - 1000) })
    .where('user_id', '=', employee.user_id)
    .execute();
  await app.ok('payments.approve', employee, approve);
  // A password proves too little for it, a day-old signature is none.
  const later = { ...director, ...(await signInAs(app, director)) };
  expect(await app.refused('employee_invitations.create', later, invite)).toMatchObject({
    code: 'signed_proof_required',
  });
});

test('whoever was a deputy before is made a second person by a signature, too', async () => {
  const company = await makeCompany(app, { algorithm: 'rsa' });
  const { director } = company;
  const { user_id } = await withRights(company);
  await ask(director, '1000.00');
  await app.parts.db
    .updateTable('memberships')
    .set({ deputy_from: '2026-01-01', deputy_until: '2026-01-31' })
    .where('user_id', '=', user_id)
    .execute();
  const again = { params: { user_id }, body: { from: '2026-01-01', until: '2199-01-01' } };
  expect(await app.refused('employees.set_deputy', director, again)).toMatchObject({
    status: 403,
    code: 'signed_proof_required',
  });
  await signed(director);
  const { approves_from } = await app.ok('employees.set_deputy', director, again);
  expect(Date.parse(approves_from!)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  // Other days of a deputy make no other second person.
  const longer = { params: { user_id }, body: { from: '2026-01-01', until: '2199-02-01' } };
  expect(await app.ok('employees.set_deputy', director, longer)).toMatchObject({ approves_from });
});

test('a change that fails is put off and keeps no other company waiting', async () => {
  const { db } = app.parts;
  const companies = [];
  for (const minutes_ago of [2, 1]) {
    const { director, id } = await makeCompany(app, { algorithm: 'rsa' });
    await ask(director, '1000.00');
    await signed(director);
    await ask(director, null);
    await db
      .updateTable('pay_limit_changes')
      .set({ applies_at: new Date(Date.now() - minutes_ago * 60_000) })
      .where((eb) => eb.and({ company_id: id, state: 'waiting' }))
      .execute();
    companies.push({ director, id });
  }
  const [broken, sound] = companies as [(typeof companies)[0], (typeof companies)[0]];
  await sql`create function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'cannot'; end $$`.execute(app.owner);
  await sql`create trigger refuse_change before update on pay_limit_changes for each row
    when (old.company_id = ${sql.lit(broken.id)}) execute function refuse_change()`.execute(app.owner);
  await applyDueChanges(app.parts);
  expect(await limitOf(sound.director)).toBeNull();
  expect(await limitOf(broken.director)).toBe('1000.00');
  const failing = db
    .selectFrom('failing_jobs')
    .select(['company_id', 'failures'])
    .where('job', '=', 'payments.limits');
  expect(await failing.execute()).toEqual([{ company_id: broken.id, failures: 1 }]);

  await sql`drop trigger refuse_change on pay_limit_changes`.execute(app.owner);
  await applyDueChanges(app.parts);
  expect(await limitOf(broken.director)).toBe('1000.00');
  await sql`update failing_jobs set not_before = now()`.execute(db);
  await applyDueChanges(app.parts);
  expect(await limitOf(broken.director)).toBeNull();
  expect(await failing.execute()).toEqual([]);
});
