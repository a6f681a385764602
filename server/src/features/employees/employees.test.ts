import { almatyDate, addDays } from '@kelisim/shared/kernel/dates.ts';
import ru from '@kelisim/shared/texts/ru/settings.ts';
import type { EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { actBody, makeDeal } from '../../../test/papers.ts';
import {
  makeCompany,
  makeEmployee,
  makeExecutor,
  PASSWORD as KNOWN,
  signInAs,
} from '../../../test/people.ts';
import { findActorOfRun } from '../auth/public.ts';
import { openMessage } from '../messages/public.ts';

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
afterEach(() => app.parts.db.deleteFrom('message_requests').execute());
afterAll(() => app.close());

const PASSWORD = 'ұзақ жол бойында көк теңіз';
const rights: EmployeeRight[] = ['manage_acts', 'sign'];
let count = 0;
const newEmail = () => `Kyzmet.${++count}@Invited.example`;

/** The token of the newest link that was sent to an address. */
async function tokenFor(email: string): Promise<string> {
  const row = await app.parts.db
    .selectFrom('messages')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /\/join\/([0-9a-f]{64})/.exec(openMessage(app.parts, row).body)![1]!;
}

const invite = async (email: string, given = rights) => {
  const invitation = await app.ok('employee_invitations.create', company.director, {
    body: { email, rights: given },
  });
  return { invitation, token: await tokenFor(email) };
};
const join = (token: string) => ({ body: { token, full_name: 'Әлиева Сәуле', password: PASSWORD } });
const listed = async (email: string) =>
  (await app.ok('employees.list', company.director, { query: { limit: 100 } })).items.find(
    (row) => row.email === email,
  );

test('a new person comes in by the link with name and password, and may do what the director ticked', async () => {
  const email = newEmail();
  const { token } = await invite(email);
  expect(await app.ok('employee_invitations.open', null, { body: { token } })).toMatchObject({
    company_name: company.name,
    email,
    rights,
    has_account: false,
  });
  expect(
    await app.refused('employee_invitations.join', null, {
      body: { token, full_name: 'Әлиева Сәуле', password: 'қысқа' },
    }),
  ).toMatchObject({ status: 400, code: 'password.short', field: 'password' });
  expect(await app.ok('employee_invitations.join', null, join(token))).toEqual({
    email,
    company_name: company.name,
  });
  const { access_token: signed_in } = (await app.ok('auth.login_too', null, {
    body: { email: email.toLowerCase(), password: PASSWORD },
  })) as { access_token: string };
  const me = await app.ok('auth.me', { token: signed_in }, {});
  expect(me).toMatchObject({ role_id: 2, role: 'business', company: { id: company.id }, rights });
  expect(await listed(email)).toMatchObject({ role_id: 2, rights, full_name: 'Әлиева Сәуле' });
  expect(await app.refused('employee_invitations.open', null, { body: { token } })).toMatchObject({
    status: 409,
    code: 'employee_invitation.used',
  });
  const left = await app.ok('employee_invitations.list', company.director, {});
  expect(left.items.map((row) => row.email)).not.toContain(email);
});

test('two clicks and two devices make one person and one membership', async () => {
  const { token } = await invite(newEmail());
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => app.raw('employee_invitations.join', null, join(token))),
  );
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);

  const other = await makeCompany(app);
  const { token: second } = await invite(other.director.email);
  const accepted = await Promise.all(
    Array.from({ length: 6 }, () =>
      app.raw('employee_invitations.accept', other.director, { body: { token: second } }),
    ),
  );
  expect(accepted.map((reply) => reply.status)).toEqual(Array(6).fill(200));
  const me = await app.ok('auth.me', other.director, {});
  expect(me.companies.map((one) => [one.id, one.role_id])).toEqual([
    [company.id, 2],
    [other.id, 1],
  ]);
  await app.ok('auth.switch_company', other.director, { body: { company_id: company.id } });
  expect(await app.ok('auth.me', other.director, {})).toMatchObject({ role_id: 2, rights });
});

