import { afterAll, expect, test } from 'vitest';
import { requestOf, send, type Given } from '../../../test/calls.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeCompany } from '../../../test/people.ts';
import { inviteByPhone, newEmail, newPhone, NEW_PASSWORD } from '../../../test/registrations.ts';
import type { CallName } from '@kelisim/shared/calls.ts';
import { isWhole } from '../../../test/whole.ts';
import { openMessage } from '../messages/public.ts';

/** Numbers far from each other, as the clients of a carrier have. */
const phoneOf = (at: number) => `+7701${String((at * 10_007) % 10_000_000).padStart(7, '0')}`;

const app = await makeTestApp();
const company = await makeCompany(app);
afterAll(() => app.close());

const from = (ip: string) => async (name: CallName, body: Given['body']) =>
  send(app.http, { ...requestOf(name, { body }), remoteAddress: ip });

async function codeFor(recipient: string): Promise<string> {
  const row = await app.parts.db
    .selectFrom('messages')
    .selectAll()
    .where((eb) => eb.and({ recipient, kind: 'code' }))
    .executeTakeFirstOrThrow();
  return /\d{6}/.exec(openMessage(app.parts, row).body)![0];
}

/** Enters a number and its code. */
async function confirmPhone(ip: string, phone: string, hash?: string): Promise<string> {
  const begun = await from(ip)('registration.phone', { phone, kind: 'executor', ...(hash && { hash }) });
  expect(begun.status, begun.text).toBe(200);
  const { hash_key } = begun.json as { hash_key: string };
  const code = await codeFor(phone);
  const checked = await from(ip)('registration.check_code', { code, hash_key });
  expect(checked.status, checked.text).toBe(200);
  return hash_key;
}

const PEOPLE = isWhole ? 500 : 120;

test('hundreds of people register behind one address within an hour, with those who give up among them', async () => {
  const ip = '203.0.113.1';
  for (let at = 0; at < PEOPLE; at += 10) {
    const batch = Array.from({ length: 10 }, (_, i) => phoneOf(at + i));
    const [key] = await Promise.all(batch.map((phone) => confirmPhone(ip, phone)));
    // Some ask for a code and never come back.
    const left = await from(ip)('registration.phone', { phone: phoneOf(10_000 + at), kind: 'executor' });
    expect(left.status, left.text).toBe(200);
    if (at % 100 > 0) continue;
    // The code by e-mail counts on the registration.
    const email = newEmail();
    const asked = await from(ip)('registration.email', { email, password: NEW_PASSWORD, hash_key: key });
    expect(asked.status, asked.text).toBe(200);
    const checked = await from(ip)('registration.check_code', { code: await codeFor(email), hash_key: key });
    expect(checked.status, checked.text).toBe(200);
  }
}, 120_000);

test('who confirms no code is stopped, in every address of his /64, for what is left of the hour; who is invited is not', async () => {
  const phone = newPhone();
  const hash = await inviteByPhone(app, company, phone);
  const asked = [];
  for (let i = 0; i < 25; i++)
    asked.push(
      await from(`2001:db8:7:7::${i}`)('registration.phone', {
        phone: phoneOf(20_000 + i),
        kind: 'executor',
      }),
    );
  expect(asked.map(({ status }) => status)).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
  await app.parts.db
    .updateTable('message_requests')
    .set({ requested_at: new Date(Date.now() - 50 * 60_000) })
    .execute();
  const late = await from('2001:db8:7:7::9')('registration.phone', {
    phone: phoneOf(30_000),
    kind: 'executor',
  });
  expect(late.status).toBe(429);
  expect(Number(late.headers['retry-after'])).toBeLessThanOrEqual(600);
  expect((late.json as { message: string }).message).toBe('Слишком много попыток. Повторите через 10 мин.');
  await confirmPhone('2001:db8:7:7::9', phone, hash);
});
