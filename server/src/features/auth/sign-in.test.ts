import { createHash } from 'node:crypto';
import { toHex } from '@kelisim/eds/bytes.ts';
import { streebog512 } from '@kelisim/eds/gost/streebog.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallName } from '@kelisim/shared/calls.ts';
import { requestOf, send, type Given, type Reply } from '../../../test/calls.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { makeCompany, makeExecutor, PASSWORD, type Person } from '../../../test/people.ts';
import { testPhone } from '../../../test/phone.ts';
import { issueTestKey, signDigests } from '../../../test/signing-keys.ts';
import { movableClock } from '../../platform/clock.ts';
import { openMessage } from '../messages/public.ts';
import { tellSuspicious } from './tell-suspicious.ts';

const clock = movableClock(new Date());
let last_phone = 0;

const app = await makeTestApp({ clock });
const company = await makeCompany(app);
const executor = await makeExecutor(app, company);
const director = company.director;
beforeEach(async () => {
  clock.set(new Date());
  await app.parts.db.deleteFrom('sign_in_failures').execute();
  await app.parts.db.deleteFrom('message_requests').execute();
});
afterAll(() => app.close());

/** A browser of its own: keeps its cookies and comes from one address. */
function browser(
  ip = '203.0.113.7',
  user_agent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/150.0 Safari/537.36',
) {
  const jar = new Map<string, string>();
  return async (name: CallName, given: Given = {}): Promise<Reply & { data: Record<string, never> }> => {
    const request = requestOf(name, given, {
      headers: {
        'user-agent': user_agent,
        ...(jar.size > 0 && { cookie: [...jar].map((pair) => pair.join('=')).join('; ') }),
      },
    });
    const reply = await send(app.http, { ...request, remoteAddress: ip });
    for (const line of [reply.headers['set-cookie'] ?? []].flat() as string[]) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      jar.set(key!, value!);
    }
    return { ...reply, data: reply.json as never };
  };
}
const problem = ({ status, json }: Reply) => `${status} ${(json as { code: string }).code}`;
const meOf = (reply: Reply) =>
  app.ok('auth.me', { token: (reply.json as { access_token: string }).access_token }, {});

async function givePhone(person: Person): Promise<string> {
  const phone = `+7701${String(++last_phone * 20_011).padStart(7, '0')}`;
  await app.parts.db.updateTable('users').set({ phone }).where('id', '=', person.user_id).execute();
  return phone;
}

/** Guesses that count against somebody. */
async function countGuesses(): Promise<number> {
  return (await app.parts.db.selectFrom('sign_in_failures').select('key').execute()).length;
}

async function lastMessage(kind: string, to?: Person) {
  const row = await app.parts.db
    .selectFrom('messages')
    .selectAll()
    .where('kind', '=', kind)
    .$if(to !== undefined, (query) => query.where('user_id', '=', to!.user_id))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row && { ...row, text: openMessage(app.parts, row).body };
}

describe('by e-mail', () => {
  test('to the company, or to the own business, of somebody who has both', async () => {
    await app.parts.db
      .insertInto('memberships')
      .values({ user_id: executor.person.user_id, company_id: company.id, role_id: 2 })
      .execute();
    const body = { email: executor.person.email, password: PASSWORD };
    const too = await browser()('auth.login_too', { body });
    const ip = await browser()('auth.login_ip', { body });
    expect([(await meOf(too)).company!.id, (await meOf(ip)).company!.id]).toEqual([company.id, executor.id]);
  });

  test('is told by a message and the log when somebody fails five times', async () => {
    const { email, user_id } = executor.person;
    for (let i = 0; i < 5; i++)
      await browser(`198.51.100.${i}`)('auth.login_too', { body: { email, password: 'x' } });
    await tellSuspicious(app.parts);
    await tellSuspicious(app.parts);
    const { total, items } = await app.ok('security.events', executor.person, { query: {} });
    expect(items.filter(({ kind }) => kind === 'sign_in_failed_often')).toHaveLength(1);
    expect(total).toBeGreaterThan(0);
    expect(await lastMessage('suspicious_sign_in')).toMatchObject({ recipient: email, user_id });
    expect((await lastMessage('suspicious_sign_in'))!.text).toContain('198.51.100.4');
  });

  test('from another browser than ever before is told, the first one ever is not', async () => {
    const body = { email: director.email, password: PASSWORD };
    const known = browser();
    await known('auth.login_too', { body });
    expect(await lastMessage('new_device', director)).toBeUndefined();
    await known('auth.login_too', { body });
    expect(await lastMessage('new_device', director)).toBeUndefined();
    await browser('192.0.2.44')('auth.login_too', { body });
    expect((await lastMessage('new_device', director))!.text).toContain('192.0.2.44');
    // Right guesses count against nobody, with a message to tell or without.
    expect(await countGuesses()).toBe(0);
  });
});