test('the link is bound to its address, dies with a new one, a cancelled one and after seven days', async () => {
  const stranger = await makeCompany(app);
  const owner = await makeCompany(app);
  const { token, invitation } = await invite(owner.director.email);
  expect(await app.ok('employee_invitations.open', null, { body: { token } })).toMatchObject({
    has_account: true,
  });
  expect(await app.refused('employee_invitations.join', null, join(token))).toMatchObject({
    status: 409,
    code: 'employee_invitation.has_account',
  });
  expect(
    await app.refused('employee_invitations.accept', stranger.director, { body: { token } }),
  ).toMatchObject({ status: 403, code: 'employee_invitation.other_address' });

  await app.parts.db.deleteFrom('message_requests').execute();
  const { token: again, invitation: newer } = await invite(owner.director.email);
  expect(newer.id).not.toBe(invitation.id);
  const unknown = await app.refused('employee_invitations.open', null, { body: { token: 'cd'.repeat(32) } });
  const dead = async (token: string) => {
    const { request_id: _, ...refusal } = await app.refused('employee_invitations.open', null, {
      body: { token },
    });
    expect(refusal).toEqual({ status: 404, code: 'not_found', message: unknown.message });
  };
  await dead(token);
  await app.parts.db
    .updateTable('employee_invitations')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', newer.id)
    .execute();
  await dead(again);
  expect(
    (await app.ok('employee_invitations.list', company.director, {})).items.find(({ id }) => id === newer.id),
  ).toMatchObject({ is_expired: true });
  await app.parts.db
    .updateTable('employee_invitations')
    .set({ expires_at: new Date(Date.now() + 60_000) })
    .where('id', '=', newer.id)
    .execute();
  await app.ok('employee_invitations.open', null, { body: { token: again } });
  await app.ok('employee_invitations.cancel', company.director, { params: { invitation_id: newer.id } });
  await dead(again);
});

test('two invitations of one address at once leave one link; a colleague is not invited', async () => {
  const email = newEmail();
  const replies = await Promise.all(
    Array.from({ length: 5 }, () =>
      app.raw('employee_invitations.create', company.director, { body: { email, rights } }),
    ),
  );
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 429, 429, 429, 429]);
  const items = (await app.ok('employee_invitations.list', company.director, {})).items;
  expect(items.filter((row) => row.email === email)).toHaveLength(1);
  const colleague = await makeEmployee(app, company, []);
  expect(
    await app.refused('employee_invitations.create', company.director, {
      body: { email: colleague.email.toUpperCase(), rights },
    }),
  ).toMatchObject({ status: 409, code: 'employee.already_here', field: 'email' });
});

test('rights count from the next call on, also for work that waits', async () => {
  const deal = await makeDeal(app, company, await makeExecutor(app, company, { algorithm: 'rsa' }));
  const employee = await makeEmployee(app, company, ['manage_acts', 'pay']);
  const params = { user_id: employee.user_id };
  await app.ok('acts.create', employee, { body: actBody(deal) });
  await app.ok('employees.update', company.director, { params, body: { rights: ['pay'] } });
  expect(await app.refused('acts.create', employee, { body: actBody(deal) })).toMatchObject({ status: 403 });
  expect((await app.ok('auth.me', employee, {})).rights).toEqual(['pay']);

  // The remaining rows of their run check the right again.
  const inRun = () =>
    app.parts.db
      .transaction()
      .execute((tx) => findActorOfRun(tx, { ...employee, session_id: null }, 'manage_acts'))
      .then(
        () => 'may',
        (error: { code: string }) => error.code,
      );
  expect(await inRun()).toBe('forbidden');
  await app.ok('employees.update', company.director, { params, body: { rights: ['manage_acts'] } });
  expect(await inRun()).toBe('may');
  await app.ok('employees.remove', company.director, { params });
  expect(await inRun()).toBe('forbidden');
});

test('who is removed is out with the next call, and his executors have somebody all the same', async () => {
  const employee = await makeEmployee(app, company, ['manage_acts']);
  const executor = await makeExecutor(app, company);
  await app.parts.db
    .updateTable('executors')
    .set({ responsible_user_id: employee.user_id })
    .where('executor_company_id', '=', executor.id)
    .execute();
  await app.ok('acts.list', employee, { query: {} });
  const params = { user_id: employee.user_id };
  expect(await app.ok('employees.remove', company.director, { params })).toMatchObject({
    executors_handed_over: 1,
  });
  expect(await app.refused('acts.list', employee)).toMatchObject({ status: 401 });
  const { responsible_user_id } = await app.parts.db
    .selectFrom('executors')
    .select('responsible_user_id')
    .where('executor_company_id', '=', executor.id)
    .executeTakeFirstOrThrow();
  expect(responsible_user_id).toBe(company.director.user_id);
  expect(await app.refused('employees.remove', company.director, { params })).toMatchObject({ status: 404 });

  const { token } = await invite(employee.email, ['pay']);
  const { access_token } = (await app.ok('auth.login_too', null, {
    body: { email: employee.email, password: KNOWN },
  })) as { access_token: string };
  await app.ok('employee_invitations.accept', { token: access_token }, { body: { token } });
  expect(await listed(employee.email)).toMatchObject({ rights: ['pay'], deputy: null });
});

