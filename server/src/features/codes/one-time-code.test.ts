import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';
import { openMessage } from '../messages/public.ts';
import { checkCode, sendCode, type CodeBinding } from './one-time-code.ts';

let last = 0;

const app = await makeTestApp();
afterAll(() => app.close());

/** A receiver nobody wrote to yet. */
function binding(more: Partial<CodeBinding> = {}): CodeBinding {
  const recipient = `+7701${String(++last * 10_009).padStart(7, '0')}`;
  return {
    purpose: 'registration.phone',
    bound_to: String(last),
    to: { channel: 'sms', recipient },
    ...more,
  };
}

/** Sends a code and reads it out of the outbox. */
async function send(which: CodeBinding): Promise<string> {
  await app.parts.db
    .updateTable('message_requests')
    .set({ requested_at: new Date(Date.now() - 700_000) })
    .execute();
  await app.parts.db.transaction().execute((tx) =>
    sendCode(app.parts, tx, {
      ...which,
      to: { ...which.to, locale: 'ru' },
      asker: { ip: `10.0.${last >> 8}.${last & 255}` },
    }),
  );
  const row = await app.parts.db
    .selectFrom('messages')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /\d{6}/.exec(openMessage(app.parts, row).body)![0];
}

const check = (which: CodeBinding, code: string) =>
  checkCode(app.parts, which, code).then(
    () => 'right',
    (error: { code: string }) => error.code,
  );
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('is good once', async () => {
  const which = binding();
  const code = await send(which);
  expect(await check(which, code)).toBe('right');
  expect(await check(which, code)).toBe('code.over');
});

test('used by many at once it is good for one of them', async () => {
  const which = binding();
  const code = await send(which);
  const answers = await Promise.all(Array.from({ length: 5 }, () => check(which, code)));
  expect(answers.filter((answer) => answer === 'right')).toHaveLength(1);
});

test('is good for nothing else: another purpose, another thing, another receiver', async () => {
  const which = binding();
  const code = await send(which);
  expect(await check({ ...which, purpose: 'sign_in' }, code)).toBe('code.over');
  expect(await check({ ...which, bound_to: 'other' }, code)).toBe('code.over');
  expect(await check({ ...which, to: { ...which.to, recipient: '+77019999999' } }, code)).toBe('code.over');
  expect(await check(which, code)).toBe('right');
});

test('five wrong tries make it worthless, and a hundred at once are a hundred', async () => {
  const which = binding();
  const code = await send(which);
  const answers = await Promise.all(Array.from({ length: 100 }, () => check(which, wrong(code))));
  expect(answers.filter((answer) => answer === 'right')).toHaveLength(0);
  expect(await check(which, code)).not.toBe('right');
  const { tries } = await app.parts.db
    .selectFrom('one_time_codes')
    .select('tries')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(tries).toBe(5);
});

test('says how many tries are left, and then that another code is needed, the right one or not', async () => {
  const which = binding();
  const code = await send(which);
  const said = (guess: string) =>
    checkCode(app.parts, which, guess).catch(({ code, detail }) => [code, detail.values?.left]);
  for (const left of [4, 3, 2, 1]) expect(await said(wrong(code))).toEqual(['code.wrong', left]);
  expect(await said(wrong(code))).toEqual(['code.over', undefined]);
  expect(await said(code)).toEqual(['code.over', undefined]);
});

test('ten wrong tries an hour are enough for one receiver, whatever code they were at', async () => {
  const which = binding();
  for (let round = 0; round < 2; round++) {
    const code = await send(which);
    for (let i = 0; i < 5; i++) expect(await check(which, wrong(code))).toMatch(/^code\./);
  }
  const code = await send(which);
  await sql`update one_time_codes set created_at = created_at - interval '50 minutes'
    where bound_to = ${which.bound_to} and tries > 0`.execute(app.parts.db);
  const refused = await checkCode(app.parts, which, code).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'too_many' });
  // The wait is what is left of the hour, not an hour.
  const { retry_after_s } = (refused as { detail: { retry_after_s: number } }).detail;
  expect(retry_after_s).toBeGreaterThan(500);
  expect(retry_after_s).toBeLessThanOrEqual(600);
  await sql`update one_time_codes set created_at = created_at - make_interval(secs => ${retry_after_s})
    where bound_to = ${which.bound_to} and tries > 0`.execute(app.parts.db);
  expect(await check(which, code)).toBe('right');
});

test('an old code dies with a new one, and with ten minutes', async () => {
  const which = binding();
  const old = await send(which);
  const fresh = await send(which);
  if (old !== fresh) expect(await check(which, old)).toBe('code.wrong');
  await app.parts.db
    .updateTable('one_time_codes')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('bound_to', '=', which.bound_to)
    .execute();
  expect(await check(which, fresh)).toBe('code.over');
});

test('stands nowhere in the clear', async () => {
  const which = binding();
  const code = await send(which);
  const codes = await app.parts.db.selectFrom('one_time_codes').selectAll().execute();
  const messages = await app.parts.db.selectFrom('messages').selectAll().execute();
  const text = JSON.stringify([
    codes,
    messages.map(({ sealed, ...row }) => [row, sealed?.toString('latin1')]),
  ]);
  expect(text).not.toContain(code);
});
