import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeTestApp, type TestApp } from '../../../test/make-app.ts';
import {
  makeCompany,
  makeEmployee,
  makeExecutor,
  PASSWORD,
  signInAs,
  type Person,
} from '../../../test/people.ts';
import { openMessage } from '../messages/public.ts';
import { openEsfPassword } from '../registration/public.ts';

let person: Person;
let last = 0;

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
beforeEach(async () => {
  person = await makeEmployee(app, company, []);
  await app.parts.db.deleteFrom('message_requests').execute();
});
afterAll(() => app.close());

const freshPhone = () => `+7701${String(++last * 30_011).padStart(7, '0')}`;
const freshEmail = () => `new${++last}@kelisim.example`;
async function givePhone(): Promise<string> {
  const phone = freshPhone();
  await app.parts.db.updateTable('users').set({ phone }).where('id', '=', person.user_id).execute();
  return phone;
}
/** The code that went to somebody last. */
async function codeTo(recipient: string): Promise<string> {
  const row = await app.parts.db
    .selectFrom('messages')
    .selectAll()
    .where((eb) => eb.and({ recipient, kind: 'code' }))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /\d{6}/.exec(openMessage(app.parts, row).body)![0];
}
const notices = async () =>
  app.parts.db
    .selectFrom('messages')
    .select(['channel', 'recipient'])
    .where((eb) => eb.and({ kind: 'credential_changed', user_id: person.user_id }))
    .orderBy('channel')
    .execute();
const kinds = async () =>
  (await app.ok('security.events', person, { query: {} })).items.map(({ kind }) => kind);
const refusal = async (...args: Parameters<TestApp['refused']>) => {
  const { status, code } = await app.refused(...args);
  return `${status} ${code}`;
};

describe('a new e-mail', () => {
  test('takes a code of the phone and one of the new address; the old address is told, other sessions end', async () => {
    const phone = await givePhone();
    const other = await signInAs(app, person);
    const email = freshEmail();
    const begun = await app.ok('credentials.start_email', person, { body: { email } });
    expect(begun).toMatchObject({
      old_side: 'sms',
      old_checked: false,
      new_target: email,
      new_checked: false,
    });
    expect(begun.old_target).not.toContain(phone.slice(5, 9));
    const update = { body: { email } };
    expect(await refusal('credentials.update_email', person, update)).toBe('409 change.unchecked');
    // Each code is for its own side.
    const [old_code, new_code] = [await codeTo(phone), await codeTo(email)];
    if (old_code !== new_code)
      expect(await refusal('credentials.check_new_email', person, { body: { code: old_code } })).toBe(
        '400 code.wrong',
      );
    await app.ok('credentials.check_email_sms', person, { body: { code: old_code } });
    expect(await refusal('credentials.update_email', person, update)).toBe('409 change.unchecked');
    await app.ok('credentials.check_new_email', person, { body: { code: new_code } });
    expect(await refusal('credentials.update_email', person, { body: { email: freshEmail() } })).toBe(
      '409 change.none',
    );
    await app.ok('credentials.update_email', person, update);
    expect((await app.ok('auth.me', person, {})).email).toBe(email);
    expect((await app.raw('auth.me', other)).status).toBe(401);
    expect(await notices()).toEqual([
      { channel: 'email', recipient: person.email },
      { channel: 'sms', recipient: phone },
    ]);
    expect(await kinds()).toContain('email_changed');
    expect(await refusal('credentials.update_email', person, update)).toBe('409 change.none');
  });

  test('that belongs to somebody is only told to who has its code', async () => {
    const { email } = company.director;
    await app.ok('credentials.start_email', person, { body: { email: email.toUpperCase() } });
    // Without a phone the old side is the old address.
    await app.ok('credentials.check_email_sms', person, { body: { code: await codeTo(person.email) } });
    await app.ok('credentials.check_new_email', person, {
      body: { code: await codeTo(email.toUpperCase()) },
    });
    const update = { body: { email: email.toUpperCase() } };
    expect(await refusal('credentials.update_email', person, update)).toBe('409 change.taken');
    expect((await app.ok('auth.me', person, {})).email).toBe(person.email);
  });

  test('is begun with a fresh proof only, and goes on in its own session only', async () => {
    const email = freshEmail();
    await app.ok('credentials.start_email', person, { body: { email } });
    const elsewhere = { ...person, ...(await signInAs(app, person)) };
    const code = await codeTo(email);
    expect(await refusal('credentials.check_new_email', elsewhere, { body: { code } })).toBe(
      '409 change.none',
    );
    await app.parts.db
      .updateTable('sessions')
      .set({ proof_at: new Date(Date.now() - 3_600_000) })
      .where('id', '=', person.session_id)
      .execute();
    for (const [call, body] of [
      ['credentials.start_email', { email: freshEmail() }],
      ['credentials.update_email', { email }],
      ['credentials.start_phone', { phone: freshPhone() }],
      ['credentials.start_password', undefined],
      ['credentials.update_password', { password: PASSWORD, confirm_password: PASSWORD }],
    ] as const)
      expect(await refusal(call, person, body ? { body } : {})).toBe('403 fresh_proof_required');
  });
});