test('a removal is taken back within an hour, with the rights and whom he answered for; later it takes an invitation', async () => {
  const employee = await makeEmployee(app, company, ['manage_acts', 'pay']);
  const [his, moved] = [await makeExecutor(app, company), await makeExecutor(app, company)];
  const answerFor = (user_id: number, ...executors: { id: number }[]) =>
    app.parts.db
      .updateTable('executors')
      .set({ responsible_user_id: user_id })
      .where(
        'executor_company_id',
        'in',
        executors.map(({ id }) => id),
      )
      .execute();
  const answers = async ({ id }: { id: number }) =>
    (
      await app.parts.db
        .selectFrom('executors')
        .select('responsible_user_id')
        .where('executor_company_id', '=', id)
        .executeTakeFirstOrThrow()
    ).responsible_user_id;
  await answerFor(employee.user_id, his, moved);
  const params = { user_id: employee.user_id };
  await app.ok('employees.remove', company.director, { params });
  // Somebody else has taken one of them over since.
  const other = await makeEmployee(app, company, []);
  await answerFor(other.user_id, moved);
  const stranger = await makeCompany(app, { algorithm: 'rsa' });
  expect(await app.refused('employees.restore', stranger.director, { params })).toMatchObject({
    status: 404,
  });
  const back = { user_id: employee.user_id, rights: ['manage_acts', 'pay'] };
  expect(await app.ok('employees.restore', company.director, { params })).toMatchObject(back);
  expect(await app.ok('employees.restore', company.director, { params })).toMatchObject(back);
  expect([await answers(his), await answers(moved)]).toEqual([employee.user_id, other.user_id]);
  expect(await app.refused('acts.list', employee)).toMatchObject({ status: 401 });

  await app.ok('employees.remove', company.director, { params });
  await app.parts.db
    .updateTable('memberships')
    .set({ ended_at: new Date(Date.now() - 3_601_000) })
    .where('user_id', '=', employee.user_id)
    .execute();
  expect(await app.refused('employees.restore', company.director, { params })).toMatchObject({ status: 404 });
});

test('a deputy has the director’s rights on his days and not an hour longer', async () => {
  const employee = await makeEmployee(app, company, []);
  const params = { user_id: employee.user_id };
  const today = almatyDate(new Date());
  const name = (from: string, until: string) =>
    app.ok('employees.set_deputy', company.director, { params, body: { from, until } });
  const isDirector = async () => (await app.raw('employees.list', employee)).status;

  expect(await isDirector()).toBe(403);
  const ahead = await name(addDays(today, 2), addDays(today, 5));
  expect(ahead.deputy).toEqual({ from: addDays(today, 2), until: addDays(today, 5), is_now: false });
  expect(await isDirector()).toBe(403);
  await name(addDays(today, -1), addDays(today, 1));
  expect(await isDirector()).toBe(200);
  const other = await makeEmployee(app, company, []);
  // A deputy may take rights away and gives none, or could extend their own term forever.
  const his = { params: { user_id: other.user_id } };
  await app.ok('employees.remove', employee, his);
  for (const refusal of [
    await app.refused('employees.restore', employee, his),
    await app.refused('employees.update', employee, { ...his, body: { rights: ['pay'] } }),
    await app.refused('employees.update', employee, { params, body: { rights: ['pay'] } }),
    await app.refused('employees.set_deputy', employee, {
      ...his,
      body: { from: today, until: addDays(today, 365) },
    }),
    await app.refused('employee_invitations.create', employee, {
      body: { email: newEmail(), rights: ['pay'] },
    }),
  ])
    expect(refusal).toMatchObject({ status: 403, code: 'forbidden' });

  await app.parts.db
    .updateTable('memberships')
    .set({ deputy_from: addDays(today, -5), deputy_until: addDays(today, -2) })
    .where('user_id', '=', employee.user_id)
    .execute();
  expect(await isDirector()).toBe(403);
  await name(today, addDays(today, 1));
  await app.ok('employees.end_deputy', company.director, { params });
  expect(await isDirector()).toBe(403);

  for (const [from, until, code] of [
    [addDays(today, 3), addDays(today, 1), 'deputy.dates_reversed'],
    [addDays(today, -9), addDays(today, -4), 'deputy.over'],
  ] as const)
    expect(
      await app.refused('employees.set_deputy', company.director, { params, body: { from, until } }),
    ).toMatchObject({ status: 422, code });
});