describe('by phone', () => {
  test('with the password, or with a code, never with both; alone it has the code sent', async () => {
    const phone = await givePhone(director);
    const typed = phone.replace('+7', '8 ');
    const by_password = await browser()('auth.login_phone', { body: { phone: typed, password: PASSWORD } });
    expect((await meOf(by_password)).id).toBe(director.user_id);
    const tab = browser();
    await tab('auth.send_login_code', { body: { phone } });
    const code = /\d{6}/.exec((await lastMessage('code'))!.text)![0];
    const by_code = await tab('auth.login_phone', { body: { phone, code } });
    const me = await meOf(by_code);
    expect(me.id).toBe(director.user_id);
    // A code by SMS alone moves no money.
    expect(me.proof_until).toBeNull();
    expect(problem(await tab('auth.login_phone', { body: { phone, code } }))).toBe('400 code.over');
    expect(problem(await tab('auth.login_phone', { body: { phone, code, password: PASSWORD } }))).toBe(
      '400 unknown_field',
    );
    await app.parts.db.deleteFrom('message_requests').execute();
    expect((await tab('auth.login_phone', { body: { phone } })).json).toMatchObject({
      expires_in: expect.any(Number),
    });
    const sent = /\d{6}/.exec((await lastMessage('code'))!.text)![0];
    expect((await meOf(await tab('auth.login_phone', { body: { phone, code: sent } }))).id).toBe(
      director.user_id,
    );
  });

  test('says the same of a number that has no account, and sends nothing there', async () => {
    const phone = await givePhone(executor.person);
    const known = await browser('192.0.2.1')('auth.send_login_code', { body: { phone } });
    const sent = await lastMessage('code');
    const unknown = await browser('192.0.2.2')('auth.send_login_code', { body: { phone: '+77017654321' } });
    expect(unknown.json).toEqual(known.json);
    expect((await lastMessage('code'))!.id).toBe(sent!.id);
    // Tries count on both alike: after five and after ten wrong ones each says the same.
    for (let i = 0; i < 12; i++) {
      const [one, other] = await Promise.all(
        [phone, '+77017654321'].map((number) =>
          browser()('auth.login_phone', { body: { phone: number, code: '000001' } }),
        ),
      );
      expect(problem(one!)).toBe(problem(other!));
    }
  });
});

