import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { sql } from 'kysely';
import { pino } from 'pino';
import {
  REGISTRATION_STAGES,
  registrationSide,
  registrationTable,
  type RegistrationAction,
  type RegistrationKind,
  type RegistrationStage,
} from '@kelisim/shared/features/registration/registration-stage.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestOf, send, type Reply } from '../../../test/calls.ts';
import { holdInvariants, violations, worldOf } from '../../../test/hold-invariants.ts';
import { makeTestApp, type TestApp } from '../../../test/make-app.ts';
import { makeCompany, makeExecutor } from '../../../test/people.ts';
import {
  beginRegistration,
  ensureAgreement,
  forgetRequests,
  goTo,
  lastCode,
  makeNewcomer,
  newEmail,
  newNumber,
  newPhone,
  NEW_PASSWORD,
  steps,
  type Newcomer,
} from '../../../test/registrations.ts';

const app = await makeTestApp();
await ensureAgreement(app);
afterAll(() => app.close());
/** What one test has failed at from this address is no matter of the next. */
beforeEach(async () => {
  await app.parts.db.deleteFrom('sign_in_failures').execute();
  await app.parts.db.deleteFrom('limited_calls').execute();
  await forgetRequests(app);
});

const randomKey = () => randomBytes(32).toString('hex');

/** Every call that takes a key, with the rest of its input right. */
const KEYED: [Parameters<TestApp['raw']>[0], (hash_key: string) => object][] = [
  ['registration.stage', (hash_key) => ({ query: { hash_key } })],
  ['registration.user_stage', (hash_key) => ({ query: { hash_key } })],
  ['registration.company_info', (hash_key) => ({ params: { hash_key } })],
  ['registration.contract_file', (hash_key) => ({ params: { hash_key } })],
  ['registration.contract_to_sign', (hash_key) => ({ params: { hash_key } })],
  ['registration.confirm', (hash_key) => ({ params: { hash_key } })],
  ['registration.need_sign_contract', (hash_key) => ({ params: { hash_key } })],
  ['registration.ecp_qr', (hash_key) => ({ query: { hash_key } })],
  ['registration.ecp_qr_check', (hash_key) => ({ query: { hash_key } })],
  ['registration.address_suggest', (hash_key) => ({ query: { hash_key, address: 'Алматы' } })],
  ['registration.sign_contract', (hash_key) => ({ query: { hash_key }, body: { cms: 'AAAA' } })],
  ['registration.check_code', (hash_key) => ({ body: { hash_key, code: '000000' } })],
  ['registration.confirm_agreement', (hash_key) => ({ body: { hash_key } })],
  ['registration.finish', (hash_key) => ({ body: { hash_key } })],
];

const bare = (reply: Reply) => [reply.status, { ...(reply.json as object), request_id: '' }];

