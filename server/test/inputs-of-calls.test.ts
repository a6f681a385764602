import { calls, type CallName } from '@kelisim/shared/calls.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { accessTable } from './access-table.ts';
import { unknownPasskey } from './access/things.ts';
import type { Given } from './calls.ts';
import { fingerprint } from './fingerprint.ts';
import { lacksOf, requiredOf } from './lacks.ts';
import { makeTestApp } from './make-app.ts';
import { actBody, makeDeal } from './papers.ts';
import {
  makeAdministrator,
  makeCompany,
  makeEmployee,
  makeExecutor,
  PASSWORD,
  type Person,
} from './people.ts';
import { beginRegistration, goTo, makeNewcomer } from './registrations.ts';
import { giveTariff } from './tariffs.ts';

/** Names nothing: what a call lacks is said before anything is looked for. */
const NOTHING = 999_999_999;

const app = await makeTestApp();
const company = await makeCompany(app, { algorithm: 'rsa' });
const executor = await makeExecutor(app, company, { algorithm: 'rsa' });
const world = {
  ...(await makeDeal(app, company, executor)),
  mark: 'МЕТКА',
  director: company.director,
  employee: await makeEmployee(app, company, []),
  worker: executor.person,
  see: () => NOTHING,
  take: () => NOTHING,
};
const admin = {
  ...(await makeAdministrator(app, [...PLATFORM_RIGHTS])),
  key: company.director.key,
} as unknown as Person;
afterAll(() => app.close());

/** Where the row of a call gives it less than it asks for. */
const whole: Partial<Record<CallName, Given>> = {
  'auth.send_login_code': { body: { phone: '+77010000002' } },
  'auth.forgot_init': { body: { email: 'nobody@kelisim.example' } },
};

const listInput: Given = {
  body: {
    format: 'mt102',
    transit_accounts: [{ bic: 'KCJBKZKX', iban: makeIban('856', '0000000000001') }],
  },
};
const obligation = { month: '2026-01', kind: 'opv' };
/** Beside the good input of its row: what a call may be given instead, and misses things in. */
const besides: Partial<Record<CallName, Given>> = {
  'auth.prove': { body: { credential: unknownPasskey } },
  'auth.second_factor': { body: { half_token: 'none', credential: unknownPasskey } },
  'acts.selection': { body: { run: { run_id: NOTHING, rows: 'ok' } } },
  'payments.approve': {
    body: { order_ids: [1], shown: [{ order_id: 1, version: '0'.repeat(16) }] },
  },
  'payments.match': { params: { operation_id: NOTHING }, body: { orders: [], obligation } },
  'payments.match_many': {
    body: { matches: [{ operation_id: NOTHING, orders: [{ order_id: NOTHING }], obligation }] },
  },
  'payments.make_file': listInput,
  'payments.check_file': listInput,
  'esf.set_vat': { body: { vat: { rate: 16, certificate_series: '60001', certificate_number: '0000001' } } },
  'reconciliations.answer': {
    params: { reconciliation_id: NOTHING },
    body: {
      lines: [{ position: 1, amount: '1' }],
      own: [{ date: '2026-01-01', kind: 'act', number: '1', amount: '1' }],
    },
  },
  'qr.take': {
    query: { doc_ids: [1], user_id: 1 },
    body: { documentsToSign: [{ id: 1, document: { file: { data: 'AAAA' } } }] },
  },
};

/** As JSON and as the fields of a form, where a call takes both. */
const waysOf = ({ json_too }: Call, { body }: Given): Given[] =>
  json_too && Object.values(body ?? {}).every((value) => typeof value === 'string')
    ? [{}, { files: {} }]
    : [{}];

const byOf = ({ access }: Call) =>
  access.who === 'platform' ? admin : access.who === 'executor' ? world.worker : world.director;

async function givenOf(name: CallName): Promise<Given> {
  const row = accessTable[name];
  const id = 'everybody' in row ? undefined : NOTHING;
  return whole[name] ?? (await row.given?.(id, { app, world, by: byOf(calls[name]) })) ?? {};
}

/** Signs an executor in to ИС ЭСФ. */
async function keyAtEsf(): Promise<string> {
  const who = await makeNewcomer(app, 'executor');
  const hash_key = await beginRegistration(app, who);
  await goTo(app, who, hash_key, 'esf');
  return hash_key;
}

/** Returns the token of a user who entered the password and still needs a code. */
async function halfToken(): Promise<string> {
  const person = await makeEmployee(app, world.company, []);
  const { secret } = await app.ok('factors.start_totp', person, {});
  const code = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate();
  await app.ok('factors.confirm_totp', person, { body: { code } });
  const body = { email: person.email, password: PASSWORD };
  const answer = await app.ok('auth.login_too', null, { body });
  if (!('half_token' in answer)) throw new Error('a password was enough');
  return answer.half_token;
}