describe('by a certificate', () => {
  const challenge = async () =>
    (await browser()('auth.ecp_challenge')).data as never as Record<string, string>;
  const enter = async (given: Record<string, string>, key = director.key) =>
    browser()('auth.login_ecp', {
      body: { content: given.content, cms: await signDigests(key, given as never) },
    });

  test('the ИИН finds the person, the БИН the company', async () => {
    const reply = await enter(await challenge());
    const me = await meOf(reply);
    expect([me.id, me.company!.id]).toEqual([director.user_id, company.id]);
    expect(me.proof_until).not.toBeNull();
  });

  test('serves once, for five minutes, and for nothing that is not ours', async () => {
    const once = await challenge();
    const cms = await signDigests(director.key, once as never);
    const send = () => browser()('auth.login_ecp', { body: { content: once.content, cms } });
    expect((await send()).status).toBe(200);
    expect(problem(await send())).toBe('401 sign_in.stale');
    const late = await challenge();
    clock.set(new Date(Date.now() + 5 * 60_000 + 1000));
    expect(problem(await enter(late))).toBe('401 sign_in.stale');
    clock.set(new Date());
  });

  test('A-21: serves as the whole text that was issued, for its purpose and its origin, and as no other', async () => {
    const { makeSignInChallenge } = await import('./sign-in-by-certificate.ts');
    const { parts } = app;
    const elsewhere = { ...parts, config: { ...parts.config, public_url: 'https://elsewhere.example' } };
    const issued = async () => Buffer.from((await challenge()).content!, 'base64');
    const lineOf = (text: Buffer) => text.toString().split('\n').at(-1)!;
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
    const text = await issued();
    expect(text.toString()).toContain(parts.config.public_url);
    const foreign: Record<string, Buffer> = {
      'a PDF with a challenge behind it': Buffer.concat([pdf, Buffer.from(lineOf(text))]),
      'a PDF with the whole text behind it': Buffer.concat([pdf, text]),
      'something else before it': Buffer.concat([Buffer.from('Получено: 17 коробок\n'), text]),
      'something else behind it': Buffer.concat([text, Buffer.from('\nПолучено: 17 коробок')]),
      'a line put in': Buffer.from(
        text.toString().replace(`\n${lineOf(text)}`, `\nПолучено\n${lineOf(text)}`),
      ),
      'another title': Buffer.from(text.toString().replace('Kelisim', 'Kelisin')),
      'the challenge alone': Buffer.from(lineOf(text)),
      'the challenge written otherwise': Buffer.concat([text, Buffer.from('=')]),
      'a proof of identity': Buffer.from(makeSignInChallenge(parts, 'prove').content, 'base64'),
      'the text of another origin': Buffer.from(makeSignInChallenge(elsewhere, 'sign_in').content, 'base64'),
      'the text of a registration': Buffer.from('Kelisim\nЯ регистрирую ТОО «Дала»\n0123456789abcdef'),
    };
    const signed = (content: Buffer) => {
      const hash = (name: string) => createHash(name).update(content).digest('hex');
      const digests = { sha256: hash('sha256'), streebog512: toHex(streebog512(content)) };
      return signDigests(director.key, digests).then((cms) => ({ content: content.toString('base64'), cms }));
    };
    for (const [name, content] of Object.entries(foreign)) {
      const body = await signed(content);
      await app.parts.db.deleteFrom('sign_in_failures').execute();
      expect([name, problem(await browser()('auth.login_ecp', { body }))]).toEqual([
        name,
        '401 sign_in.stale',
      ]);
    }
    // Nor does a sign-in prove who is there: it may have been signed for another browser.
    const sign_in = await signed(await issued());
    expect(problem(await app.raw('auth.prove', director, { body: sign_in }))).toBe('401 sign_in.stale');
    const proof = await signed(Buffer.from(makeSignInChallenge(parts, 'prove').content, 'base64'));
    expect((await app.raw('auth.prove', director, { body: proof })).status).toBe(200);
    expect((await browser()('auth.login_ecp', { body: sign_in })).status).toBe(200);
  });

  test('of somebody without an account, and one that has ended, lets nobody in', async () => {
    const subject = { common_name: 'БӨТЕН АДАМ', iin: '760724300757', country: 'KZ' };
    const profile = { kind: 'signer' as const, rights: ['person' as const] };
    const stranger = await issueTestKey({ subject, profile });
    expect(problem(await enter(await challenge(), stranger))).toBe('401 sign_in.no_account');
    const old = await issueTestKey({
      subject: { ...subject, iin: director.iin },
      profile,
      valid_days: [-30, -1],
    });
    expect((await enter(await challenge(), old)).status).toBe(403);
  });

  test('ten thousand challenges are ten thousand different ones', async () => {
    const { makeSignInChallenge } = await import('./sign-in-by-certificate.ts');
    const all = Array.from({ length: 10_000 }, () => makeSignInChallenge(app.parts, 'sign_in').content);
    expect(new Set(all).size).toBe(10_000);
  });
});

