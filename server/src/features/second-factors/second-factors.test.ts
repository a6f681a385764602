import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { SIGN_IN_MEANS, type SignInMeans } from '@kelisim/shared/features/auth/security-events.ts';
import type { SignInAnswer } from '@kelisim/shared/features/auth/sign-in.contract.ts';
import { testAuthenticator, type TestAuthenticator } from '../../../test/authenticator.ts';
import { sandboxBankLogin } from '../../adapters/bank-login/sandbox/sandbox-bank-login.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeCompany, makeEmployee, PASSWORD, type Person } from '../../../test/people.ts';
import { signDigests } from '../../../test/signing-keys.ts';
import { movableClock } from '../../platform/clock.ts';

const clock = movableClock(new Date());
let person: Person;

const app = await makeTestApp({ clock });
const company = await makeCompany(app, { algorithm: 'rsa' });
beforeEach(async () => {
  clock.set(new Date());
  await app.parts.db.deleteFrom('sign_in_failures').execute();
  person = await makeEmployee(app, company, []);
});
afterAll(() => app.close());

const later = (seconds: number) => clock.set(new Date(Date.now() + seconds * 1000));
const code = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: clock.now().getTime(),
  });
const password = async (by = person) =>
  (await app.ok('auth.login_too', null, { body: { email: by.email, password: PASSWORD } })) as SignInAnswer;
const half = async (by = person) => {
  const answer = await password(by);
  if (!('half_token' in answer)) throw new Error('a password was enough');
  return answer;
};
const second = async (body: Record<string, unknown>) => {
  const reply = await app.raw('auth.second_factor', null, { body });
  return `${reply.status} ${(reply.json as { code?: string }).code ?? 'ok'}`;
};

/** Turns codes of an app on; the next code is of a later step. */
async function addTotp(by = person) {
  const { secret, uri, picture } = await app.ok('factors.start_totp', by, {});
  expect(uri).toContain(`otpauth://totp/Kelisim:${encodeURIComponent(by.email)}`);
  expect(picture).toMatch(/^data:image\/svg/);
  const { recovery_codes } = await app.ok('factors.confirm_totp', by, { body: { code: code(secret) } });
  later(60);
  return { secret, recovery_codes: recovery_codes! };
}

async function addPasskey(by = person): Promise<{ authenticator: TestAuthenticator; id: number }> {
  const authenticator = testAuthenticator();
  const options = await app.ok('factors.start_passkey', by, {});
  const { passkey } = await app.ok('factors.add_passkey', by, {
    body: { name: 'Телефон', credential: authenticator.make(options) as never },
  });
  return { authenticator, id: passkey.id };
}

describe('codes of an app', () => {
  test('are asked for after the word of a bank too', async () => {
    const bank = sandboxBankLogin(app.parts.config, clock);
    const enter = async () =>
      app.ok('auth.login_bank', null, { body: { assertion: await bank.vouch(person.iin) } });
    expect(await enter()).toHaveProperty('access_token');
    const { secret } = await addTotp();
    const answer = await enter();
    if (!('half_token' in answer)) throw new Error('the word of a bank was enough');
    expect(await second({ half_token: answer.half_token, code: code(secret) })).toBe('200 ok');
  });

  test('are asked for after the password, each step once', async () => {
    const { secret } = await addTotp();
    const { half_token, factors } = await half();
    expect(factors).toEqual(['totp', 'recovery_code']);
    // Half a session opens nothing.
    expect((await app.raw('auth.me', { token: half_token })).status).toBe(401);
    const first = code(secret);
    expect(await second({ half_token, code: String((Number(first) + 1) % 1e6).padStart(6, '0') })).toBe(
      '400 second_factor.wrong',
    );
    expect(await second({ half_token, code: first })).toBe('200 ok');
    // Neither the code nor the half token serves again.
    expect(await second({ half_token: (await half()).half_token, code: first })).toBe(
      '400 second_factor.wrong',
    );
    later(120);
    expect(await second({ half_token, code: code(secret) })).toBe('401 second_factor.over');
  });

  test('of an app that was never confirmed are asked for by nobody', async () => {
    await app.ok('factors.start_totp', person, {});
    expect('half_token' in (await password())).toBe(false);
    const wrong = await app.refused('factors.confirm_totp', person, { body: { code: '000000' } });
    expect(wrong.code).toBe('second_factor.wrong');
  });

  test('are guessed ten times an hour at most, from wherever', async () => {
    const { secret } = await addTotp();
    const { half_token } = await half();
    const tries = await Promise.all(Array.from({ length: 14 }, () => second({ half_token, code: '000000' })));
    expect(tries.filter((answer) => answer === '400 second_factor.wrong').length).toBeLessThanOrEqual(10);
    expect(await second({ half_token, code: code(secret) })).toBe('429 too_many');
  });

  test('lie sealed, and go when they are removed', async () => {
    const { secret } = await addTotp();
    const row = await app.parts.db
      .selectFrom('totp_factors')
      .selectAll()
      .where('user_id', '=', person.user_id)
      .executeTakeFirstOrThrow();
    const bytes = Buffer.from(Secret.fromBase32(secret.replaceAll(' ', '')).bytes);
    expect(row.secret_sealed.includes(bytes)).toBe(false);
    expect((await app.refused('factors.start_totp', person)).code).toBe('second_factor.there');
    await app.ok('factors.remove_totp', person, {});
    expect('half_token' in (await password())).toBe(false);
    expect(await app.ok('factors.list', person, {})).toEqual({ totp: null, passkeys: [], recovery_codes: 0 });
  });

  test('end with the half session, and so do half sessions of before a new password', async () => {
    const { secret } = await addTotp();
    const { half_token } = await half();
    await app.parts.db
      .updateTable('users')
      .set({ credentials_changed_at: new Date(clock.now().getTime() + 2000) })
      .where('id', '=', person.user_id)
      .execute();
    expect(await second({ half_token, code: code(secret) })).toBe('401 second_factor.over');
    const { half_token: other } = await half();
    later(400);
    expect(await second({ half_token: other, code: code(secret) })).toBe('401 second_factor.over');
  });
});

