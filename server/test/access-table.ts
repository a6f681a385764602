import { randomUUID } from 'node:crypto';
import type { CallName } from '@kelisim/shared/calls.ts';
import { chequeAddress } from '@kelisim/shared/features/taxes/read-cheque-link.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { PlatformRight } from '@kelisim/shared/kernel/rights.ts';
import { makeFileOrder } from './bank-papers.ts';
import { statementOf } from './bank-statement.ts';
import type { Given } from './calls.ts';
import type { TestApp } from './make-app.ts';
import { actBody, samplePdf, signaturesOf, TODAY } from './papers.ts';
import { makeInbound, makePageSession, makeReadyEsf } from './esf-papers.ts';
import { makeAdministrator, makeCompany, makeExecutor, PASSWORD, signInAs, type Person } from './people.ts';
import { giveTariff, tariffSeller } from './tariffs.ts';
import { ensureAgreement, makeInvitationContract, newNumber, newPhone } from './registrations.ts';
import { makeAccount, newAccount } from './accounts.ts';
import { signDigests } from './signing-keys.ts';
import type { Stock, World } from './two-worlds.ts';
import { makeTemplate } from './templates.ts';
import { makeWordFile } from './word-files.ts';
import { inviteOwnExecutor, makeInvitation, makeWaitingRegistration } from './waiting-things.ts';

/**
 * What a call must answer to whom. A number is the status; `row ok` and `row <code>` are the first row of a bulk
 * answer; `missing` is exactly what a missing id is answered.
 */
export type Expected = number | `row ${string}` | 'missing';

export interface Asking {
  app: TestApp;
  /** Whose thing is asked for. */
  world: World;
  by: Person;
}

interface SignedInRow {
  director: Expected;
  /** Of the same company, without rights. */
  employee: Expected;
  executor: Expected;
  /** A platform administrator without a company, who has the right that the call asks for; 403 when it is not said. */
  admin?: Expected;
  /** Where the call names a thing; strangers are then answered as if it were missing. */
  names?: 'path' | 'body' | 'query';
  /** To an administrator with this right of the platform the things of every company are there. */
  desk?: PlatformRight;
  /** What is in the right state for the call, out of the stock of a world, or made by a function. */
  thing?: Stock | ((asking: Asking) => number | Promise<number>);
  given?: (id: unknown, asking: Asking) => Given | Promise<Given>;
}

/** A call for everybody; `missing` is what an unknown token or public id is answered. */
interface PublicRow {
  everybody: Expected;
  given?: (id: unknown, asking: Asking) => Given | Promise<Given>;
}

export type Row = SignedInRow | PublicRow;

/** No thing has this number. */
const MISSING = 999_999_999;

const act = (id: unknown): Given => ({ params: { act_id: id } });
const contract = (id: unknown): Given => ({ params: { doc_id: id } });
const theContracts = (id: unknown): Given => ({ body: { document_ids: [id] } });
const terms = { title: 'Шарт', start_date: '2027-01-01', end_date: '2027-12-31' };
const template = (id: unknown): Given => ({ params: { template_id: id } });
const acts = (id: unknown): Given => ({ body: { act_ids: [id] } });
const esf = (id: unknown): Given => ({ params: { esf_id: id } });
/** An electronic invoice of an act of this world, of which there is one at most. */
const readyEsf = async ({ app, world }: Asking): Promise<number> => {
  const act_id = world.see('signed');
  const there = await app.parts.db
    .selectFrom('esf_documents')
    .select('id')
    .where('act_id', '=', act_id)
    .where('kind', '=', 'invoice')
    .where('status', '=', 'ready')
    .executeTakeFirst();
  if (there) return there.id;
  const gone = app.owner.selectFrom('esf_documents').select('id').where('act_id', '=', act_id);
  await app.owner.deleteFrom('esf_history').where('esf_id', 'in', gone).execute();
  await app.owner.deleteFrom('esf_documents').where('act_id', '=', act_id).execute();
  return makeReadyEsf(app, world, act_id);
};
/** An electronic act that ИС ЭСФ has and that waits for the customer's answer. */
const registeredAwp = async (asking: Asking): Promise<number> => {
  const id = await readyEsf(asking);
  await asking.app.owner
    .updateTable('esf_documents')
    .set({ kind: 'awp', status: 'registered', external_id: String(id), registration_number: `AWP-${id}` })
    .where('id', '=', id)
    .execute();
  return id;
};
const inbound = (id: unknown): Given => ({ params: { inbound_id: id } });
const inboundInvoice = ({ app, world }: Asking) => makeInbound(app, world);
/** Who signs in to ИС ЭСФ has a login there. */
const withEsfLogin = async (_: unknown, { app, by, world }: Asking): Promise<Given> => {
  const body = { login_esf: by.iin, password: 'сынақ' };
  if (by.side === 'executor') await app.ok('credentials.set_esf', by, { body });
  if (by.user_id === world.company.director.user_id) await app.ok('esf.set_login', by, { body });
  return {};
};
/** An empty list of places. */
const emptyBook = ({ parts }: TestApp) =>
  parts.spreadsheet.writeSheet({
    sheets: [
      {
        name: 'KATO',
        columns: ['te', 'name_kaz', 'name_rus'].map((header) => ({
          header,
          width: 20,
          kind: 'text' as const,
        })),
        rows: [],
        freeze_header: true,
      },
    ],
  });