describe('by eGov Mobile', () => {
  type Code = { session_id: number; text: string };
  const follow = async (tab: ReturnType<typeof browser>, { session_id }: Code) =>
    tab('auth.login_qr', { body: { session_id } });

  async function sign(code: Code, person: Person) {
    const phone = testPhone(app.http);
    const invitation = await phone.invitation(code.text);
    const shown = await phone.documents(invitation.document);
    return { invitation, reply: await phone.put(invitation.document, await phone.sign(shown, person.key)) };
  }

  test('signs in the browser that shows the code, once, and no other', async () => {
    const tab = browser();
    const begun = await tab('auth.login_qr_begin');
    expect(String(begun.headers['set-cookie'])).not.toMatch(/access_token|refresh_token/);
    const code = begun.data as never as Code;
    expect((await follow(tab, code)).json).toMatchObject({ state: 'waiting', tokens: null });
    const { invitation, reply } = await sign(code, director);
    expect(reply.status, reply.text).toBe(200);
    expect(invitation.description).toContain('Chrome · Windows, 203.0.113.7');
    expect(problem(await follow(browser(), code))).toBe('404 not_found');
    const done = await follow(tab, code);
    const { tokens } = done.data as never as { tokens: { access_token: string } };
    const me = await app.ok('auth.me', { token: tokens.access_token }, {});
    expect([me.id, me.company!.id]).toEqual([director.user_id, company.id]);
    expect((await follow(tab, code)).status).toBe(404);
  });

  test('of somebody without an account says so on the phone and on the page', async () => {
    const tab = browser();
    const code = (await tab('auth.login_qr_begin')).data as never as Code;
    const key = await issueTestKey({
      subject: { common_name: 'БӨТЕН АДАМ', iin: '760724300757', country: 'KZ' },
      profile: { kind: 'signer', rights: ['person'] },
    });
    const { reply } = await sign(code, { ...director, key });
    expect(problem(reply)).toBe('401 sign_in.no_account');
    expect((await follow(tab, code)).json).toMatchObject({
      tokens: null,
      error: { code: 'sign_in.no_account' },
    });
    // The right key afterwards, on the same code.
    const again = testPhone(app.http);
    const { document } = await again.invitation(code.text);
    const shown = await again.documents(document);
    expect((await again.put(document, await again.sign(shown, director.key))).status).toBe(200);
    expect((await follow(tab, code)).json).toMatchObject({ state: 'signed' });
  });
});