describe('keys (A-10, A-11)', () => {
  test('what is no key is refused, what is unknown and what has ended is not found, to the byte', async () => {
    const who = await makeNewcomer(app, 'business');
    const ended = await beginRegistration(app, who);
    await app.parts.db
      .updateTable('registration_keys')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();
    const malformed = [
      'A'.repeat(64),
      'a'.repeat(63),
      'a'.repeat(65),
      '٣'.repeat(64),
      `${'a'.repeat(63)}'`,
      "1' or '1'='1",
    ];
    for (const [name, given] of KEYED) {
      const unknown = bare(await app.raw(name, null, given(randomKey())));
      expect(unknown[0], name).toBe(404);
      expect(bare(await app.raw(name, null, given(ended))), name).toEqual(unknown);
      for (const key of malformed) {
        const reply = await app.raw(name, null, given(key));
        expect([reply.status, (reply.json as { code: string }).code], `${name} ${key}`).toEqual([
          400,
          'field.hash_key',
        ]);
      }
      await app.parts.db.deleteFrom('sign_in_failures').execute();
    }
  });

  test('twenty misses from one address, and it waits; another address goes on', async () => {
    const ask = (hash_key: string) => app.raw('registration.stage', null, { query: { hash_key } });
    for (let i = 0; i < 20; i++) expect((await ask(randomKey())).status).toBe(404);
    const refused = await ask(randomKey());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const elsewhere = requestOf('registration.stage', { query: { hash_key: randomKey() } });
    expect((await send(app.http, { ...elsewhere, remoteAddress: '10.9.8.7' })).status).toBe(404);
  });

  test('a key opens no session, is kept as a hash, and stands in no log', async () => {
    const lines: string[] = [];
    const to = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const loud = await makeTestApp({ log: pino({ level: 'debug' }, to) });
    const who = await makeNewcomer(loud, 'business');
    const hash_key = await beginRegistration(loud, who);
    await goTo(loud, who, hash_key, 'verification');
    const reply = await loud.raw('registration.company_info', null, { params: { hash_key } });
    expect(reply.headers['referrer-policy']).toBe('no-referrer');
    expect((await loud.raw('auth.me', { token: hash_key })).status).toBe(401);
    expect((await loud.raw('auth.refresh', null, { body: { refresh_token: hash_key } })).status).toBe(401);
    expect(lines.join('')).toContain('/api/v1/register/company-info/:hash_key');
    const rows = JSON.stringify(await loud.parts.db.selectFrom('registration_keys').selectAll().execute());
    await loud.close();
    for (const secret of [hash_key, who.phone, who.email, who.bin, who.iin, NEW_PASSWORD])
      expect(lines.join('')).not.toContain(secret);
    expect(rows).not.toContain(hash_key);
  });
});

/** What a step is called by its stage, for the table. */
const ACTION: Partial<Record<RegistrationStage, RegistrationAction>> = {
  phone_code: 'confirm_code',
  email: 'enter_email',
  email_code: 'confirm_code',
  company_data: 'enter_company',
  bank: 'choose_bank',
  ecp: 'sign_ecp',
  esf: 'enter_esf',
  offer_agreement: 'accept_agreement',
};
const DEEDS = [
  ...(Object.keys(ACTION) as (keyof typeof steps)[]),
  'back',
  'email_stage',
  'wrong_code',
] as const;
type Deed = (typeof DEEDS)[number];

/** Does a deed whatever the stage is. Its data are right, so only the order can be wrong. */
async function tryDeed(who: Newcomer, hash_key: string, deed: Deed): Promise<Reply> {
  if (deed === 'back') return app.raw('registration.back', null, { body: { hash_key } });
  if (deed === 'email_stage') return app.raw('registration.email_stage', null, { body: { hash_key } });
  if (deed === 'wrong_code')
    return app.raw('registration.check_code', null, { body: { hash_key, code: '000000' } });
  if (deed === 'ecp') {
    const challenge = await app.raw('registration.ecp_challenge', null, { body: { hash_key } });
    if (challenge.status !== 200) return challenge;
  }
  if (deed === 'email_code') {
    const sent = await app.parts.db
      .selectFrom('messages')
      .select('id')
      .where('recipient', '=', who.email)
      .executeTakeFirst();
    if (!sent) return app.raw('registration.check_code', null, { body: { hash_key, code: '111111' } });
  }
  await forgetRequests(app);
  return steps[deed](app, who, hash_key);
}

/** The stage the table leads to; the same one where it forbids. */
function expected(kind: RegistrationKind, stage: RegistrationStage, deed: Deed): RegistrationStage | null {
  const side = registrationSide(kind, false);
  if (deed === 'back') return registrationTable.next(stage, 'back', side);
  if (deed === 'email_stage') return registrationTable.next(stage, 'correct_email', side);
  // Each of the two codes is right at its own stage only.
  if (deed === 'wrong_code' || (ACTION[deed] === 'confirm_code' && deed !== stage)) return null;
  return registrationTable.next(stage, ACTION[deed]!, side);
}