test('what gives rights asks who is there, stands in the history and is told to the director by e-mail', async () => {
  const own = await makeCompany(app, { algorithm: 'rsa' });
  const employee = await makeEmployee(app, own, ['pay']);
  const params = { user_id: employee.user_id };
  const today = almatyDate(new Date());
  await app.parts.db
    .updateTable('users')
    .set({ is_email_verified: true })
    .where('id', '=', own.director.user_id)
    .execute();
  const give = async () => {
    const email = newEmail();
    return {
      update: await app.raw('employees.update', own.director, { params, body: { rights: ['pay', 'sign'] } }),
      deputy: await app.raw('employees.set_deputy', own.director, {
        params,
        body: { from: today, until: today },
      }),
      invite: await app.raw('employee_invitations.create', own.director, { body: { email, rights } }),
      restore: await app.raw('employees.restore', own.director, { params }),
    };
  };
  await app.parts.db
    .updateTable('sessions')
    .set({ proof_at: new Date(Date.now() - 11 * 60_000) })
    .where('id', '=', own.director.session_id)
    .execute();
  for (const reply of Object.values(await give()))
    expect(reply.json).toMatchObject({ code: 'fresh_proof_required' });
  const { director } = { director: { ...own.director, ...(await signInAs(app, own.director)) } };
  own.director = director;
  for (const reply of Object.values(await give())) expect(reply.status).toBe(200);
  await app.ok('employees.end_deputy', director, { params });
  await app.ok('employees.remove', director, { params });
  await app.ok('employees.restore', director, { params });
  const DEEDS = [
    'rights_changed',
    'deputy_named',
    'employee_invited',
    'deputy_ended',
    'employee_removed',
    'employee_restored',
  ];
  const history = await app.ok('companies.history', director, { query: {} });
  expect(history.items.map(({ action }) => action).toReversed()).toEqual(DEEDS);
  expect(history.items.at(-1)).toMatchObject({
    user: { id: director.user_id },
    before: { rights: 'pay' },
    after: { rights: 'sign pay' },
  });
  const mails = await app.parts.db
    .selectFrom('messages')
    .select(['recipient', 'subject', 'body'])
    .where((eb) => eb.and({ kind: 'company_guarded', company_id: own.id }))
    .orderBy('id')
    .execute();
  expect(mails.map(({ subject }) => subject)).toEqual(
    history.items.toReversed().map(({ action, before, after }) => {
      const { email, employee } = { ...before, ...after };
      return `${ru.history[action]}: ${email ?? employee}: ${own.name}`;
    }),
  );
  expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(new Set([director.email]));
  expect(mails[0]!.body).toContain('/lk/business/settings/company');
});

test('a letter that invites names the company as plain words, and no address but ours', async () => {
  const own = await makeCompany(app, { algorithm: 'rsa' });
  await app.parts.db
    .updateTable('companies')
    .set({ name: 'Kaspi: вход http://evil.kz/login' })
    .where('id', '=', own.id)
    .execute();
  const email = newEmail();
  await app.ok('employee_invitations.create', own.director, { body: { email, rights } });
  const row = await app.parts.db
    .selectFrom('messages')
    .selectAll()
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();
  const letter = openMessage(app.parts, row);
  expect(`${letter.subject} ${letter.body}`).not.toMatch(/evil\.kz|http:\/\/evil/);
  expect(letter.body.match(/https?:\/\/\S+/g)).toEqual([
    expect.stringMatching(/^http:\/\/localhost:4400\/join\/[0-9a-f]{64}(\?l=ru)?$/),
  ]);
});

test('the director stays what he is, whoever asks', async () => {
  const params = { user_id: company.director.user_id };
  for (const [name, body] of [
    ['employees.update', { rights: [] }],
    ['employees.remove', undefined],
    ['employees.set_deputy', { from: '2026-01-01', until: '2199-01-01' }],
  ] as const)
    expect(await app.refused(name, company.director, { params, ...(body ? { body } : {}) })).toMatchObject({
      status: 409,
      code: 'employee.director',
    });
});