describe('by a bank', () => {
  test('fresh, once, of a bank we know', async () => {
    const { sandboxBankLogin } = await import('../../adapters/bank-login/sandbox/sandbox-bank-login.ts');
    const bank = sandboxBankLogin(app.parts.config, clock);
    const other = sandboxBankLogin({ ...app.parts.config, master_key: Buffer.alloc(32, 9) }, clock);
    const enter = (assertion: string) => browser()('auth.login_bank', { body: { assertion } });
    const assertion = await bank.vouch(director.iin);
    const me = await meOf(await enter(assertion));
    expect([me.id, me.proof_until]).toEqual([director.user_id, null]);
    expect(await countGuesses()).toBe(0);
    expect(problem(await enter(assertion))).toBe('401 sign_in.stale');
    expect(await countGuesses()).toBe(1);
    expect(problem(await enter(await other.vouch(director.iin)))).toBe('401 sign_in_failed');
    expect(problem(await enter(await bank.vouch('760724300757')))).toBe('401 sign_in.no_account');
    const late = await bank.vouch(director.iin);
    clock.set(new Date(Date.now() + 301_000));
    expect(problem(await enter(late))).toBe('401 sign_in.stale');
  });

  test('that has a door here, which is named in the language of the page', async () => {
    const door = { bank: 'sandbox-bank', address: `${app.parts.config.public_url}/sandbox/bank` };
    expect((await browser()('auth.banks')).json).toEqual([{ ...door, name: 'учебный банк' }]);
    // The bank of the sandbox knows its clients by their addresses, and vouches for nobody else.
    const vouch = (email: string) => browser()('sandbox.bank_vouch', { body: { email } });
    expect((await vouch(director.email)).status).toBe(404);
    const key = {
      name: 'x',
      algorithm: 'rsa' as const,
      file_name: 'x.p12',
      password: 'x',
      pkcs12: Buffer.from('x'),
    };
    await app.parts.db
      .insertInto('sandbox.keys')
      .values({ ...key, user_id: director.user_id, company_id: company.id, serial: 'bank' })
      .execute();
    const { assertion } = (await vouch(director.email.toUpperCase())).data;
    const entered = await browser()('auth.login_bank', { body: { assertion } });
    expect((await meOf(entered)).id).toBe(director.user_id);
  });
});

describe('a forgotten password', () => {
  const NEW = 'мың бір түн 1001';
  const init = (email: string, ip: string) => browser(ip)('auth.forgot_init', { body: { email } });
  let turn = 0;
  const confirm = (email: string, code: string, password = NEW, again = password) =>
    browser(`192.0.3.${++turn % 250}`)('auth.forgot_confirm', {
      body: { email, code, new_password: password, confirm_password: again },
    });

  test('is replaced by the code; sessions end and the owner is told', async () => {
    const { person } = await makeExecutor(app, company, { algorithm: 'rsa' });
    await givePhone(person);
    expect((await init(person.email, '192.0.2.20')).status).toBe(200);
    const code = /\d{6}/.exec((await lastMessage('code'))!.text)![0];
    expect(problem(await confirm(person.email, code, 'qwertyuiop'))).toBe('400 password.breached');
    expect(problem(await confirm(person.email, code, NEW, `${NEW}!`))).toBe('400 password.differs');
    const done = await confirm(person.email, code);
    expect(done.status).toBe(200);
    expect(done.headers['set-cookie']).toBeUndefined();
    expect((await app.raw('auth.me', person)).status).toBe(401);
    expect(await lastMessage('credential_changed')).toMatchObject({
      user_id: person.user_id,
      channel: 'sms',
    });
    const enter = (password: string) =>
      browser()('auth.login_too', { body: { email: person.email, password } });
    expect((await enter(PASSWORD)).status).toBe(401);
    expect((await enter(NEW)).status).toBe(200);
    expect(problem(await confirm(person.email, code))).toBe('400 code.over');
  });

  test('of nobody is answered the same, byte for byte, try for try', async () => {
    const { person } = await makeExecutor(app, company, { algorithm: 'rsa' });
    const nobody = 'nobody@kelisim.example';
    const [known, unknown] = [await init(person.email, '192.0.2.21'), await init(nobody, '192.0.2.22')];
    expect(unknown.bytes).toEqual(known.bytes);
    expect([unknown.status, known.status]).toEqual([200, 200]);
    expect(problem(await init(nobody, '192.0.2.23'))).toBe(problem(await init(person.email, '192.0.2.24')));
    for (let i = 0; i < 12; i++) {
      const one = await confirm(person.email, '000001');
      const other = await confirm(nobody, '000001');
      expect(problem(other)).toBe(problem(one));
    }
    const rows = await sql<{ recipient: string }>`select recipient from messages`.execute(app.parts.db);
    expect(rows.rows.map((row) => row.recipient)).not.toContain(nobody);
  });
});