describe('stages (A-12)', () => {
  test('whatever is tried in whatever order, a registration moves along the table alone', async () => {
    const walk = fc.record({
      kind: fc.constantFrom<RegistrationKind>('business', 'executor'),
      deeds: fc.array(
        fc.oneof({ weight: 2, arbitrary: fc.constant('next' as const) }, fc.constantFrom(...DEEDS)),
        { minLength: 12, maxLength: 24 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(walk, async ({ kind, deeds }) => {
        await app.parts.db.deleteFrom('sign_in_failures').execute();
        const who = await makeNewcomer(app, kind);
        const hash_key = await beginRegistration(app, who);
        let stage: RegistrationStage = 'phone_code';
        let before: { deed: Deed; body: unknown } | null = null;
        for (const one of deeds) {
          if (stage === 'verification') break;
          const deed: Deed = one === 'next' ? (stage as Deed) : one;
          const to = expected(kind, stage, deed);
          const reply = await tryDeed(who, hash_key, deed);
          const body = reply.json as { stage?: string; code?: string; data?: { stage: string } };
          if (to !== null) {
            expect([reply.status, body.stage], `${deed} at ${stage}: ${reply.text}`).toEqual([200, to]);
            stage = to;
          } else if (reply.status === 200) {
            // Only what was done last may be answered again, and then the same.
            expect(before && [before.deed, before.body], `${deed} at ${stage}`).toEqual([deed, body]);
          } else if (reply.status === 409)
            expect([body.code, body.data?.stage], deed).toEqual(['registration.wrong_stage', stage]);
          else expect([400, 429], `${deed} at ${stage}: ${reply.text}`).toContain(reply.status);
          const now = await app.ok('registration.stage', null, { query: { hash_key } });
          expect(now.stage, deed).toBe(stage);
          if (reply.status === 200) before = { deed, body };
        }
      }),
      { numRuns: 6 },
    );
    await holdInvariants(app, ['I17']);
  });

  test('every step skipped to is refused with the stage, and nothing is changed', async () => {
    const who = await makeNewcomer(app, 'executor');
    const hash_key = await beginRegistration(app, who);
    for (const stage of REGISTRATION_STAGES.slice(1, 9)) {
      const now = await app.ok('registration.stage', null, { query: { hash_key } });
      expect(now.stage).toBe(stage);
      for (const deed of ['company_data', 'bank', 'ecp', 'esf', 'offer_agreement'] as const) {
        if (deed === stage) continue;
        const reply = await tryDeed(who, hash_key, deed);
        const before = REGISTRATION_STAGES[REGISTRATION_STAGES.indexOf(stage) - 1];
        if (deed === before && reply.status === 200) continue;
        expect(reply.status, `${deed} at ${stage}`).toBe(409);
      }
      expect((await tryDeed(who, hash_key, stage as Deed)).status, stage).toBe(200);
    }
  });

  test('the same step many times at once is one step', async () => {
    const who = await makeNewcomer(app, 'business');
    const hash_key = await beginRegistration(app, who);
    await goTo(app, who, hash_key, 'company_data');
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => steps.company_data(app, who, hash_key)),
    );
    for (const reply of replies) expect([reply.status, reply.text]).toEqual([200, replies[0]!.text]);
    const banks = await Promise.all([
      steps.bank(app, who, hash_key),
      ...Array.from({ length: 5 }, () => steps.company_data(app, { ...who, name: 'ТОО «Басқа»' }, hash_key)),
    ]);
    expect(banks[0]!.status).toBe(200);
    for (const reply of banks.slice(1)) expect(reply.status).toBe(409);
    const info = await app.ok('registration.company_info', null, { params: { hash_key }, query: {} });
    expect(info.name).toBe(who.name);
  });
});

describe('two at once (A-13)', () => {
  test('of many registrations of one БИН one makes the company, and no half is left', async () => {
    const bin = newNumber('bin');
    const keys: [Newcomer, string][] = [];
    for (let i = 0; i < 4; i++) {
      const who = await makeNewcomer(app, 'business', { bin });
      const hash_key = await beginRegistration(app, who);
      await goTo(app, who, hash_key, 'offer_agreement');
      keys.push([who, hash_key]);
    }
    const replies = await Promise.all(
      keys.map(([, hash_key]) => app.raw('registration.confirm_agreement', null, { body: { hash_key } })),
    );
    const statuses = replies.map((reply) => reply.status).toSorted();
    expect(statuses).toEqual([200, 409, 409, 409]);
    for (const reply of replies.filter((one) => one.status === 409))
      expect(reply.json).toMatchObject({ code: 'registration.bin_taken', field: 'bin' });
    const members = await app.parts.db
      .selectFrom('memberships as m')
      .innerJoin('companies as c', 'c.id', 'm.company_id')
      .select('m.user_id')
      .where('c.bin', '=', bin)
      .where('m.ended_at', 'is', null)
      .execute();
    expect(members).toHaveLength(1);
    await app.parts.db.updateTable('companies').set({ status: 'blocked' }).where('bin', '=', bin).execute();
    const late = await makeNewcomer(app, 'business', { bin });
    const hash_key = await beginRegistration(app, late);
    await goTo(app, late, hash_key, 'company_data');
    expect((await steps.company_data(app, late, hash_key)).json).toMatchObject({
      code: 'registration.bin_taken',
    });
  });

  test('of many registrations of one number one goes on, whoever confirms first', async () => {
    const phone = newPhone();
    const keys: string[] = [];
    const codes: string[] = [];
    const who = await makeNewcomer(app, 'business', { phone });
    for (let i = 0; i < 5; i++) {
      keys.push(await beginRegistration(app, who));
      codes.push(await lastCode(app, phone));
    }
    const replies = await Promise.all(
      keys.map((hash_key, i) =>
        app.raw('registration.check_code', null, { body: { hash_key, code: codes[i] } }),
      ),
    );
    for (const reply of replies) expect([reply.status, reply.text].join(' ')).toMatch(/^200 /);
    const alive = await Promise.all(
      keys.map((hash_key) => app.raw('registration.stage', null, { query: { hash_key } })),
    );
    expect(alive.filter((reply) => reply.status === 200)).toHaveLength(1);
    await holdInvariants(app, ['I17']);
  });
});

describe('messages (A-16)', () => {
  const ask = (phone: string) => app.raw('registration.phone', null, { body: { phone, kind: 'business' } });

  test('only mobile numbers of Kazakhstan, one a minute for a number, twenty an hour from an address', async () => {
    for (const phone of ['+77272345678', '+79161234567', '+12025550123', '007', '+7701123456'])
      expect((await ask(phone)).json, phone).toMatchObject({ code: 'field.phone', field: 'phone' });
    const phone = newPhone();
    const first = await ask(phone);
    const { hash_key } = first.json as { hash_key: string };
    const wait = async () => (await app.ok('registration.stage', null, { query: { hash_key } })).code_wait_s;
    const again = await ask(phone);
    expect(again.status).toBe(429);
    const told = Number(again.headers['retry-after']);
    expect(told).toBeLessThanOrEqual(60);
    // Whoever reloads the page is told the same wait, a little later.
    const left = await wait();
    expect(left).toBeLessThanOrEqual(told);
    expect(left).toBeGreaterThan(0);
    await app.parts.db
      .updateTable('message_requests')
      .set({ requested_at: new Date(Date.now() - 61_000) })
      .execute();
    expect(await wait()).toBe(0);
    for (let i = 1; i < 20; i++) expect((await ask(newPhone())).status).toBe(200);
    expect((await ask(newPhone())).status).toBe(429);
  });

  test('a number that has no account is answered like one that has', async () => {
    const company = await makeCompany(app);
    const executor = await makeExecutor(app, company);
    const known = newPhone();
    await app.parts.db
      .updateTable('users')
      .set({ phone: known })
      .where('id', '=', executor.person.user_id)
      .execute();
    const plain = (reply: Reply) => {
      const { hash_key: _, user_id: __, expires_at: ___, ...rest } = reply.json as Record<string, unknown>;
      return [reply.status, rest];
    };
    expect(plain(await ask(known))).toEqual(plain(await ask(newPhone())));
  });
});

describe('who has an account (A-17)', () => {
  test('a stranger learns nothing, and who registers learns one joint word a few times', async () => {
    const company = await makeCompany(app);
    const taken = company.director.email;
    const asked = (query: Record<string, unknown>) => app.raw('registration.check_login', null, { query });
    const phone = newPhone();
    for (const email of [taken, newEmail()])
      expect((await asked({ phone, email })).json).toEqual({ available: true });
    expect((await asked({ phone, email: taken, hash_key: randomKey() })).status).toBe(404);
    const who = await makeNewcomer(app, 'business');
    const hash_key = await beginRegistration(app, who);
    expect((await asked({ phone: who.phone, email: taken, hash_key })).json).toEqual({ available: true });
    await goTo(app, who, hash_key, 'email');
    expect((await asked({ phone: who.phone, email: taken, hash_key })).json).toEqual({ available: false });
    expect((await asked({ phone: who.phone, email: newEmail(), hash_key })).json).toEqual({
      available: true,
    });
    expect((await asked({ phone, email: newEmail(), hash_key })).json).toEqual({ available: false });
    for (let i = 0; i < 2; i++) await asked({ phone: who.phone, email: taken, hash_key });
    expect((await asked({ phone: who.phone, email: taken, hash_key })).status).toBe(429);
  });

  test('an address that has an account gets a code like any other', async () => {
    const company = await makeCompany(app);
    const replies: unknown[] = [];
    for (const email of [company.director.email, newEmail()]) {
      const who = await makeNewcomer(app, 'business');
      const hash_key = await beginRegistration(app, who);
      await goTo(app, who, hash_key, 'email');
      const reply = await steps.email(app, { ...who, email }, hash_key);
      const { user_id: _, expires_at: __, ...rest } = reply.json as Record<string, unknown>;
      replies.push([reply.status, rest]);
      expect(await lastCode(app, email)).toMatch(/^\d{6}$/);
    }
    expect(replies[0]).toEqual(replies[1]);
  });
});

describe('what I17 says of', () => {
  beforeAll(async () => {
    const who = await makeNewcomer(app, 'business');
    await goTo(app, who, await beginRegistration(app, who), 'verification');
  });
  test.each<[string, RegExp, string]>([
    ['a stage of its own', /is at ecp, its history says/, "update registrations set stage = 'ecp'"],
    [
      'a step that the table forbids',
      /choose_bank by business, cannot lead from phone to phone_code/,
      "update registration_history set action = 'choose_bank' where seq = 1",
    ],
    ['a lost step', /step 2 of its history is missing/, 'delete from registration_history where seq = 2'],
    [
      'a company that works before it is verified',
      /waits, and its company is active/,
      "update registrations set decision = 'waiting', stage = 'verification' where company_id is not null",
    ],
    ['no agreement', /has accepted no agreement/, 'delete from consents'],
    [
      'a key that outlives its registration',
      /is over and still has a living key/,
      'update registrations set ended_at = now()',
    ],
  ])('%s', async (_, expected, statement) => {
    const back = new Error('taken back');
    let said: string[] = [];
    await app.owner
      .transaction()
      .execute(async (tx) => {
        await sql.raw(statement).execute(tx);
        said = await violations({ ...worldOf(app), db: tx }, ['I17']);
        throw back;
      })
      .catch((error: unknown) => {
        if (error !== back) throw error;
      });
    expect(said.join('\n')).toMatch(expected);
  });
});