test('a new phone takes a code of the e-mail and one of its own', async () => {
  const old = await givePhone();
  const phone = freshPhone();
  await app.ok('credentials.start_phone', person, { body: { phone } });
  await app.ok('credentials.check_phone_email', person, { body: { code: await codeTo(person.email) } });
  await app.ok('credentials.check_new_phone', person, { body: { phone, code: await codeTo(phone) } });
  await app.ok('credentials.update_phone', person, { body: { phone } });
  expect((await app.ok('auth.me', person, {})).phone).toBe(phone);
  expect((await notices()).map(({ recipient }) => recipient)).toEqual([person.email, old]);
  expect(await refusal('credentials.start_phone', person, { body: { phone } })).toBe('400 change.same');
});

test('a new password takes a code, obeys the rule, and lets the old one in no more', async () => {
  const body = (password: string, confirm_password = password) => ({ body: { password, confirm_password } });
  await app.ok('credentials.start_password', person, {});
  expect(await refusal('credentials.update_password', person, body('мың бір түн 1001'))).toBe(
    '409 change.unchecked',
  );
  await app.ok('credentials.check_password', person, { body: { code: await codeTo(person.email) } });
  for (const [given, code] of [
    [body('short'), 'password.short'],
    [body('qwertyuiop'), 'password.breached'],
    [body('Kelisim-2026'), 'password.known_words'],
    [body('мың бір түн 1001', 'мың бір түн 1002'), 'password.differs'],
  ] as const)
    expect(await refusal('credentials.update_password', person, given)).toBe(`400 ${code}`);
  const long = 'ұзақ құпия сөйлем 🐎 '.repeat(6);
  await app.ok('credentials.update_password', person, body(long));
  const enter = async (password: string) =>
    (await app.raw('auth.login_too', null, { body: { email: person.email, password } })).status;
  expect([await enter(PASSWORD), await enter(long)]).toEqual([401, 200]);
  expect(await kinds()).toContain('password_changed');
});

test('five wrong codes void the change’s code; a code of another change is worth nothing', async () => {
  await app.ok('credentials.start_password', person, {});
  const code = await codeTo(person.email);
  const wrong = String((Number(code) + 1) % 1e6).padStart(6, '0');
  for (let i = 0; i < 5; i++)
    expect(await refusal('credentials.check_password', person, { body: { code: wrong } })).toBe(
      i < 4 ? '400 code.wrong' : '400 code.over',
    );
  expect(await refusal('credentials.check_password', person, { body: { code } })).toBe('400 code.over');
});

test('the ИС ЭСФ login of an executor lies sealed', async () => {
  const { person: worker, id } = await makeExecutor(app, company, { algorithm: 'rsa' });
  await app.ok('credentials.set_esf', worker, { body: { login_esf: worker.iin, password: 'құпия-эсф' } });
  const row = await app.parts.db
    .selectFrom('esf_credentials')
    .selectAll()
    .where('company_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.password_sealed.includes(Buffer.from('құпия-эсф'))).toBe(false);
  expect(openEsfPassword(app.parts.config, `company:${id}`, row.password_sealed)).toBe('құпия-эсф');
});