const reason = { reason: 'Ошибка в сумме' };
const all = { director: 200, employee: 200, executor: 200 } as const;
const anybody = { ...all, admin: 200 } as const;
const business = { director: 200, employee: 200, executor: 403 } as const;
/** For the director and the executor of the company, and for employees with the right. */
const settings = { director: 200, employee: 403, executor: 200 } as const;
const administrator = { director: 403, employee: 403, executor: 403, admin: 200 } as const;
const director = { director: 200, employee: 403, executor: 403 } as const;
/** Before anybody has signed there is nothing to prove. */
const unsigned = { director: 409, employee: 409, executor: 409, names: 'path' } as const;
const unsignedContract = {
  director: 409,
  employee: 403,
  executor: 403,
  names: 'path',
  thing: 'sent_contract',
} as const;
const nobodyOfPlatform = {
  director: 403,
  employee: 403,
  executor: 403,
  admin: 404,
  names: 'path',
  thing: () => 999_999_998,
} as const;
const executor = { director: 403, employee: 403, executor: 200 } as const;
const platform = { director: 403, employee: 403, executor: 403, admin: 200 } as const;
const signers = { director: 200, employee: 403, executor: 200 } as const;
/** Nothing was begun that could go on. */
const nobodyYet = { director: 409, employee: 409, executor: 409, admin: 409 } as const;
/** A passkey of an authenticator nobody has. */
export const unknownPasskey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: {
    clientDataJSON: 'AAAA',
    attestationObject: 'AAAA',
    authenticatorData: 'AAAA',
    signature: 'AAAA',
  },
};
/** The other side of whoever asks. */
const withPartner = {
  ...all,
  names: 'query',
  thing: ({ world, by }: Asking) =>
    by.user_id === world.worker.user_id ? world.company.id : world.executor.id,
  given: (id: unknown) => ({ query: { company_id: id, date_from: '2026-01-01', date_to: '2026-12-31' } }),
} as const;
/** An executor who is there for one table alone. */
const standingOf = (id: unknown) => ({
  body: { executor_company_id: String(id), valid_from: TODAY, standing: 'ip' as const },
});
const DEDUCTION_MONTH = '2031-06';
/** The other side of whoever asks; the executor has applied for the deduction of the company, or not. */
async function partnerWithDeduction({ app, world, by }: Asking, has_applied: boolean): Promise<number> {
  const { company, executor: worker } = world;
  await app.owner.deleteFrom('deduction_applications').where('executor_company_id', '=', worker.id).execute();
  // A sole trader has no deduction; no payment of a test reaches this day.
  await app.owner
    .deleteFrom('tax_standings')
    .where('executor_company_id', '=', worker.id)
    .where('valid_from', '=', `${DEDUCTION_MONTH}-01`)
    .execute();
  await app.owner
    .insertInto('tax_standings')
    .values({ executor_company_id: worker.id, valid_from: `${DEDUCTION_MONTH}-01`, standing: 'individual' })
    .execute();
  const row = { company_id: company.id, executor_company_id: worker.id };
  if (has_applied)
    await app.owner
      .insertInto('deduction_applications')
      .values({ ...row, applied_on: '2026-01-10', valid_from: '2026-01-01' })
      .execute();
  return by.user_id === world.worker.user_id ? company.id : worker.id;
}
const openingsThing = async ({ app, world }: Asking) => (await makeExecutor(app, world.company)).id;
const OPENINGS = {
  headers: ['ИИН/БИН', 'Договор', 'Долг', 'Аванс'],
  filled: [null, '100.00', null] as (string | null)[],
};
const EARLIER = {
  headers: ['ИИН', 'Период', 'Облагаемый доход', 'Документ', 'Дата документа'],
  filled: [TODAY.slice(0, 4), '100.00', 'Ведомость', TODAY],
};
/** A table with this executor; of opening balances when left out. */
async function openingsOf(executor: unknown, { app }: Asking, { headers, filled } = OPENINGS) {
  const found = await app.parts.db
    .selectFrom('companies')
    .select('bin')
    .where('id', '=', Number(executor))
    .executeTakeFirst();
  const columns = headers.map((header) => ({ header, width: 20, kind: 'text' as const }));
  const rows = [[found?.bin ?? '-', ...filled]];
  const bytes = await app.parts.spreadsheet.writeSheet({
    sheets: [{ name: 'A', columns, rows, freeze_header: true }],
  });
  return { body: { day: TODAY }, files: { file: { name: 'a.xlsx', bytes } } };
}
let reconciled = 0;
/** A reconciliation of days of its own; answered otherwise, or waiting for the answer. */
const makeReconciliation =
  (status: 'sent' | 'differences' = 'sent') =>
  async ({ app, world }: Asking) => {
    const day = addDays('2024-01-01', (reconciled += 1));
    const { id } = await app.parts.db
      .insertInto('reconciliations')
      .values({
        company_id: world.company.id,
        executor_company_id: world.executor.id,
        date_from: day,
        date_to: day,
        status,
        opening_tiyn: 10_000n,
        sent_by: world.director.user_id,
        sent_at: new Date(),
        ...(status === 'differences' && { answered_at: new Date(), answered_by: world.worker.user_id }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
const ofReconciliation = (id: unknown): Given => ({ params: { reconciliation_id: id } });
const seenReconciliation = {
  ...all,
  names: 'path',
  thing: makeReconciliation(),
  given: ofReconciliation,
} as const;
/** What is done beside an act uses it up for nobody. */
const seenAct = ({ world }: Asking) => world.see('sent');
const seenSigned = ({ world }: Asking) => world.see('signed');

/** A signature that is none: good enough for a document that is not found. */
const nothing = Buffer.from('nothing').toString('base64');

async function actSignature(id: unknown, { app, by }: Asking): Promise<Given> {
  const [signature] =
    Number.isInteger(id) && Number(id) < 1e6 ? await signaturesOf(app, by, [id as number]) : [];
  return { body: { signatures: [signature ?? { act_id: id, cms: nothing }] } };
}

async function contractSignature(id: unknown, { app, world, by }: Asking): Promise<Given> {
  const reply = await app.raw('documents.get', world.director, contract(id));
  const { file } = (reply.json ?? {}) as { file?: { sha256: string; streebog512: string } };
  const cms = file ? await signDigests(by.key, file) : nothing;
  return { body: { signatures: [{ document_id: id, cms }] } };
}

/** A key of a registration that has come to its end: whatever would lead on is out of turn. */
const keyOf = async (app: TestApp) => ({ hash_key: (await makeWaitingRegistration(app)).hash_key });
const late = (body: object): PublicRow => ({
  everybody: 409,
  given: async (_, { app }) => ({ body: { ...body, ...(await keyOf(app)) } }),
});
/** One contract a world is enough to invite with. */
const contracts = new WeakMap<World, Promise<number>>();
function contractOf(app: TestApp, world: World): Promise<number> {
  const made = contracts.get(world) ?? makeInvitationContract(app, world);
  contracts.set(world, made);
  return made;
}
const invited = (id: unknown): Given => ({ params: { phone: id } });
const byPhone = {
  names: 'path',
  thing: async ({ app, world }: Asking) => Number((await makeInvitation(app, world)).phone),
} as const;

/** One order in a file's way a world and use; a paid act is not made twice. */
const things = new WeakMap<World, Map<string, Promise<number>>>();
function once(world: World, use: string, make: () => Promise<number>): Promise<number> {
  const own = things.get(world) ?? new Map<string, Promise<number>>();
  things.set(world, own);
  if (!own.has(use)) own.set(use, make());
  return own.get(use)!;
}
/** A change of the payment limit that somebody else has asked for. */
async function waitingLimit({ app, world }: Asking): Promise<number> {
  const { db } = app.parts;
  await db
    .updateTable('pay_limit_changes')
    .set({ state: 'cancelled', decided_at: new Date() })
    .where('company_id', '=', world.company.id)
    .where('state', '=', 'waiting')
    .execute();
  const { id } = await db
    .insertInto('pay_limit_changes')
    .values({ company_id: world.company.id, asked_by: world.worker.user_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
/** A legal name that waits for the desk. */
async function waitingName({ app, world }: Asking): Promise<number> {
  const { db } = app.parts;
  await app.owner.deleteFrom('company_name_requests').where('company_id', '=', world.company.id).execute();
  const { id } = await db
    .insertInto('company_name_requests')
    .values({ company_id: world.company.id, name: world.company.name, asked_by: world.director.user_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const ofChange = (id: unknown): Given => ({ params: { change_id: id } });
const fileOrder =
  (use: string) =>
  ({ app, world }: Asking) =>
    once(world, use, () => makeFileOrder(app, world.director, world.take('signed')));
const madeFile = ({ app, world }: Asking, use: string, order_id: number) =>
  once(world, `${use} file`, async () => {
    const body = { format: '1c' as const, order_ids: [order_id] };
    return (await app.ok('payments.make_file', world.director, { body })).id;
  });
const operation = ({ app, world }: Asking) =>
  once(world, 'operation', async () => {
    const { iban } = (await app.ok('payments.preview', world.director, { body: { act_ids: [1] } })).payer;
    const told = {
      number: '1',
      amount_tiyn: 12_345n,
      iban: makeIban('601', '0000000000001'),
      purpose: world.mark,
    };
    const bytes = statementOf(iban!, [{ ...told, day: TODAY }]);
    await app.ok('payments.read_statement', world.director, {
      body: {},
      files: { file: { name: 'a.txt', bytes } },
    });
    const { items } = await app.ok('payments.operations', world.director, { query: {} });
    return items[0]!.id;
  });
const keptMapping = ({ app, world }: Asking) =>
  once(world, 'mapping', async () => {
    const { iban } = (await app.ok('payments.preview', world.director, { body: { act_ids: [1] } })).payer;
    const mapping = {
      iban,
      columns: { date: 'Дата', amount: 'Сумма', purpose: 'Назначение' },
      day_order: 'dmy',
      decimal_mark: 'comma',
    };
    await app.ok('payments.read_statement', world.director, {
      body: { mapping: JSON.stringify(mapping) },
      files: {
        file: { name: 'a.csv', bytes: Buffer.from(`Дата;Сумма;Назначение\n01.11.2026;-1;${world.mark}`) },
      },
    });
    return (await app.ok('payments.mappings', world.director, {}))[0]!.id;
  });
const ofOrder = (order_id: unknown): Given => ({ params: { order_id } });
const ofOperation = (operation_id: unknown): Given => ({ params: { operation_id } });

const phonesBody = (id: unknown) => ({ phones: [id === 999_999_999 ? '+77019999999' : String(id)] });
const byPhones = {
  ...byPhone,
  director: 'row ok',
  names: 'body',
  given: (id: unknown): Given => ({ body: phonesBody(id) }),
} as const;
const workerOf = ({ world }: Asking) => world.executor.id;
const makeSpareExecutor = async ({ app, world }: Asking) => (await makeExecutor(app, world.company)).id;
const ofExecutor = (executor_id: unknown): Given => ({ params: { executor_id } });
const toExecutor = (executor_company_id: unknown): Given => ({ params: { executor_company_id } });
const manyExecutors = {
  director: 'row ok',
  names: 'body',
  thing: makeSpareExecutor,
  given: (id: unknown): Given => ({ body: { ids: [id] } }),
} as const;

/** Every call of the product has its row; a new call without one does not compile. */
/** Of a company's tariff; the desk of tariffs sees every one. */
const tariffOfCompany = {
  director: 200,
  employee: 200,
  executor: 404,
  admin: 200,
  desk: 'tariffs',
  thing: worldTariff,
} as const;
const ofTariff = {
  ...tariffOfCompany,
  names: 'query',
  given: (company_id: unknown) => ({ query: { company_id } }),
} as const;
const tariffTerms = (company_id: unknown) => ({
  company_id,
  plan_type_id: 1,
  period_id: 1,
  price_per_executor: '1500.00',
});

export const accessTable: { [Name in CallName]: Row } = {
  'auth.login_too': {
    everybody: 200,
    given: (_, { by }) => ({ body: { email: by.email, password: PASSWORD } }),
  },
  'auth.login_ip': {
    everybody: 200,
    given: (_, { by }) => ({ body: { email: by.email, password: PASSWORD } }),
  },
  'auth.login_phone': {
    everybody: 401,
    given: () => ({ body: { phone: '+77010000001', password: PASSWORD } }),
  },
  'auth.send_login_code': { everybody: 400, given: () => ({ body: { phone: '+77172000000' } }) },
  'auth.ecp_challenge': { everybody: 200 },
  'auth.login_ecp': { everybody: 401, given: () => ({ body: { content: nothing, cms: nothing } }) },
  'auth.login_qr_begin': { everybody: 200 },
  'auth.login_qr': { everybody: 404, given: () => ({ body: { session_id: 999_999_999 } }) },
  'auth.banks': { everybody: 200 },
  'auth.login_bank': { everybody: 401, given: () => ({ body: { assertion: 'none' } }) },
  'auth.passkey_options': { everybody: 200 },
  'auth.login_passkey': { everybody: 400, given: () => ({ body: { credential: unknownPasskey } }) },
  'auth.second_factor_options': { everybody: 401, given: () => ({ body: { half_token: 'none' } }) },
  'auth.second_factor': { everybody: 401, given: () => ({ body: { half_token: 'none', code: '123456' } }) },
  'auth.forgot_init': { everybody: 400, given: () => ({ body: { email: 'nobody' } }) },
  'auth.forgot_confirm': {
    everybody: 400,
    given: () => ({
      body: {
        email: 'nobody@kelisim.example',
        code: '123456',
        new_password: PASSWORD,
        confirm_password: PASSWORD,
      },
    }),
  },
  'auth.proof_options': anybody,
  'factors.list': anybody,
  'factors.start_totp': anybody,
  'factors.confirm_totp': {
    director: 400,
    employee: 400,
    executor: 400,
    admin: 400,
    given: async (_, { app, by }) => {
      await app.raw('factors.start_totp', by);
      return { body: { code: '123456' } };
    },
  },
  'factors.remove_totp': anybody,
  'factors.start_passkey': anybody,
  'factors.add_passkey': {
    director: 400,
    employee: 400,
    executor: 400,
    admin: 400,
    given: () => ({ body: { name: 'Телефон', credential: unknownPasskey } }),
  },
  'factors.remove_passkey': {
    director: 200,
    employee: 404,
    executor: 404,
    admin: 404,
    names: 'path',
    thing: passkeyOfDirector,
    given: (passkey_id) => ({ params: { passkey_id } }),
  },
  'factors.make_recovery_codes': {
    director: 200,
    employee: 409,
    executor: 409,
    admin: 409,
    given: async (_, asking) => {
      await passkeyOfDirector(asking);
      return {};
    },
  },
  'credentials.start_email': {
    director: 400,
    employee: 400,
    executor: 400,
    admin: 400,
    given: (_, { by }) => ({ body: { email: by.email } }),
  },
  'credentials.check_new_email': { ...nobodyYet, given: () => ({ body: { code: '123456' } }) },
  'credentials.check_email_sms': { ...nobodyYet, given: () => ({ body: { code: '123456' } }) },
  'credentials.update_email': { ...nobodyYet, given: () => ({ body: { email: 'a@kelisim.example' } }) },
  'credentials.start_phone': {
    ...anybody,
    given: async (_, { app, by }) => {
      await app.parts.db.deleteFrom('message_requests').execute();
      return { body: { phone: `+7701${String(by.user_id).padStart(7, '0')}` } };
    },
  },
  'credentials.check_phone_email': { ...nobodyYet, given: () => ({ body: { code: '123456' } }) },
  'credentials.check_new_phone': {
    ...nobodyYet,
    given: () => ({ body: { code: '123456', phone: '+77010000001' } }),
  },
  'credentials.update_phone': { ...nobodyYet, given: () => ({ body: { phone: '+77010000001' } }) },
  'credentials.start_password': {
    ...anybody,
    given: async (_, { app }) => {
      await app.parts.db.deleteFrom('message_requests').execute();
      return {};
    },
  },
  'credentials.check_password': { ...nobodyYet, given: () => ({ body: { code: '123456' } }) },
  'credentials.update_password': {
    ...nobodyYet,
    given: () => ({ body: { password: PASSWORD, confirm_password: PASSWORD } }),
  },
  'credentials.set_esf': {
    director: 403,
    employee: 403,
    executor: 200,
    given: () => ({ body: { login_esf: '900101300123', password: 'сынақ' } }),
  },
  'security.sessions': anybody,
  'security.end_session': {
    director: 200,
    employee: 404,
    executor: 404,
    admin: 404,
    names: 'path',
    thing: sessionOfDirector,
    given: (session_id) => ({ params: { session_id } }),
  },
  'security.end_others': anybody,
  'security.events': anybody,
  'security.export': anybody,
  'security.consents': anybody,
  'security.ask_erasure': {
    director: 409,
    employee: 200,
    executor: 200,
    admin: 200,
    given: () => ({ body: {} }),
  },
  'security.withdraw_erasure': { director: 409, employee: 200, executor: 200, admin: 200 },
  'auth.refresh': { everybody: 401, given: () => ({ body: { refresh_token: 'none' } }) },
  'auth.logout': anybody,
  'auth.me': anybody,
  'auth.prove': { ...anybody, given: () => ({ body: { password: PASSWORD } }) },
  'auth.switch_company': {
    ...all,
    admin: 'missing',
    names: 'body',
    thing: ({ by, world }) => by.company_id ?? world.company.id,
    given: (company_id) => ({ body: { company_id } }),
  },
  'auth.locale': { ...anybody, given: () => ({ body: { locale: 'kz' } }) },
  'home.analytics': all,

  'acts.list': {
    ...all,
    names: 'query',
    thing: 'sent',
    given: (id) => ({ query: { id } }),
  },
  'acts.create': { ...director, given: (_, { world }) => ({ body: actBody(world) }) },
  'acts.get': { ...all, names: 'path', thing: 'sent', given: act },
  'acts.update': {
    ...director,
    names: 'path',
    thing: 'draft',
    given: (id, { world }) => ({ ...act(id), body: actBody(world) }),
  },
  'acts.delete': { ...director, names: 'path', thing: 'draft', given: act },
  'acts.delete_many': {
    ...director,
    director: 'row ok',
    names: 'body',
    thing: 'draft',
    given: acts,
  },
  'acts.history': { ...all, names: 'path', thing: 'sent', given: act },
  'acts.file': { ...all, names: 'path', thing: 'sent', given: act },
  'acts.zip': { ...all, names: 'path', thing: 'sent', given: act },
  'acts.send': {
    ...director,
    director: 'row ok',
    names: 'body',
    thing: 'draft',
    given: acts,
  },
  'acts.sign': {
    director: 'row ok',
    employee: 403,
    executor: 'row ok',
    names: 'body',
    thing: 'sent',
    given: actSignature,
  },
  'acts.pay': {
    ...director,
    director: 'row ok',
    names: 'body',
    thing: 'signed',
    given: acts,
  },
  'payments.preview': {
    ...director,
    names: 'body',
    thing: 'signed',
    given: acts,
  },
  'payments.explain': {
    ...director,
    director: 404,
    names: 'body',
    given: () => ({ body: { act_ids: [MISSING], executor_company_id: MISSING } }),
  },
  'payments.orders': { ...director, given: () => ({ query: {} }) },
  'payments.orders_sheet': { ...director, given: () => ({ query: {} }) },
  'payments.summary': director,
  'payments.settings': business,
  'payments.change_settings': {
    ...director,
    given: () => ({ body: { channel: 'file', payment_limit: null, bookkeeper_name: null } }),
  },
  'payments.confirm_limit': { ...director, names: 'path', thing: waitingLimit, given: ofChange },
  'payments.cancel_limit': { ...director, names: 'path', thing: waitingLimit, given: ofChange },
  'payments.approve': { ...director, given: () => ({ body: { order_ids: [MISSING] } }) },
  'payments.cancel': { ...director, names: 'path', thing: fileOrder('cancel'), given: ofOrder },
  'payments.edit': {
    ...director,
    names: 'path',
    thing: fileOrder('edit'),
    given: (id) => ({ ...ofOrder(id), body: { knp: '841', purpose: 'Оплата' } }),
  },
  'payments.callback': {
    everybody: 404,
    given: () => ({ params: { order_id: MISSING, mark: '0'.repeat(32) }, body: {} }),
  },
  'payments.decide': {
    ...director,
    names: 'path',
    thing: async (asking) => {
      const id = await fileOrder('decide')(asking);
      await madeFile(asking, 'decide', id);
      return id;
    },
    given: (id) => ({ params: { order_id: id }, body: { outcome: 'settled', reason: 'По выписке' } }),
  },
  'payments.make_file': {
    ...director,
    names: 'body',
    thing: fileOrder('make'),
    given: (id) => ({ body: { format: '1c', order_ids: [id] } }),
  },
  'payments.check_file': {
    ...director,
    names: 'body',
    thing: fileOrder('check'),
    given: (id) => ({ body: { format: '1c', order_ids: [id] } }),
  },
  'payments.refuse_file': {
    ...director,
    names: 'path',
    thing: async (asking) => madeFile(asking, 'refuse', await fileOrder('refuse')(asking)),
    given: (id) => ({
      params: { payment_file_id: id },
      body: { rule: 'other', words: 'Неверный формат' },
    }),
  },
  'payments.refused_files': platform,
  'taxes.standing': {
    ...all,
    names: 'query',
    thing: ({ world }) => world.executor.id,
    given: (executor_company_id) => ({ query: { executor_company_id } }),
  },
  'taxes.set_standing': {
    ...signers,
    names: 'body',
    thing: ({ world }) => world.executor.id,
    given: standingOf,
  },
  'taxes.set_deduction': {
    ...signers,
    names: 'body',
    thing: (asking) => partnerWithDeduction(asking, false),
    given: (id) => ({
      body: { company_id: String(id), applied_on: TODAY, from_month: DEDUCTION_MONTH },
    }),
  },
  'taxes.withdraw_deduction': {
    ...signers,
    names: 'body',
    thing: (asking) => partnerWithDeduction(asking, true),
    given: (company_id) => ({ body: { company_id, last_month: DEDUCTION_MONTH } }),
  },
  'taxes.set_earlier': {
    ...signers,
    names: 'body',
    thing: ({ world }) => world.executor.id,
    given: (executor_company_id) => ({
      body: {
        executor_company_id: Number(executor_company_id),
        kind: 'self_employed' as const,
        period: TODAY.slice(0, 7),
        amount: '1000.00',
        source: 'Выписка e-Salyq',
        source_on: TODAY,
      },
    }),
  },
  'taxes.check_register': {
    ...signers,
    names: 'body',
    thing: ({ world }) => world.executor.id,
    given: (executor_company_id) => ({ body: { executor_company_id: Number(executor_company_id) } }),
  },
  'taxes.earlier_sheet': director,
  'taxes.import_earlier': {
    ...director,
    thing: openingsThing,
    given: async (executor, asking) => ({ ...(await openingsOf(executor, asking, EARLIER)), body: {} }),
  },
  'taxes.paper': {
    ...all,
    names: 'path',
    thing: async ({ app, world }) => {
      const asked = {
        ...standingOf(world.executor.id),
        files: { file: { name: 'справка.pdf', bytes: await samplePdf() } },
      };
      const { history } = await app.ok('taxes.set_standing', world.director, asked);
      return history.find(({ paper }) => paper !== null)!.paper!.file_id;
    },
    given: (file_id) => ({ params: { file_id } }),
  },
  'taxes.figures': { ...platform, given: () => ({ query: { year: 2026 } }) },
  'taxes.set_figure': {
    ...platform,
    given: () => ({
      body: {
        figure: 'mrp',
        valid_from: '2031-01-01',
        valid_until: '2031-12-31',
        value: '5000',
        source: 'Закон о бюджете',
      },
    }),
  },
  'activities.list': platform,
  'activities.set': {
    ...platform,
    given: () => ({
      body: {
        oked: '96021',
        name: 'Парикмахеры',
        valid_from: '2026-01-01',
        valid_until: null,
        source: 'ППРК 994',
      },
    }),
  },
  'taxes.decisions': platform,
  'taxes.decide': {
    ...platform,
    given: () => ({
      body: { question: 'rounding', choice: 'cautious', valid_from: '2031-01-01', note: 'Консультант' },
    }),
  },
  'taxes.decisions_paper': platform,
  'taxes.company_decisions': business,
  'taxes.decide_for_company': {
    ...director,
    given: () => ({
      body: { question: 'deduction_carry', choice: 'year', valid_from: '2031-01-01', note: 'Консультант' },
    }),
  },
  'taxes.company_paper': business,
  'payments.files': { ...director, given: () => ({ query: {} }) },
  'payments.file': {
    ...director,
    names: 'path',
    thing: async (asking) => madeFile(asking, 'file', await fileOrder('file')(asking)),
    given: (id) => ({ params: { payment_file_id: id } }),
  },
  'payments.read_statement': {
    ...director,
    director: 415,
    given: () => ({ files: { file: { name: 'a.txt', bytes: Buffer.from('none') } } }),
  },
  'payments.preview_table': {
    ...director,
    given: () => ({
      body: {},
      files: { file: { name: 'a.csv', bytes: Buffer.from('Дата;Сумма;Назначение') } },
    }),
  },
  'payments.mappings': { ...director, given: () => ({}) },
  'payments.end_mapping': {
    ...director,
    names: 'path',
    thing: keptMapping,
    given: (mapping_id) => ({ params: { mapping_id } }),
  },
  'payments.ask_statement': { ...director, director: 409, given: () => ({ body: {} }) },
  'payments.statements': { ...director, given: () => ({ query: {} }) },
  'payments.operations': { ...director, given: () => ({ query: {} }) },
  'payments.candidates': { ...director, names: 'path', thing: operation, given: ofOperation },
  'payments.match': {
    ...director,
    director: 404,
    names: 'path',
    thing: operation,
    given: (id) => ({ params: { operation_id: id }, body: { orders: [{ order_id: MISSING }] } }),
  },
  'payments.match_many': {
    ...director,
    given: () => ({ body: { matches: [{ operation_id: MISSING, orders: [] }] } }),
  },
  'payments.rules': { ...director, given: () => ({}) },
  'payments.add_rule': {
    ...director,
    given: () => ({ body: { direction: 'out', words: 'Комиссия', kind: 'commission' } }),
  },
  'payments.end_rule': {
    ...director,
    names: 'path',
    thing: ({ app, world }) =>
      once(world, 'rule', async () => {
        const body = { direction: 'out', words: world.mark, kind: 'other' } as const;
        return (await app.ok('payments.add_rule', world.director, { body })).id;
      }),
    given: (rule_id) => ({ params: { rule_id } }),
  },
  'payments.take_back': { ...director, names: 'path', thing: operation, given: ofOperation },
  'payments.set_aside': {
    ...director,
    names: 'path',
    thing: operation,
    given: (id) => ({ params: { operation_id: id }, body: { is_set_aside: true } }),
  },
  'acts.recall': { ...director, names: 'path', thing: 'sent', given: act },
  'acts.return': {
    director: 403,
    employee: 403,
    executor: 200,
    names: 'path',
    thing: 'sent',
    given: (id) => ({ ...act(id), body: reason }),
  },
  'acts.annul': {
    ...signers,
    names: 'path',
    thing: 'signed',
    given: (id) => ({ ...act(id), body: reason }),
  },
  'acts.annul_many': {
    director: 'row ok',
    employee: 403,
    executor: 'row ok',
    names: 'body',
    thing: 'signed',
    given: (id) => ({ body: { act_ids: [id], ...reason } }),
  },
  'acts.refuse_annulment': {
    director: 200,
    employee: 403,
    // It was the executor who asked.
    executor: 409,
    names: 'path',
    thing: 'asked_by_executor',
    given: act,
  },
  'acts.copy': { ...director, director: 'row ok', names: 'body', thing: seenAct, given: acts },
  'acts.correct': {
    ...director,
    director: 409,
    names: 'path',
    thing: seenSigned,
    given: (id) => ({ ...act(id), body: { amount: '-1.00', date: TODAY, ...reason } }),
  },
  'refunds.record': {
    ...director,
    // A payment is no refund.
    director: 409,
    names: 'path',
    thing: seenSigned,
    given: (id) => ({ ...act(id), body: reason }),
  },
  'act_comments.list': { ...all, names: 'path', thing: seenAct, given: act },
  'act_comments.add': {
    ...all,
    names: 'body',
    thing: seenAct,
    given: (act_id) => ({ body: { act_id, comment: 'Проверьте дату' } }),
  },
  'act_comments.read': {
    ...all,
    names: 'path',
    thing: seenAct,
    given: (id) => ({ ...act(id), body: { seq: 1 } }),
  },
  'act_cheques.get': { ...all, names: 'path', thing: seenAct, given: act },
  'act_cheques.add': {
    ...signers,
    names: 'path',
    thing: bareAct,
    given: (id) => ({ ...act(id), body: { link: newCheque() } }),
  },
  'act_cheques.check': { ...signers, names: 'path', thing: chequedAct, given: act },
  'act_cheques.remove': { ...signers, names: 'path', thing: chequedAct, given: act },
  'act_documents.list': { ...all, names: 'path', thing: seenAct, given: act },
  'act_documents.add': {
    ...signers,
    names: 'body',
    thing: seenAct,
    given: async (act_id) => ({
      body: { act_id: String(act_id) },
      files: { file: { name: 'отчёт.pdf', bytes: await samplePdf() } },
    }),
  },
  'act_documents.file': {
    ...all,
    names: 'path',
    thing: actDocument,
    given: (additional_document_id) => ({ params: { additional_document_id } }),
  },
  'act_documents.remove': {
    director: 200,
    employee: 403,
    // It was the company that put it there.
    executor: 409,
    names: 'path',
    thing: actDocument,
    given: (additional_document_id) => ({ params: { additional_document_id } }),
  },
  'act_schedules.periods': all,
  'act_schedules.set': {
    ...director,
    names: 'path',
    thing: seenAct,
    given: (id) => ({ ...act(id), body: { auto_generate: true, period_id: 1 } }),
  },
  'act_schedules.settings': business,
  'act_schedules.set_settings': { ...director, given: () => ({ body: { auto_acts_sent: false } }) },
  'acts_admin.list': platform,
  'acts_admin.restore': {
    ...platform,
    thing: seenAct,
    given: (id) => ({ ...act(id), body: reason }),
  },
  'acts.selection': {
    ...all,
    names: 'body',
    thing: 'sent',
    given: (id) => ({ body: { filter: { id } } }),
  },
  'acts.selection_ids': {
    director: 200,
    employee: 'missing',
    executor: 'missing',
    names: 'path',
    thing: selectionOfDirector,
    given: (selection_id) => ({ params: { selection_id } }),
  },
  'acts.recall_many': { ...director, director: 'row ok', names: 'body', thing: 'sent', given: acts },
  'acts.return_many': {
    director: 403,
    employee: 403,
    executor: 'row ok',
    names: 'body',
    thing: 'sent',
    given: (id) => ({ body: { act_ids: [id], ...reason } }),
  },
  // What a ticket says of strangers' acts is held in select-acts.test.ts.
  'acts.download_ticket': { ...all, given: () => acts(MISSING) },
  'acts.download_by_ticket': {
    everybody: 404,
    given: () => ({ params: { ticket: 'x'.repeat(43) } }),
  },
  'acts.export': {
    ...all,
    given: () => acts(MISSING),
  },
  'act_views.list': all,
  'act_views.save': { ...all, given: () => ({ body: { name: 'Мои', query: {} } }) },
  // What others keep is held in views.test.ts.
  'act_views.change': {
    director: 'missing',
    employee: 'missing',
    executor: 'missing',
    names: 'path',
    given: () => ({ params: { view_id: MISSING }, body: { name: 'Мои', query: {} } }),
  },
  'act_views.delete': { ...all, given: () => ({ params: { view_id: MISSING } }) },
  'acts.statuses': all,
  'acts.template': director,
  'acts.process': {
    ...director,
    director: 422,
    given: () => ({ files: { file: { name: 'акты.xlsx', bytes: Buffer.from('no table') } } }),
  },
  'acts.import_rest': {
    ...director,
    director: 422,
    given: () => ({ files: { file: { name: 'акты.xlsx', bytes: Buffer.from('no table') } } }),
  },
  'acts.categories': all,
  'acts.units': all,

  'documents.sheet': all,
  'documents.list': {
    ...all,
    names: 'query',
    thing: ({ world, by }) => (by.side === 'business' ? world.executor.id : world.company.id),
    given: (contractor_company_id) => ({ query: { contractor_company_id } }),
  },
  'documents.create': {
    ...director,
    given: async (_, { world }) => ({
      body: {
        title: 'Шарт',
        contractor_id: String(world.executor.id),
        type_id: '1',
        start_date: '2026-01-01',
        end_date: '2026-12-31',
      },
      files: { file: { name: 'a.pdf', bytes: await samplePdf() } },
    }),
  },
  'documents.get': { ...all, names: 'path', thing: ({ world }) => world.contract_id, given: contract },
  'documents.replace': {
    ...director,
    names: 'path',
    thing: 'draft_contract',
    given: async (id) => ({
      ...contract(id),
      files: { file: { name: 'b.pdf', bytes: await samplePdf() } },
    }),
  },
  'documents.delete': {
    ...director,
    names: 'path',
    thing: 'draft_contract',
    given: contract,
  },
  'documents.file': { ...all, names: 'path', thing: ({ world }) => world.contract_id, given: contract },
  'documents.send': {
    ...director,
    names: 'path',
    thing: 'draft_contract',
    given: contract,
  },
  'documents.refuse': {
    director: 403,
    employee: 403,
    executor: 200,
    names: 'path',
    thing: 'sent_contract',
    given: (id) => ({ ...contract(id), body: reason }),
  },
  'documents.sign': {
    director: 'row ok',
    employee: 403,
    executor: 'row ok',
    names: 'body',
    thing: 'sent_contract',
    given: contractSignature,
  },
  'live.stream': all,
  'notices.list': anybody,
  'notices.count': anybody,
  'notices.choices': anybody,
  'notices.choose': {
    ...anybody,
    given: () => ({ body: { kind: 'ticket_answered', channel: 'in_app', is_on: true } }),
  },
  'notices.read': {
    director: 200,
    employee: 404,
    executor: 404,
    admin: 404,
    names: 'path',
    thing: noticeOfDirector,
    given: (notice_id) => ({ params: { notice_id } }),
  },
  'notices.read_all': {
    director: 200,
    employee: 404,
    executor: 404,
    admin: 404,
    names: 'body',
    thing: noticeOfDirector,
    given: (up_to) => ({ body: { up_to } }),
  },
  'notices.reminders': director,
  'notices.set_reminders': {
    ...director,
    given: () => ({ body: { is_on: true, every_days: 3, most: 3 } }),
  },
  'statistics.get': { director: 200, employee: 403, executor: 200 },
  'statistics.sheet': { director: 200, employee: 403, executor: 200 },
  'bookkeeping.period': business,
  'bookkeeping.check_period': { ...director, given: () => ({ query: { closed_until: '2020-01-31' } }) },
  'bookkeeping.close_period': { ...director, given: () => ({ body: { closed_until: '2020-01-31' } }) },
  'bookkeeping.balances': all,
  'income.year': { ...executor, given: () => ({ query: { year: 2026 } }) },
  'income.certificate': { ...executor, given: () => ({ query: { year: 2026, language: 'kz' } }) },
  'income.payslip': {
    ...executor,
    executor: 404,
    given: () => ({
      query: { language: 'kz', company_id: 1, act_id: 1, order_number: 1, date: '2026-01-01' },
    }),
  },
  'openings.list': business,
  'openings.sheet': director,
  'openings.check': { ...director, thing: openingsThing, given: openingsOf },
  'openings.take': { ...director, thing: openingsThing, given: openingsOf },
  'openings.undo': {
    ...director,
    names: 'path',
    thing: async (asking) => {
      await asking.app.ok(
        'openings.take',
        asking.world.director,
        await openingsOf(await openingsThing(asking), asking),
      );
      const { items } = await asking.app.ok('openings.list', asking.world.director, {});
      return items[0]!.id;
    },
    given: (batch_id) => ({ params: { batch_id }, body: reason }),
  },
  'bookkeeping.reconciliation': withPartner,
  'bookkeeping.reconciliation_pdf': withPartner,
  'bookkeeping.reconciliation_sheet': withPartner,
  'reconciliations.parties': {
    ...business,
    given: () => ({ query: { date_from: addDays(TODAY, -30), date_to: TODAY } }),
  },
  'reconciliations.send': {
    director: 'row ok',
    employee: 403,
    executor: 403,
    names: 'body',
    thing: workerOf,
    given: (id) => ({ body: { date_from: addDays(TODAY, -30), date_to: TODAY, executor_company_ids: [id] } }),
  },
  'reconciliations.list': all,
  'reconciliations.get': seenReconciliation,
  'reconciliations.pdf': seenReconciliation,
  'reconciliations.sheet': seenReconciliation,
  'reconciliations.answer': {
    director: 403,
    employee: 403,
    executor: 200,
    names: 'path',
    thing: makeReconciliation(),
    given: (id) => ({ ...ofReconciliation(id), body: {} }),
  },
  'reconciliations.issue': {
    ...director,
    names: 'path',
    thing: makeReconciliation('differences'),
    given: ofReconciliation,
  },
  'reconciliations.withdraw': {
    ...director,
    names: 'path',
    thing: makeReconciliation(),
    given: ofReconciliation,
  },
  'reconciliations.remind': {
    ...director,
    names: 'body',
    thing: makeReconciliation(),
    given: (id) => ({ body: { reconciliation_ids: [id] } }),
  },
  'month_package.ticket': { ...director, given: () => ({ body: { month: '2026-10' } }) },
  'month_package.download': {
    everybody: 404,
    given: () => ({ params: { ticket: 'x'.repeat(43) } }),
  },
  'bookkeeping.withholding_settings': business,
  'bookkeeping.set_withholding': { ...director, given: () => ({ body: { is_on: true } }) },
  'bookkeeping.withholding_register': {
    ...director,
    given: () => ({ query: { date_from: '2026-01-01', date_to: '2026-12-31' } }),
  },
  'bookkeeping.payslip': {
    ...director,
    names: 'path',
    // Not carried out yet.
    director: 404,
    thing: fileOrder('payslip'),
    given: (order_id) => ({ params: { order_id }, query: { language: 'kz' } }),
  },
  'bookkeeping.closed_differences': director,
  'bookkeeping.closed_differences_sheet': { ...director, given: () => ({ query: { year: 2026 } }) },
  'obligations.month': { ...director, given: () => ({ query: { month: '2026-10' } }) },
  'obligations.list_file': {
    ...director,
    // Nothing was withheld.
    director: 409,
    given: () => ({ query: { month: '2026-10', kind: 'opv' } }),
  },
  'obligations.order_file': {
    ...director,
    // Nothing was withheld.
    director: 409,
    given: () => ({ query: { month: '2026-10', format: '1c' } }),
  },
  'obligations.enter_office': {
    ...director,
    // The bank is not known.
    director: 422,
    given: () => ({
      body: { name: 'УГД', bin: '141140001547', iban: 'KZ12009NPS0413609816', bank_id: 999_999 },
    }),
  },
  // Nothing was withheld.
  'obligations.tell_paid': {
    ...director,
    director: 409,
    given: () => ({ body: { month: '2026-10', kind: 'opv', paid_on: '2026-10-31', amount: '1.00' } }),
  },
  'obligations.untell': {
    ...director,
    given: () => ({ body: { month: '2026-10', kind: 'opv', paid_on: '2026-10-31' } }),
  },
  'obligations.transferred': { ...executor, given: () => ({ query: { year: 2026 } }) },
  'obligations.sheet': { ...director, given: () => ({ query: { month: '2026-10' } }) },
  'search.find': { ...all, given: () => ({ query: { text: 'Курьер' } }) },
  'documents.original': {
    // It was uploaded as PDF.
    director: 404,
    employee: 404,
    executor: 403,
    names: 'path',
    thing: ({ world }) => world.contract_id,
    given: contract,
  },
  'documents.history': { ...all, names: 'path', thing: ({ world }) => world.contract_id, given: contract },
  'documents.terminate': {
    ...unsignedContract,
    given: (id) => ({ ...contract(id), body: reason }),
  },
  'documents.delete_many': {
    director: 'row ok',
    employee: 403,
    executor: 403,
    names: 'body',
    thing: 'draft_contract',
    given: theContracts,
  },
  'documents.send_many': {
    director: 'row ok',
    employee: 403,
    executor: 403,
    names: 'body',
    thing: 'draft_contract',
    given: theContracts,
  },
  // These answer a work, an archive and a ticket; what they say of strangers' ids is held in life-of-contracts.test.ts.
  'documents.renew': {
    ...director,
    given: (_, { world }) => ({
      body: { document_ids: [world.contract_id], start_date: '2027-01-01', end_date: '2027-12-31' },
    }),
  },
  'documents.download_many': {
    ...all,
    given: (_, { world }) => ({ query: { ids: [world.contract_id] } }),
  },
  'documents.download_ticket': {
    ...all,
    given: (_, { world }) => theContracts(world.contract_id),
  },
  'documents.download_by_ticket': {
    everybody: 404,
    given: () => ({ params: { ticket: 'x'.repeat(43) } }),
  },
  'documents.sign_by_hand': {
    ...director,
    names: 'body',
    thing: 'sent_contract',
    given: async (id) => ({
      body: { document_id: String(id) },
      files: { file: { name: 'scan.pdf', bytes: await samplePdf() } },
    }),
  },
  'documents.check_papers': {
    ...director,
    given: () => ({
      body: {},
      files: { file: { name: 'a.csv', bytes: Buffer.from('Номер;ИИН;Дата;Срок\n1;2;3;4') } },
    }),
  },
  'documents.papers_rest': {
    ...director,
    given: () => ({
      body: {},
      files: { file: { name: 'a.csv', bytes: Buffer.from('Номер;ИИН;Дата;Срок\n1;2;3;4') } },
    }),
  },
  'documents.keep_scan': {
    ...director,
    given: async () => ({ body: {}, files: { file: { name: 'scan.pdf', bytes: await samplePdf() } } }),
  },
  // What it says of strangers' scans is held in take-over.test.ts.
  'documents.take_over': {
    ...director,
    director: 404,
    given: (_, { world }) => ({
      body: {
        papers: [
          {
            title: 'Договор',
            contractor_id: world.executor.id,
            number: randomUUID(),
            date: '2026-01-10',
            start_date: '2026-01-10',
            end_date: '2027-01-09',
            scan: 'AAAA',
          },
        ],
      },
    }),
  },
  'documents.scan': {
    director: 404,
    employee: 404,
    executor: 404,
    names: 'path',
    thing: ({ world }) => world.contract_id,
    given: contract,
  },
  'documents.confirm_hand': {
    director: 403,
    employee: 403,
    executor: 409,
    names: 'path',
    thing: 'sent_contract',
    given: contract,
  },
  'documents.dispute_hand': {
    director: 403,
    employee: 403,
    executor: 409,
    names: 'path',
    thing: 'sent_contract',
    given: (id) => ({ ...contract(id), body: reason }),
  },
  'documents.disputes': platform,
  'documents.disputed_scan': { ...nobodyOfPlatform, given: contract },
  'documents.decide_dispute': {
    ...nobodyOfPlatform,
    given: (id) => ({ ...contract(id), body: { ...reason, decision: 'uphold' } }),
  },
  'documents.convert': {
    ...all,
    given: async () => ({
      body: { file_type: 'pdf' },
      files: { file: { name: 'a.pdf', bytes: await samplePdf() } },
    }),
  },
  'documents.check_template': {
    ...director,
    names: 'body',
    thing: ({ app, world }) => makeTemplate(app, world.director),
    given: (template_id, { world }) => ({ body: { template_id, executor_company_ids: [world.executor.id] } }),
  },
  // An executor nobody has: what is looked at here needs no converter.
  'documents.create_by_template': {
    director: 422,
    employee: 403,
    executor: 403,
    names: 'body',
    thing: ({ world }) => world.executor.id,
    given: (executor_company_id) => ({ body: { ...terms, template_id: 999_999_999, executor_company_id } }),
  },
  'documents.create_many': {
    ...director,
    names: 'body',
    // For an executor nobody has: no pages are made here.
    thing: ({ app, world }) => makeTemplate(app, world.director),
    given: (template_id) => ({ body: { ...terms, template_id, executor_company_ids: [999_999_999] } }),
  },
  'documents.statuses': all,
  'documents.types': all,
  'templates.list': business,
  'templates.upload': {
    ...director,
    names: 'body',
    thing: ({ app, world }) => makeTemplate(app, world.director),
    given: async (template_id) => ({
      body: { name: 'Үлгі', template_id: String(template_id) },
      files: { file: { name: 'a.docx', bytes: await makeWordFile(['{executor_name}']) } },
    }),
  },
  'templates.get': {
    ...business,
    names: 'path',
    thing: ({ app, world }) => makeTemplate(app, world.director),
    given: template,
  },
  'templates.delete': {
    ...director,
    names: 'path',
    thing: ({ app, world }) => makeTemplate(app, world.director),
    given: template,
  },
  'templates.download': {
    ...business,
    names: 'path',
    thing: ({ app, world }) => makeTemplate(app, world.director),
    given: template,
  },
  // Of an executor nobody has: what is looked at here needs no converter.
  'templates.preview': {
    director: 422,
    employee: 422,
    executor: 403,
    names: 'path',
    thing: ({ app, world }) => makeTemplate(app, world.director),
    given: (id) => ({ ...template(id), query: { executor_company_id: 999_999_999 } }),
  },
  'templates.fields': business,
  'templates.sample': business,
  'templates.sort_parameters': business,
  'users.profile': anybody,
  'users.get': {
    ...anybody,
    admin: 'missing',
    names: 'path',
    thing: ({ world }) => world.director.user_id,
    // An executor is no colleague of the director.
    executor: 'missing',
    given: (user_id) => ({ params: { user_id } }),
  },
  'users.phone': {
    ...business,
    executor: 'missing',
    names: 'path',
    thing: ({ world }) => world.company.id,
    given: (company_id) => ({ params: { company_id } }),
  },
  'users.login_success': {
    director: 200,
    employee: 'missing',
    executor: 'missing',
    admin: 'missing',
    names: 'path',
    thing: ({ world }) => world.director.user_id,
    given: (user_id) => ({ params: { user_id } }),
  },
  'users.phone_code': { ...anybody, given: () => ({ body: { phone: nextPhone() } }) },
  'users.confirm_phone': {
    director: 400,
    employee: 400,
    executor: 400,
    admin: 400,
    given: () => ({ body: { phone: '+77012223344', code: '000000' } }),
  },
  'users.list': administrator,
  'users.block': {
    ...administrator,
    names: 'path',
    thing: colleague,
    given: (user_id) => ({ params: { user_id } }),
  },
  'users.set_platform_rights': {
    ...administrator,
    names: 'path',
    thing: colleague,
    given: (user_id) => ({ params: { user_id }, body: { rights: ['support'] } }),
  },
  'users.unblock': {
    ...administrator,
    names: 'path',
    thing: colleague,
    given: (user_id) => ({ params: { user_id } }),
  },
  'users.delete': {
    ...administrator,
    names: 'path',
    thing: colleague,
    given: (user_id) => ({ params: { user_id } }),
  },
  'companies.own': all,
  'companies.profile': all,
  'companies.name_requests': { ...administrator, given: () => ({ query: {} }) },
  'companies.decide_name': {
    ...administrator,
    names: 'path',
    thing: waitingName,
    given: (id) => ({ params: { request_id: id }, body: { outcome: 'approved' } }),
  },
  'companies.update': { ...settings, given: () => ({ body: { address: 'Алматы, Абай даңғылы, 1' } }) },
  'companies.history': { ...settings, given: () => ({ query: {} }) },
  'companies.set_main_bank': {
    ...settings,
    executor: 'missing',
    names: 'body',
    thing: (asking) => makeAccount(asking),
    given: (requisite_id) => ({ body: { requisite_id } }),
  },
  'companies.get': {
    ...all,
    names: 'path',
    thing: ({ world }) => world.company.id,
    given: (company_id) => ({ params: { company_id } }),
  },
  'companies.admin_list': administrator,
  'companies.by_bin': { ...administrator, given: (_, { world }) => ({ params: { bin: world.company.bin } }) },
  'companies.create': {
    ...administrator,
    // Somebody has registered it already.
    admin: 409,
    given: (_, { world }) => ({
      body: { role: 'business', type: 'too', name: 'Жаңа', bin: world.company.bin },
    }),
  },
  'companies.delete': {
    ...administrator,
    names: 'body',
    thing: emptyCompany,
    given: (company_id) => ({ body: { company_id } }),
  },
  'companies.director_candidates': {
    ...administrator,
    names: 'path',
    thing: ({ world }) => world.company.id,
    given: (company_id) => ({ params: { company_id } }),
  },
  'companies.link_director': {
    ...administrator,
    // There is one already.
    admin: 409,
    names: 'body',
    thing: ({ world }) => world.company.id,
    given: (company_id, { world }) => ({ body: { company_id, user_id: world.employee.user_id } }),
  },
  'companies.unlink_director': {
    ...administrator,
    // There is none.
    admin: 409,
    names: 'body',
    thing: emptyCompany,
    given: (company_id) => ({ body: { company_id } }),
  },
  'companies.set_partner': {
    ...administrator,
    names: 'body',
    thing: ({ world }) => world.company.id,
    given: (company_id) => ({
      body: { company_id, has_partner: true, partner_name: 'Серіктес', partner_commission: '1.5' },
    }),
  },
  'outbox.list': administrator,
  'outbox.get': {
    ...administrator,
    names: 'path',
    thing: keptMessage,
    given: (message_id) => ({ params: { message_id } }),
  },
  'outbox.send_again': {
    ...administrator,
    names: 'path',
    thing: keptMessage,
    given: (message_id) => ({ params: { message_id } }),
  },
  'administration.import_kato': {
    ...platform,
    // Not the official list: it is refused after the caller was let in.
    admin: 422,
    given: async (_, { app }) => ({ files: { file: { name: 'kato.xlsx', bytes: await emptyBook(app) } } }),
  },
  'administration.audit': administrator,
  'administration.audit_chain': administrator,
  'administration.health': administrator,
  'outbox.texts': { ...administrator, given: () => ({ query: { language: 'kz' } }) },
  'jobs.admin_list': administrator,
  'jobs.run_again': {
    ...administrator,
    names: 'path',
    thing: brokenRun,
    given: (run_id) => ({ params: { run_id } }),
  },
  'users.sessions': {
    ...administrator,
    thing: ({ world }) => world.director.user_id,
    given: (user_id) => ({ params: { user_id } }),
  },
  'users.end_session': {
    ...administrator,
    thing: sessionOfDirector,
    given: (session_id, { world }) => ({ params: { user_id: world.director.user_id, session_id } }),
  },
  'employees.list': director,
  'employees.update': {
    ...director,
    names: 'path',
    thing: colleague,
    given: (user_id) => ({ params: { user_id }, body: { rights: ['pay'] } }),
  },
  'employees.set_deputy': {
    ...director,
    names: 'path',
    thing: colleague,
    given: (user_id) => ({ params: { user_id }, body: { from: '2026-01-01', until: '2199-12-31' } }),
  },
  'employees.end_deputy': {
    ...director,
    names: 'path',
    thing: colleague,
    given: (user_id) => ({ params: { user_id } }),
  },
  'employees.remove': {
    ...director,
    names: 'path',
    thing: colleague,
    given: (user_id) => ({ params: { user_id } }),
  },
  'employees.restore': {
    ...director,
    names: 'path',
    thing: colleague,
    given: (user_id) => ({ params: { user_id } }),
  },
  'employee_invitations.list': director,
  'employee_invitations.create': {
    ...director,
    given: () => ({ body: { email: `${randomUUID()}@invited.example`, rights: ['sign'] } }),
  },
  'employee_invitations.cancel': {
    ...director,
    names: 'path',
    thing: async ({ app, world }) => {
      const body = { email: `${randomUUID()}@invited.example`, rights: [] };
      return (await app.ok('employee_invitations.create', world.director, { body })).id;
    },
    given: (invitation_id) => ({ params: { invitation_id } }),
  },
  'employee_invitations.open': { everybody: 404, given: () => ({ body: { token: 'ab'.repeat(32) } }) },
  'employee_invitations.join': {
    everybody: 404,
    given: () => ({ body: { token: 'ab'.repeat(32), full_name: 'Аты', password: PASSWORD } }),
  },
  'employee_invitations.accept': {
    director: 404,
    employee: 404,
    executor: 404,
    admin: 404,
    given: () => ({ body: { token: 'ab'.repeat(32) } }),
  },
  'executors.names': business,
  'executors.list': business,
  'executors.sheet': business,

  'executors.colleagues': director,
  'executors.limit': business,
  'executors.profile': { ...business, names: 'path', thing: workerOf, given: ofExecutor },
  'executors.history': { ...business, names: 'path', thing: workerOf, given: ofExecutor },
  'executors.stop': { ...director, names: 'path', thing: makeSpareExecutor, given: toExecutor },
  // Works already: the same again.
  'executors.resume': { ...director, names: 'path', thing: makeSpareExecutor, given: toExecutor },
  'executors.remove': { ...director, names: 'path', thing: makeSpareExecutor, given: ofExecutor },
  'executors.stop_many': { ...director, ...manyExecutors },
  'executors.resume_many': { ...director, ...manyExecutors },
  'executors.assign': {
    ...director,
    ...manyExecutors,
    given: (id) => ({ body: { ids: [id], user_id: null } }),
  },
  'executors.set_limit': {
    ...platform,
    names: 'body',
    thing: ({ world }) => world.company.id,
    given: (company_id) => ({ body: { company_id, executor_limit_count: 100_000 } as never }),
  },
  'registration.phone': {
    everybody: 409,
    given: async (_, { app }) => ({
      body: { phone: newPhone(), kind: 'business', ...(await keyOf(app)) },
    }),
  },
  'registration.check_code': {
    everybody: 409,
    given: async (_, { app }) => ({ body: { code: '000000', ...(await keyOf(app)) } }),
  },
  'registration.send_code': late({}),
  'registration.email': late({ email: 'a@reg.example', password: PASSWORD }),
  'registration.email_stage': late({}),
  'registration.company': late({
    bin: newNumber('bin'),
    type: 'too',
    name: 'ТОО',
    address: 'Алматы',
    ceo: 'Басшы',
  }),
  'registration.bank': late({ bank_id: 1, iban: makeIban('125', '0000000000001') }),
  'registration.back': late({}),
  'registration.ecp_challenge': late({}),
  'registration.ecp': late({ cms: nothing }),
  'registration.ecp_qr': {
    everybody: 409,
    given: async (_, { app }) => ({ query: await keyOf(app) }),
  },
  'registration.ecp_qr_check': {
    everybody: 200,
    given: async (_, { app }) => ({ query: await keyOf(app) }),
  },
  'registration.esf': late({ postponed: true }),
  'registration.confirm_agreement': late({}),
  'registration.contract_file': {
    everybody: 409,
    given: async (_, { app }) => ({ params: await keyOf(app) }),
  },
  'registration.contract_to_sign': {
    everybody: 409,
    given: async (_, { app }) => ({ params: await keyOf(app) }),
  },
  'registration.contract_qr': {
    everybody: 409,
    given: async (_, { app }) => ({ params: await keyOf(app) }),
  },
  'registration.contract_qr_check': {
    everybody: 200,
    given: async (_, { app }) => ({ params: await keyOf(app) }),
  },
  'registration.sign_contract': {
    everybody: 409,
    given: async (_, { app }) => ({ query: await keyOf(app), body: { cms: nothing } }),
  },
  'registration.confirm': { everybody: 200, given: async (_, { app }) => ({ params: await keyOf(app) }) },
  'registration.finish': late({}),
  'registration.need_sign_contract': {
    everybody: 200,
    given: async (_, { app }) => ({ params: await keyOf(app) }),
  },
  'registration.company_info': {
    everybody: 200,
    given: async (_, { app }) => ({ params: await keyOf(app) }),
  },
  'registration.stage': { everybody: 200, given: async (_, { app }) => ({ query: await keyOf(app) }) },
  'registration.user_stage': { everybody: 200, given: async (_, { app }) => ({ query: await keyOf(app) }) },
  'registration.check_login': {
    everybody: 200,
    given: () => ({ query: { phone: '+77011234567', email: 'a@reg.example' } }),
  },
  'registration.address_suggest': {
    everybody: 200,
    given: async (_, { app }) => ({ query: { address: 'Алматы', ...(await keyOf(app)) } }),
  },
  'registration.verifications': platform,
  'registration.approve': {
    ...platform,
    names: 'path',
    thing: async ({ app }) => (await makeWaitingRegistration(app)).id,
    given: (registration_id) => ({ params: { registration_id } }),
  },
  'registration.refuse': {
    ...platform,
    names: 'path',
    thing: async ({ app }) => (await makeWaitingRegistration(app)).id,
    given: (registration_id) => ({ params: { registration_id }, body: { ...reason, step: 'bank' } }),
  },
  'invitations.list': director,
  'invitations.create': {
    ...director,
    given: async (_, { app, world, by }) => ({
      body: {
        name: 'Шақырылған',
        phone: newPhone(),
        end_date: TODAY,
        contract_document_id: by.side === 'executor' ? 1 : await contractOf(app, world),
      },
    }),
  },
  'invitations.get': { ...director, ...byPhone, given: invited },
  'invitations.update': {
    ...director,
    ...byPhone,
    given: (id) => ({ ...invited(id), body: { name: 'Басқа' } }),
  },
  'invitations.cancel': { ...director, ...byPhone, given: invited },
  'invitations.remind': {
    ...director,
    ...byPhone,
    names: 'body',
    given: (id) => ({ body: { phone: id === 999_999_999 ? '+77019999999' : String(id) } }),
  },
  'invitations.create_many': {
    ...director,
    given: () => ({ body: { end_date: TODAY, rows: [{ name: 'Шақырылған', phone: newPhone() }] } }),
  },
  'invitations.cancel_many': { ...director, ...byPhones },
  'invitations.remind_many': { ...director, ...byPhones },
  // It lives still.
  'invitations.repeat_many': {
    ...director,
    ...byPhones,
    director: 'row invitation.exists',
    given: (id) => ({ body: { ...phonesBody(id), end_date: TODAY } }),
  },
  'invitations.template': director,
  'invitations.copy_link': {
    ...director,
    ...byPhone,
    names: 'body',
    given: (id) => ({ body: { phone: id === 999_999_999 ? '+77019999999' : String(id) } }),
  },
  'invitations.contracts': director,
  'invitations.upload_contract': {
    ...director,
    given: async () => ({
      body: { title: 'Шарт', type_id: '1', start_date: TODAY, end_date: TODAY },
      files: { file: { name: 'a.pdf', bytes: await samplePdf() } },
    }),
  },
  'invitations.own': executor,
  'invitations.accept': {
    ...executor,
    names: 'path',
    thing: ({ app, world }) => inviteOwnExecutor(app, world),
    given: (invitation_id) => ({ params: { invitation_id } }),
  },
  'invitations.decline': {
    ...executor,
    names: 'path',
    thing: ({ app, world }) => inviteOwnExecutor(app, world),
    given: (invitation_id) => ({ params: { invitation_id } }),
  },
  'invitations.link': { everybody: 200, given: () => ({ query: { hash: 'a'.repeat(32) } }) },
  'invitations.open_link': { everybody: 200, given: () => ({ query: { hash: 'b'.repeat(32) } }) },
  'agreement.file': {
    everybody: 200,
    given: async (_, { app }) => {
      await ensureAgreement(app);
      return {};
    },
  },
  'agreement.current': { everybody: 200 },
  'agreement.upload': {
    ...platform,
    given: async () => ({ files: { file: { name: 'a.pdf', bytes: await samplePdf() } } }),
  },
  'banking.banks': { everybody: 200 },
  'banking.requisites': all,
  'banking.is_authorized': all,
  'banking.balance': settings,
  'banking.add_requisite': {
    ...settings,
    given: async (_, { app }) => ({ body: await newAccount(app) }),
  },
  'banking.update_requisite': {
    ...settings,
    executor: 'missing',
    names: 'body',
    thing: (asking) => makeAccount(asking),
    given: async (id, { app }) => ({ body: { id, kbe: '17', ...(await newAccount(app)) } }),
  },
  'banking.delete_requisite': {
    ...settings,
    executor: 'missing',
    names: 'body',
    thing: (asking) => makeAccount(asking),
    given: (id) => ({ body: { id } }),
  },
  'integrations.list': settings,
  'integrations.save': {
    ...settings,
    given: () => ({ params: { kind: 'JUSAN' }, body: { settings: { client_id: 'a' }, client_secret: 'b' } }),
  },
  'integrations.test': {
    ...settings,
    director: 409,
    executor: 409,
    given: () => ({ params: { kind: 'HALYK' } }),
  },
  'integrations.remove': { ...settings, given: () => ({ params: { kind: 'FORTE' } }) },
  'integrations.ask_consent': {
    ...settings,
    director: 409,
    executor: 409,
    given: () => ({ params: { kind: 'BCC' } }),
  },
  'integrations.take_consent': {
    ...settings,
    director: 409,
    executor: 409,
    given: () => ({ params: { kind: 'BCC' }, body: { code: 'a', state: '1.0' } }),
  },
  'consultation.create': {
    everybody: 200,
    given: () => ({
      body: { name: 'Ә', company_name: 'ТОО', email: 'a@reg.example', phone: '+77011234567' },
    }),
  },
  'consultation.list': platform,
  'consultation.close': {
    ...platform,
    names: 'path',
    thing: async ({ app }) => {
      const row = await app.parts.db
        .insertInto('consultations')
        .values({
          name: 'Ә',
          company_name: 'Б',
          email: 'a@b.example',
          phone: '+77011234567',
          comment: '',
          ip: '::1',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },
    given: (consultation_id) => ({ params: { consultation_id } }),
  },
  'consultation.register_link': {
    ...platform,
    given: () => ({ body: { destination: 'a@reg.example', receive_method: 'email' } }),
  },
  'support.themes': anybody,
  'support.statuses': anybody,
  'support.list': all,
  'support.create': { ...all, given: () => ({ body: { theme_id: '1', text: 'Сұрақ' } }) },
  'support.admin_list': platform,
  'support.get': {
    ...anybody,
    desk: 'support',
    names: 'path',
    thing: ticket,
    given: (ticket_id) => ({ params: { ticket_id } }),
  },
  'support.messages': {
    ...anybody,
    desk: 'support',
    names: 'path',
    thing: ticket,
    given: (ticket_id) => ({ params: { ticket_id } }),
  },
  'support.write': {
    ...anybody,
    desk: 'support',
    names: 'path',
    thing: ticket,
    given: (ticket_id) => ({ params: { ticket_id }, body: { text: 'Жауап' } }),
  },
  'support.set_status': {
    ...anybody,
    desk: 'support',
    names: 'path',
    thing: ticket,
    // The desk takes it, its author closes it.
    given: (ticket_id, { by }) => ({
      params: { ticket_id },
      body: { status_id: by.company_id === null ? '2' : '5' },
    }),
  },
  'support.attachment': {
    ...anybody,
    desk: 'support',
    names: 'path',
    thing: ticketAttachment,
    given: (attachment_id) => ({ params: { attachment_id } }),
  },
  'support.answers': platform,
  'support.add_answer': { ...platform, given: () => ({ body: readyAnswer }) },
  'support.change_answer': {
    ...platform,
    names: 'path',
    thing: keptAnswer,
    given: (answer_id) => ({ params: { answer_id }, body: readyAnswer }),
  },
  'support.delete_answer': {
    ...platform,
    names: 'path',
    thing: keptAnswer,
    given: (answer_id) => ({ params: { answer_id } }),
  },

  'tariff.add_period': {
    ...platform,
    given: () => ({ body: { name_ru: 'Срок', name_kz: 'Мерзім', months: 11 } }),
  },
  'tariff.set': {
    ...platform,
    names: 'body',
    thing: async ({ app }) => (await makeCompany(app)).id,
    given: (company_id) => ({ body: { ...tariffTerms(company_id), executor_limit_count: 10 } as never }),
  },
  'tariff.plan_change': {
    ...platform,
    names: 'body',
    thing: freshTariff,
    given: (company_id) => ({
      body: { ...tariffTerms(company_id), tariff_start_date: '2099-01-01' } as never,
    }),
  },
  'tariff.switch': {
    ...platform,
    names: 'body',
    thing: freshTariff,
    given: (company_id) => ({ body: tariffTerms(company_id) as never }),
  },
  'tariff.set_limit': {
    ...platform,
    names: 'body',
    thing: freshTariff,
    given: (company_id) => ({ body: { company_id, executor_limit_count: 12 } as never }),
  },
  'tariff.cancel_change': {
    ...platform,
    names: 'path',
    thing: plannedChange,
    given: (change_id) => ({ params: { change_id } }),
  },
  'tariff.changes': ofTariff,
  'tariff.preview': {
    ...tariffOfCompany,
    names: 'body',
    given: (company_id) => ({ body: { company_id, executor_limit_count: 2_000 } as never }),
  },
  'tariff.overdue': ofTariff,
  'tariff.statuses': ofTariff,
  'tariff.upcoming': ofTariff,
  'tariff.pay': {
    ...platform,
    names: 'path',
    thing: tariffEntry,
    given: (id) => ({ params: { id } }),
  },
  'tariff.bill': {
    ...tariffOfCompany,
    names: 'path',
    thing: tariffEntry,
    given: (id) => ({ params: { id } }),
  },
  'tariff.periods': anybody,
  'tariff.period': { ...anybody, given: () => ({ params: { id: 1 } }) },
  'tariff.plan_types': anybody,
  'tariff.get': {
    ...tariffOfCompany,
    names: 'path',
    given: (company_id) => ({ params: { company_id } }),
  },
  'tariff.admin_list': platform,
  'tariff.seller': platform,
  'tariff.set_seller': { ...platform, given: () => ({ body: tariffSeller }) },
  'tariff.read_payments': {
    ...platform,
    admin: 415,
    given: () => ({ files: { file: { name: 'a.txt', bytes: Buffer.from('none') } } }),
  },
  'tariff.incoming': platform,
  'tariff.match': {
    ...platform,
    admin: 404,
    names: 'path',
    thing: incomingPayment,
    given: (payment_id) => ({ params: { payment_id }, body: { entry_ids: [MISSING] } }),
  },
  'tariff.unmatch': {
    ...platform,
    names: 'path',
    thing: incomingPayment,
    given: (payment_id) => ({ params: { payment_id }, body: { reason: 'Ошибка' } }),
  },
  'tariff.set_aside': {
    ...platform,
    names: 'path',
    thing: incomingPayment,
    given: (payment_id) => ({ params: { payment_id }, body: { reason: 'Возврат займа' } }),
  },
  'tariff.bills': { ...platform, given: () => ({ query: { search: 'KT-1' } }) },
  'tariff.move_day': {
    ...platform,
    names: 'body',
    thing: freshTariff,
    given: (company_id) => ({ body: { company_id, day: almatyDate(new Date()) } as never }),
  },

  'signing.prepare': {
    ...signers,
    names: 'body',
    thing: 'sent',
    given: (id) => ({ body: { doc_type: 'act', ids: [id] } }),
  },
  'signing.cms': {
    ...all,
    names: 'path',
    thing: async ({ app, world }) => {
      const document = await app.ok('documents.get', world.director, {
        params: { doc_id: world.contract_id },
      });
      return document.signatures[0]!.id;
    },
    given: (signature_id) => ({ params: { signature_id } }),
  },
  'proofs.act_ddc': { ...unsigned, thing: 'sent', given: act },
  'proofs.act_cms': { ...unsigned, thing: 'sent', given: act },
  'proofs.act_sign_info': { ...unsigned, thing: 'sent', given: act },
  'proofs.act_print': { ...unsigned, thing: 'sent', given: act },
  'proofs.document_ddc': { ...unsigned, thing: 'sent_contract', given: contract },
  'proofs.document_cms': { ...all, names: 'path', thing: ({ world }) => world.contract_id, given: contract },
  'proofs.document_sign_info': {
    ...all,
    names: 'path',
    thing: ({ world }) => world.contract_id,
    given: contract,
  },
  'certificates.put': {
    ...all,
    given: (_, { by }) => ({
      body: { certificate: Buffer.from(by.key.certificate.der).toString('base64') },
    }),
  },
  'certificates.validate': all,
  'quick_sign.create': {
    ...director,
    names: 'body',
    thing: 'sent',
    given: (id) => ({ body: { doc_type: 'act', id } }),
  },
  'quick_sign.get': { everybody: 404, given: () => ({ params: { token: 'ab'.repeat(32) } }) },
  'quick_sign.file': { everybody: 404, given: () => ({ params: { token: 'ab'.repeat(32) } }) },
  'quick_sign.qr': { everybody: 404, given: () => ({ params: { token: 'ab'.repeat(32) } }) },
  'quick_sign.qr_check': {
    everybody: 404,
    given: () => ({ params: { token: 'ab'.repeat(32) }, query: { session_id: 1 } }),
  },
  'quick_sign.sign': {
    everybody: 404,
    given: () => ({ params: { token: 'ab'.repeat(32) }, body: { cms: nothing } }),
  },
  'qr.make': {
    ...signers,
    names: 'query',
    thing: 'sent',
    given: (id) => ({ query: { doc_ids: [id], doc_type: 'act' } }),
  },
  'qr.make_for_acts': {
    ...signers,
    names: 'query',
    thing: 'sent',
    given: (id) => ({ query: { act_ids: [id] } }),
  },
  'esf.check': all,
  'esf.prepare': {
    director: 403,
    employee: 403,
    executor: 422,
    names: 'body',
    thing: ({ world }) => world.see('signed'),
    given: (id) => ({ body: { what: 'papers', act_ids: [id] } }),
  },
  'esf.sign': {
    director: 404,
    employee: 403,
    executor: 200,
    names: 'path',
    thing: ({ app, world }) => makePageSession(app, world.executor.person, world.see('signed')),
    given: (id) => ({
      params: { session_id: id },
      body: { signatures: [{ position: 1, signature: 'AA==' }] },
    }),
  },
  'esf.check_session': signers,
  'esf.sign_out': signers,
  'esf.set_login': {
    ...director,
    given: () => ({ body: { login_esf: '900101300123', password: 'сынақ' } }),
  },
  'esf.prepare_sign_in': { ...signers, given: withEsfLogin },
  'esf.qr_sign_in': { ...signers, given: withEsfLogin },
  // No company here has an address, which an invoice needs.
  'esf.qr_invoice': {
    director: 403,
    employee: 403,
    executor: 422,
    names: 'query',
    thing: ({ world }) => world.see('signed'),
    given: (id) => ({ query: { act_ids: [id] } }),
  },
  'esf.qr_act': {
    director: 403,
    employee: 403,
    executor: 422,
    names: 'query',
    thing: ({ world }) => world.see('sent'),
    given: (id) => ({ query: { act_ids: [id] } }),
  },
  'esf.sheet': all,
  'esf.list': all,
  'esf.get': { ...all, names: 'path', thing: readyEsf, given: esf },
  'esf.xml': { ...all, names: 'path', thing: readyEsf, given: esf },
  'esf.of_act': { ...all, names: 'path', thing: ({ world }) => world.see('signed'), given: act },
  'esf.act_xml': {
    director: 403,
    employee: 403,
    executor: 422,
    names: 'path',
    thing: ({ world }) => world.see('signed'),
    given: (id) => ({ ...act(id), query: { kind: 'awp' } }),
  },
  'esf.by_hand': {
    director: 403,
    employee: 403,
    executor: 200,
    names: 'path',
    thing: 'signed',
    given: (id) => ({
      ...act(id),
      body: { kind: 'awp', registration_number: 'AWP-180340099996-20261120-00000001' },
    }),
  },
  'esf.inbound': business,
  'esf.inbound_sheet': business,
  // Nobody of the world is signed in to ИС ЭСФ.
  'esf.inbound_ask': { director: 409, employee: 409, executor: 403 },
  'esf.inbound_get': { ...business, names: 'path', thing: inboundInvoice, given: inbound },
  'esf.inbound_xml': { ...business, names: 'path', thing: inboundInvoice, given: inbound },
  'esf.remind': {
    ...director,
    names: 'path',
    thing: 'signed',
    given: act,
  },
  'esf.send': { director: 403, employee: 403, executor: 200, names: 'path', thing: readyEsf, given: esf },
  'esf.confirm': { ...director, names: 'path', thing: registeredAwp, given: esf },
  'esf.refuse': {
    ...director,
    names: 'path',
    thing: registeredAwp,
    given: (id) => ({ ...esf(id), body: reason }),
  },
  'esf.prepare_answer': {
    ...director,
    names: 'path',
    thing: registeredAwp,
    given: (id) => ({ ...esf(id), body: { answer: 'confirm' } }),
  },
  'esf.history': { ...all, names: 'path', thing: readyEsf, given: esf },
  'esf.revoke': {
    director: 403,
    employee: 403,
    executor: 200,
    names: 'path',
    thing: readyEsf,
    given: (id) => ({ ...esf(id), body: reason }),
  },
  'esf.set_vat': { director: 403, employee: 403, executor: 200, given: () => ({ body: { vat: null } }) },
  'qr.init': { everybody: 401, given: () => ({ query: { mgovSign: 'ab'.repeat(32) } }) },
  'qr.documents': { everybody: 401, given: () => ({ query: { doc_ids: [1], user_id: 1 } }) },
  'qr.take': {
    everybody: 401,
    given: () => ({ query: { doc_ids: [1], user_id: 1 }, body: { documentsToSign: [] } }),
  },
  'qr.check': {
    ...all,
    names: 'query',
    thing: 'sent',
    given: (id) => ({ query: { doc_ids: [id], doc_type: 'act' } }),
  },
  'verification.document': { everybody: 404, given: () => ({ params: { public_id: 'a'.repeat(16) } }) },
  'verification.files': {
    everybody: 200,
    given: () => ({ files: { cms: { name: 'a.cms', bytes: Buffer.from('none') } } }),
  },

  'key_store.load': {
    director: 415,
    employee: 415,
    executor: 415,
    given: () => ({ files: { file: { name: 'a.p12', bytes: Buffer.from('none') } } }),
  },
  'key_store.get': {
    director: 404,
    employee: 404,
    executor: 404,
    names: 'path',
    thing: ({ world }) => world.director.user_id,
    given: (user_id) => ({ params: { user_id } }),
  },
  'key_store.delete': {
    director: 200,
    employee: 404,
    executor: 404,
    names: 'path',
    thing: ({ world }) => world.director.user_id,
    given: (user_id) => ({ params: { user_id } }),
  },

  'jobs.list': all,
  'jobs.get': {
    director: 200,
    employee: 'missing',
    executor: 'missing',
    names: 'path',
    thing: runOfDirector,
    given: (run_id) => ({ params: { run_id } }),
  },
  'jobs.stop': {
    director: 200,
    employee: 'missing',
    executor: 'missing',
    names: 'path',
    thing: runOfDirector,
    given: (run_id) => ({ params: { run_id } }),
  },
  'jobs.go_on': {
    // A work that sends: it goes on by another sending.
    director: 409,
    employee: 'missing',
    executor: 'missing',
    names: 'path',
    thing: runOfDirector,
    given: (run_id) => ({ params: { run_id }, body: { rows: 'failed' } }),
  },
  'jobs.rows': {
    director: 200,
    employee: 'missing',
    executor: 'missing',
    names: 'path',
    thing: runOfDirector,
    given: (run_id) => ({ params: { run_id } }),
  },
  'sandbox.sign_ins': { everybody: 200 },
  'sandbox.bank_vouch': { everybody: 404, given: () => ({ body: { email: 'nobody@kelisim.example' } }) },
  'sandbox.keys': all,
  'sandbox.issue_keys': {
    everybody: 200,
    given: () => ({
      body: { bin: '180340012346', company_name: 'ТОО «Сынақ»', full_name: 'Сынақов Әлібек Сынақұлы' },
    }),
  },
  'sandbox.sample': { everybody: 200, given: () => ({ query: { kind: 'too' } }) },
  'sandbox.code': { everybody: 200, given: () => ({ query: { to: 'nobody@kelisim.example' } }) },
  'sandbox.ncalayer': all,
  'sandbox.phone_keys': { everybody: 200 },
  'sandbox.nca': { everybody: 200 },
  'sandbox.nca_fault': { everybody: 200, given: () => ({ body: { service: 'ocsp', fault: null } }) },
  'sandbox.nca_revoke': {
    everybody: 404,
    given: () => ({ body: { user_id: 999_999, company_id: 1, algorithm: 'rsa', reason: 'superseded' } }),
  },
  'sandbox.nca_issue': {
    everybody: 404,
    given: () => ({ body: { user_id: 999_999, company_id: 1, algorithm: 'rsa', validity: 'year' } }),
  },
};

const readyAnswer = { title: 'Ключ', text_ru: 'Проверьте срок ключа.', text_kz: 'Кілт мерзімін тексеріңіз.' };

async function keptAnswer({ app }: Asking): Promise<number> {
  const { id } = await app.parts.db
    .insertInto('support_answers')
    .values({ ...readyAnswer, updated_by: (await anyUser(app)).id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const anyUser = (app: TestApp) =>
  app.parts.db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();

/** Of the world's side of who asks; of its director, when the platform asks. */
async function ticket({ app, world, by }: Asking, files = {}): Promise<number> {
  const author = by.company_id === null ? world.director : by;
  const made = await app.ok('support.create', author, {
    body: { theme_id: '1', text: `Сұрақ ${world.mark}` },
    files,
  });
  return made.id;
}

async function ticketAttachment(asking: Asking): Promise<number> {
  const ticket_id = await ticket(asking, { attachment1: { name: 'a.pdf', bytes: await samplePdf() } });
  const author = asking.by.company_id === null ? asking.world.director : asking.by;
  const [message] = await messagesOf(asking.app, author, ticket_id);
  return message!.attachments[0]!.id;
}

const messagesOf = (app: TestApp, by: Person, ticket_id: number) =>
  app.ok('support.messages', by, { params: { ticket_id } });

let cheque_number = 1000;
/** The link of a cheque that nobody has used. */
const newCheque = () =>
  chequeAddress({ issuer: 'kaspi', first_id: `${(cheque_number += 1)}1`, second_id: '1' });

async function bareAct({ app, world }: Asking): Promise<number> {
  const act_id = world.see('sent');
  await app.ok('act_cheques.remove', world.director, { params: { act_id } });
  return act_id;
}

async function chequedAct(asking: Asking): Promise<number> {
  const { app, world } = asking;
  const act_id = await bareAct(asking);
  const params = { act_id };
  await app.ok('act_cheques.add', world.director, { params, body: { link: newCheque() } });
  return act_id;
}

/** A file that the company has put beside an act nobody has signed. */
async function actDocument({ app, world }: Asking): Promise<number> {
  const { id } = await app.ok('act_documents.add', world.director, {
    body: { act_id: String(world.see('sent')) },
    files: { file: { name: 'фото.pdf', bytes: await samplePdf() } },
  });
  return id;
}

async function emptyCompany({ app }: Asking): Promise<number> {
  const bin = String(Math.floor(Math.random() * 1e12)).padStart(12, '0');
  const { id } = await app.parts.db
    .insertInto('companies')
    .values({ role: 'business', type: 'too', name: 'Бос', bin })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function keptMessage({ app }: Asking): Promise<number> {
  const { id } = await app.parts.db
    .insertInto('messages')
    .values({
      channel: 'sms',
      kind: 'code',
      recipient: '+77010000001',
      locale: 'ru',
      body: 'Kelisim',
      state: 'failed',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

let last_phone = 0;
/** Each of another range, so that the limits of sending stay out of the way. */
const nextPhone = () => `+7701${String(++last_phone * 10_007).padStart(7, '0')}`;

/** Somebody new of the company, so that the people of the world keep what they have. */
async function colleague({ app, world }: Asking): Promise<number> {
  const { db } = app.parts;
  const { id: user_id } = await db
    .insertInto('users')
    .values({ full_name: `Қызметкер ${world.mark}`, email: `${randomUUID()}@colleague.example` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('memberships')
    .values({ user_id, company_id: world.company.id, role_id: 2, rights: ['manage_acts'] })
    .execute();
  return user_id;
}

async function runOfDirector({ app, world }: Asking): Promise<number> {
  const { run_id } = await app.ok(
    'acts.annul_many',
    world.director,
    { body: { act_ids: [999_999_999], reason: world.mark } },
    { key: randomUUID() },
  );
  return run_id;
}

async function selectionOfDirector({ app, world }: Asking): Promise<number> {
  const { selection_id } = await app.ok('acts.selection', world.director, { body: {} });
  return selection_id;
}

async function passkeyOfDirector({ app, world }: Asking): Promise<number> {
  const { id } = await app.parts.db
    .insertInto('passkeys')
    .values({
      user_id: world.director.user_id,
      credential_id: randomUUID(),
      public_key: Buffer.alloc(32),
      counter: 0,
      name: world.mark,
      is_backed_up: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A run one row of which failed by an error of ours. */
async function brokenRun({ app, world }: Asking): Promise<number> {
  const { db } = app.parts;
  const { id } = await db
    .insertInto('bulk_runs')
    .values({
      company_id: world.company.id,
      user_id: world.director.user_id,
      session_id: world.director.session_id,
      kind: 'acts.delete',
      idempotency_key: randomUUID(),
      request_hash: Buffer.alloc(32),
      params: '{}',
      state: 'done',
      total: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('bulk_items')
    .values({ run_id: id, position: 1, subject_id: MISSING, status: 'failed', code: 'internal' })
    .execute();
  return id;
}

async function noticeOfDirector({ app, world }: Asking): Promise<number> {
  const { id } = await app.parts.db
    .insertInto('notices')
    .values({
      user_id: world.director.user_id,
      kind: 'ticket_answered',
      words: JSON.stringify({ number: '1' }),
      path: '/lk/business/support/1',
      event_key: `test:${randomUUID()}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function sessionOfDirector({ app, world }: Asking): Promise<number> {
  return (await signInAs(app, world.director)).session_id;
}

/** The world's company with a tariff, given one where it has none. */
async function worldTariff({ app, world }: Asking): Promise<number> {
  return giveTariff(app, world.company.id);
}

/** Another company with a tariff: what is changed here is not the world's. */
async function freshTariff({ app }: Asking): Promise<number> {
  return giveTariff(app, (await makeCompany(app)).id);
}

async function tariffEntry(asking: Asking): Promise<number> {
  const company_id = await worldTariff(asking);
  const desk = await makeAdministrator(asking.app, ['tariffs']);
  await asking.app.ok('tariff.set_seller', desk, { body: tariffSeller });
  const { payment_calendar } = await asking.app.ok('tariff.get', desk, { params: { company_id } });
  return payment_calendar[0]!.id!;
}

async function plannedChange(asking: Asking): Promise<number> {
  const company_id = await freshTariff(asking);
  const desk = await makeAdministrator(asking.app, ['tariffs']);
  const { planned_changes } = await asking.app.ok('tariff.set_limit', desk, {
    body: { company_id, executor_limit_count: 20, scheduled_for: '2099-01-01' },
  });
  return planned_changes[0]!.id;
}

async function incomingPayment({ app }: Asking): Promise<number> {
  const { user_id } = await makeAdministrator(app, ['tariffs']);
  const { id } = await app.parts.db
    .insertInto('tariff_payments')
    .values({
      operated_on: TODAY,
      number: randomUUID(),
      amount_tiyn: 100n,
      payer_name: 'ТОО',
      purpose: 'Оплата',
      read_by: user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