/** What is asked for by a rule over several fields: the call, what it is given, which field is named. */
async function ruledLacks(): Promise<[CallName, Given, string][]> {
  const reason = { reason: 'Ошибка' };
  const hash_key = await keyAtEsf();
  const company_id = await giveTariff(app, world.company.id);
  const partner = { company_id, has_partner: true };
  const bank = (kind: string, settings: object, more: object = { client_secret: 'сыр' }) => ({
    params: { kind },
    body: { settings, ...more },
  });
  const iban = makeIban('125', '0000000000001');
  const account = { account_number: iban, bank_id: '1', bic: 'ABCDKZKX', kbe: '17' };
  const nothing = { body: {} };
  return [
    ['acts.delete_many', nothing, 'act_ids'],
    ['acts.send', nothing, 'act_ids'],
    ['acts.pay', nothing, 'act_ids'],
    ['acts.copy', nothing, 'act_ids'],
    ['acts.recall_many', nothing, 'act_ids'],
    ['acts.download_ticket', nothing, 'act_ids'],
    ['payments.preview', nothing, 'act_ids'],
    ['payments.explain', { body: { executor_company_id: NOTHING } }, 'act_ids'],
    ['acts.annul_many', { body: reason }, 'act_ids'],
    ['acts.return_many', { body: reason }, 'act_ids'],
    ['acts.create', { body: { ...actBody(world), auto_generate: true } }, 'period_id'],
    ['documents.delete_many', nothing, 'document_ids'],
    ['acts.sign', nothing, 'signatures'],
    ['documents.sign', nothing, 'signatures'],
    ['banking.add_requisite', { body: { iban } }, 'bank_id'],
    ['banking.delete_requisite', nothing, 'id'],
    ['tariff.add_period', { body: { months: 30 } }, 'name_ru'],
    ['companies.delete', nothing, 'company_id'],
    ['companies.set_main_bank', nothing, 'requisite_id'],
    ['companies.set_partner', { body: { ...partner, partner_commission: '1' } }, 'partner_name'],
    ['companies.set_partner', { body: { ...partner, partner_name: 'Ә' } }, 'partner_commission'],
    ['templates.upload', { body: { name: 'Үлгі' } }, 'file'],
    ['registration.phone', { body: { kind: 'business' } }, 'phone'],
    ['registration.esf', { body: { hash_key } }, 'login_esf'],
    ['registration.esf', { body: { hash_key, password: 'сыр' } }, 'login_esf'],
    ['registration.esf', { body: { hash_key, login_esf: 'мен' } }, 'password'],
    ['auth.prove', nothing, 'password'],
    ['auth.second_factor', { body: { half_token: await halfToken() } }, 'code'],
    [
      'invitations.create',
      { body: { name: 'Аты', phone: '+77010000003', end_date: '2099-12-31' } },
      'contract_document_id',
    ],
    ['invitations.create_many', { body: { end_date: '2099-12-31' } }, 'rows'],
    ['verification.files', { files: {} }, 'cms'],
    ['integrations.save', bank('JUSAN', {}), 'settings.client_id'],
    ['integrations.save', bank('JUSAN', { client_id: 'a' }, {}), 'client_secret'],
    ['integrations.save', bank('HALYK', {}), 'settings.client_id'],
    ['integrations.save', bank('HALYK', { client_id: 'a' }, {}), 'client_secret'],
    ['integrations.save', bank('FORTE', { iban }), 'settings.client_id'],
    ['integrations.save', bank('FORTE', { client_id: 'a' }), 'settings.iban'],
    ['integrations.save', bank('FORTE', { client_id: 'a', iban }, {}), 'client_secret'],
    ...Object.keys(account).map((name): [CallName, Given, string] => [
      'integrations.save',
      bank('CUSTOM', { ...account, [name]: undefined }, {}),
      `settings.${name}`,
    ]),
    ['tariff.preview', { body: { company_id } }, 'executor_limit_count'],
  ];
}

test('where one of several things will do, the lack of all is told by a field too', async () => {
  const asked = await ruledLacks();
  const before = await fingerprint(app);
  for (const [name, given, field] of asked) {
    const problem = await app.refused(name, byOf(calls[name]), given);
    const told = `${name} without ${field}: ${JSON.stringify(problem)}`;
    expect([400, 422], told).toContain(problem.status);
    expect(problem.field, told).toBe(field);
    if (problem.code === 'missing_field') expect(problem.message, told).toContain(`«${field}»`);
  }
  expect(await fingerprint(app)).toEqual(before);
});

test('whatever a call cannot do without is asked for by its name, and nothing has been done', async () => {
  const cases = new Map<CallName, ReturnType<typeof lacksOf>>();
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    const other = besides[name];
    const lacks = [...lacksOf(call, await givenOf(name)), ...(other ? lacksOf(call, other) : [])];
    expect(new Set(lacks.map(({ field }) => field)), name).toEqual(new Set(requiredOf(call)));
    cases.set(name, lacks);
  }
  const before = await fingerprint(app);
  let asked = 0;
  for (const [name, lacks] of cases) {
    const call: Call = calls[name];
    for (const { field, given } of lacks)
      for (const way of waysOf(call, given)) {
        const reply = await app.raw(name, byOf(call), { ...given, ...way });
        expect(reply.status, `${name} without ${field}: ${reply.text}`).toBe(400);
        expect(reply.json, `${name} without ${field}`).toMatchObject({
          code: 'missing_field',
          field,
          message: expect.stringContaining(field),
        });
        asked += 1;
      }
  }
  expect(await fingerprint(app)).toEqual(before);
  expect(asked).toBeGreaterThan(250);
});