describe('recovery codes', () => {
  test('are ten, serve once each, and lie hashed', async () => {
    const { recovery_codes } = await addTotp();
    expect(new Set(recovery_codes).size).toBe(10);
    const [first] = recovery_codes as [string];
    const { half_token } = await half();
    expect(await second({ half_token, code: first.toLowerCase().replace('-', ' ') })).toBe('200 ok');
    const again = await half();
    expect(await second({ half_token: again.half_token, code: first })).toBe('400 second_factor.wrong');
    expect((await app.ok('factors.list', person, {})).recovery_codes).toBe(9);
    const rows = await app.parts.db.selectFrom('recovery_codes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(first.replace('-', ''));
    const { recovery_codes: fresh } = await app.ok('factors.make_recovery_codes', person, {});
    expect(fresh).toHaveLength(10);
    expect(await second({ half_token: again.half_token, code: recovery_codes[1] })).toBe(
      '400 second_factor.wrong',
    );
  });
});

describe('passkeys', () => {
  const alone = async (authenticator: TestAuthenticator, how = {}) => {
    const options = await app.ok('auth.passkey_options', null, {});
    const credential = authenticator.use(options, how);
    const reply = await app.raw('auth.login_passkey', null, { body: { credential } });
    return { reply, credential, said: `${reply.status} ${(reply.json as { code?: string }).code ?? 'ok'}` };
  };

  test('and a certificate let the owner in while strangers have used up the passwords of the account', async () => {
    const { authenticator } = await addPasskey();
    const guess = async (from: number, word: string) => {
      const payload = { email: person.email, password: word };
      const how = { method: 'POST', url: '/api/v1/auth/login/too', payload } as const;
      return (await app.http.inject({ ...how, remoteAddress: `198.51.${from}.1` })).statusCode;
    };
    for (let from = 0; from < 30; from++) expect(await guess(from, 'wrong')).toBe(401);
    expect(await guess(100, PASSWORD)).toBe(429);
    expect((await alone(authenticator)).said).toBe('200 ok');
    const challenge = (await app.ok('auth.ecp_challenge', null, {})) as never as Record<string, string>;
    const cms = await signDigests(person.key, challenge as never);
    const body = { content: challenge.content, cms };
    expect((await app.raw('auth.login_ecp', null, { body })).status).toBe(200);
    // Coming in by another way gives the strangers no further guesses.
    expect(await guess(101, PASSWORD)).toBe(429);
  });

  test('sign in by themselves, when they have looked at their owner', async () => {
    const { authenticator } = await addPasskey();
    const { reply, credential } = await alone(authenticator);
    const { access_token } = reply.json as { access_token: string };
    expect((await app.ok('auth.me', { token: access_token }, {})).id).toBe(person.user_id);
    expect((await app.raw('auth.login_passkey', null, { body: { credential } })).status).toBe(400);
    expect((await alone(authenticator, { verified: false })).said).toBe('400 passkey.refused');
    expect((await alone(authenticator, { origin: 'https://kelisim.evil.example' })).said).toBe(
      '400 passkey.refused',
    );
    expect((await alone(authenticator, { counter: 1 })).said).toBe('400 passkey.refused');
    expect((await alone(testAuthenticator())).said).toBe('400 passkey.refused');
  });

  test('are a second factor of their owner alone', async () => {
    const { authenticator } = await addPasskey();
    const other = await makeEmployee(app, company, []);
    const { authenticator: stranger } = await addPasskey(other);
    const { half_token, factors } = await half();
    expect(factors).toEqual(['passkey', 'recovery_code']);
    const options = () => app.ok('auth.second_factor_options', null, { body: { half_token } });
    const asked = await options();
    expect(asked.allowCredentials).toHaveLength(1);
    expect(await second({ half_token, credential: stranger.use(asked) })).toBe('400 passkey.refused');
    expect(await second({ half_token, credential: authenticator.use(await options()) })).toBe('200 ok');
  });

  test('are refused as soon as they are removed, and by their owner only', async () => {
    const { authenticator, id } = await addPasskey();
    const other = await makeEmployee(app, company, []);
    const params = { passkey_id: id };
    expect((await app.refused('factors.remove_passkey', other, { params })).status).toBe(404);
    await app.ok('factors.remove_passkey', person, { params });
    expect((await alone(authenticator)).said).toBe('400 passkey.refused');
    expect('half_token' in (await password())).toBe(false);
  });
});

describe('a fresh proof', () => {
  const stale = () =>
    app.parts.db
      .updateTable('sessions')
      .set({ proof_at: new Date(Date.now() - 3_600_000) })
      .where('id', '=', person.session_id)
      .execute();
  const prove = async (body: Record<string, unknown>) => {
    const reply = await app.raw('auth.prove', person, { body });
    return `${reply.status} ${(reply.json as { code?: string }).code ?? 'ok'}`;
  };

  test('wants the second factor too, where there is one', async () => {
    const { secret } = await addTotp();
    await stale();
    expect((await app.refused('factors.remove_totp', person)).code).toBe('fresh_proof_required');
    expect(await prove({ password: PASSWORD })).toBe('403 second_factor.needed');
    expect(await prove({ code: code(secret) })).toBe('400 missing_field');
    expect(await prove({ password: 'another-password', code: code(secret) })).toBe('403 wrong_password');
    expect(await prove({ password: PASSWORD, code: '000000' })).toBe('400 second_factor.wrong');
    expect(await prove({ password: PASSWORD, code: code(secret) })).toBe('200 ok');
  });

  test('begins with what was used last, or else with the strongest there is', async () => {
    const begins = async (means: SignInMeans) => {
      const session = app.parts.db.updateTable('sessions').where('id', '=', person.session_id);
      await session.set({ means }).execute();
      return (await app.ok('auth.proof_options', person, {})).way;
    };
    const each = async () => {
      const ways: Record<string, string> = {};
      for (const means of SIGN_IN_MEANS) ways[means] = await begins(means);
      return ways;
    };
    const by = { password: 'password', ecp: 'signature' };
    const code = { phone_code: 'password', egov_mobile: 'password', bank: 'password', passkey: 'password' };
    expect(await each()).toEqual({ ...by, ...code });
    await addPasskey();
    const key = { phone_code: 'passkey', egov_mobile: 'passkey', bank: 'passkey', passkey: 'passkey' };
    expect(await each()).toEqual({ ...by, ...key });
    const { challenge } = await app.ok('auth.proof_options', person, {});
    const cms = await signDigests(person.key, challenge);
    expect(await prove({ content: challenge.content, cms })).toBe('200 ok');
    expect(await begins('password')).toBe('signature');
  });

  test('is a passkey of one’s own, or a signature by one’s own key', async () => {
    const { authenticator } = await addPasskey();
    const options = await app.ok('auth.proof_options', person, {});
    expect(await prove({ credential: authenticator.use(options.passkey!) })).toBe('200 ok');
    const { challenge } = await app.ok('auth.proof_options', person, {});
    const { content } = challenge;
    const foreign = await signDigests(company.director.key, challenge);
    expect(await prove({ content, cms: foreign })).toBe('403 signature.other_person');
    expect(await prove({ content, cms: await signDigests(person.key, challenge) })).toBe('200 ok');
    // What was signed for a proof signs nobody in.
    const once = (await app.ok('auth.proof_options', person, {})).challenge;
    const cms = await signDigests(person.key, once);
    const reply = await app.raw('auth.login_ecp', null, { body: { content: once.content, cms } });
    expect(reply.status).toBe(401);
  });
});
