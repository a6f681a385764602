import { z } from 'zod';
import type { Json } from './openapi-schemas.ts';

const STREEBOG =
  '3f0c8a1de2b74596a7c1d0e9f8b7a6951423cdef0a1b2c3d4e5f60718293a4b53f0c8a1de2b74596a7c1d0e9f8b7a6951423cdef0a1b2c3d4e5f60718293a4b5';
const BIN = '180340099996';
const IIN = '900101300017';
const EXECUTOR = 'ИП Сапаров';
const COMPANY = 'ТОО «Проба»';
const PERSON = 'Ахметова Айгуль Сериковна';
const IBAN = 'KZ86125KZT5004100100';
const PHONE = '+77011234567';
const SERVICE = 'Доставка';
const TITLE = 'Курьерские услуги';

/**
 * What stands in answers, by the name of a field; with the name of what it is in before it, or of the group of the call,
 * where the name alone does not say enough. One company, one executor, one contract and one act in December.
 */
const VALUES: Record<string, unknown> = {
  // Numbers of things, as the bodies of requests name them.
  act_id: 7,
  act_ids: [7, 8],
  'acts.id': 7,
  'documents.id': 9,
  contract_id: 9,
  document_id: 9,
  contract_document_id: 9,
  template_id: 3,
  'templates.id': 3,
  company_id: 40,
  'executors.id': 41,
  'company.id': 40,
  'companies.id': 40,
  'customer.id': 40,
  'contractor.id': 41,
  'executor.id': 41,
  'invitations.id': 21,
  'orders.id': 31,
  order_id: 31,
  operation_id: 501,
  'operations.id': 501,
  run_id: 12,
  'jobs.id': 12,
  user_id: 5,
  director_id: 5,
  file_id: 61,
  'webhooks.id': 4,
  'esf.id': 81,
  'reconciliations.id': 15,
  'unit.id': 1,
  'category.id': 1,
  'status.id': 1,
  'type.id': 1,

  executor_company_id: 41,
  'contractor_company.id': 41,
  'executors.company_id': 41,
  'services.id': 1,
  'statuses.id': 1,
  'categories.id': 1,
  'units.id': 1,
  'types.id': 1,
  'requisites.id': 1,
  'parties.id': 41,
  'party.id': 41,
  'act_comments.id': 17,
  'history.id': 301,
  'documents.act_id': 9,
  main_bank_id: 1,

  // Names.
  'company.name': COMPANY,
  'companies.name': COMPANY,
  'customer.name': COMPANY,
  'payer.name': COMPANY,
  'buyer.name': COMPANY,
  'contractor.name': EXECUTOR,
  'executor.name': EXECUTOR,
  'executors.name': EXECUTOR,
  'invitations.name': EXECUTOR,
  'payees.name': EXECUTOR,
  'parties.name': EXECUTOR,
  'party.name': EXECUTOR,
  'counterparty.name': EXECUTOR,
  'seller.name': EXECUTOR,
  'balances.name': EXECUTOR,
  'payee.name': EXECUTOR,
  'status.name': 'Черновик',
  'statuses.name': 'Черновик',
  'type.name': 'Договор на услуги',
  'types.name': 'Договор на услуги',
  'categories.name': 'Курьерские услуги',
  'category.name': 'Курьерские услуги',
  'units.name': 'Услуга',
  'unit.name': 'Услуга',
  'period.name': 'Раз в месяц',
  'periods.name': 'Раз в месяц',
  'templates.name': 'Договор на услуги',
  'webhooks.name': 'Бухгалтерия',
  'file.name': 'akt-7.pdf',
  'files.name': 'kelisim-2026-12-31.txt',
  'statements.name': 'vypiska.txt',
  'read_statement.name': 'vypiska.txt',
  'act_documents.name': 'foto.jpg',
  name: EXECUTOR,
  party: EXECUTOR,
  'executors.company_name': EXECUTOR,
  company_name: COMPANY,
  payee: EXECUTOR,
  payee_name: EXECUTOR,
  contractor: EXECUTOR,
  'executors.full_name': 'Сапаров Ерлан Маратович',
  'colleagues.full_name': PERSON,
  full_name: PERSON,
  user_name: PERSON,
  ceo_name: PERSON,
  by: PERSON,
  asked_by: PERSON,
  made_by: PERSON,
  told_by: PERSON,
  file_name: 'ostatki.xlsx',
  bank_name: 'Банк ЦентрКредит (BCC)',

  // Numbers by which people know things.
  number: '7',
  'documents.number': '9',
  act_number: '7',
  contract: '9',
  contract_number: '9',
  contract_title: 'Договор на услуги',
  external_id: '000000123',
  'company.bin': BIN,
  'companies.bin': BIN,
  'customer.bin': BIN,
  'payer.bin': BIN,
  'buyer.bin': BIN,
  'banking.bin': BIN,
  'requisites.bin': BIN,
  company_bin: BIN,
  bin: IIN,
  iin: IIN,
  iban: IBAN,
  accounts: [IBAN],
  payee_iban: IBAN,
  bic: 'KCJBKZKX',
  bank_code: 'BCC',
  kbe: '19',
  knp: '859',
  currency: 'KZT',
  phone: PHONE,
  email: 'proba@example.kz',
  address: 'Алматы, пр. Абая, 1',
  registration_number: 'ESF-180340099996-20261231-00000007',
  public_id: '0b8e6a52-7a0c-4f1e-9a57-3a1b2c4d5e6f',
  ticket: '0b8e6a52-7a0c-4f1e-9a57-3a1b2c4d5e6f',
  streebog512: STREEBOG,
  sha256: STREEBOG.slice(0, 64),
  version: 3,
  'items.version': STREEBOG.slice(0, 16),
  shown: [`41:${STREEBOG.slice(0, 16)}:4500.00`],

  // Words.
  title: TITLE,
  'documents.title': 'Договор на услуги',
  'contracts.title': 'Договор на услуги',
  'upload_contract.title': 'Договор на услуги',
  'fields.title': 'Номер договора',
  'sort_parameters.description': 'Сначала новые',
  columns: { date: 'Дата', out: 'Сумма', purpose: 'Назначение' },
  titles: ['Дата', 'Сумма', 'Назначение'],
  cells: ['31.12.2026', '4500,00', TITLE],
  description: SERVICE,
  purpose: 'Оплата по акту № 7 от 31.12.2026',
  unit: 'Услуга',
  comment: 'Проверьте дату',
  label: 'Акт № 7',
  message: '',
  'delete.message': 'Удалено',
  'remove.message': 'Удалено',
  sentences: ['С суммы 4500,00 ₸ ничего не удерживается.'],
  action: 'edit',
  source: 'Справочник органов государственных доходов',
  text: 'Проверьте дату оборота',
  property: 'turnoverDate',
  words: 'Неверный счёт получателя',
  value: '32.12.2026',
  from: '859',
  to: '852',
  start_date: '2026-12-01',
  date_from: '2026-12-01',
  'get.from': '2026-12',
  'get.to': '2026-12',
  act_date: '2026-12-31',
  'rows.end_date': '2026-12-31',
  'months.month': '2026-12',
  algorithm: 'GOST 34.310-2004',
  means: 'key',
  type: 'act.signed',
  'executors.type': 'ip',
  media_type: 'image/jpeg',
  'units.code': '5114',
  'unit.code': '5114',
  'statuses.code': 'draft',
  code: 'services',
  'webhooks.types': ['act.signed', 'act.paid'],
  'renew.kind': 'documents.renew',
  'create_many.kind': 'documents.create_many',
  url: 'https://accounting.example.kz/kelisim',
  file_url: '/api/v1/template/contract/3/download',
  destination: PHONE,
  body: '{"type":"act.signed"}',
  answer: 'ok',
  message_id: 'evt_184467',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  key: 'kls_test_4f9c2b7e_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX',
  password: 'Sandbox-2026',
  quantity: '3',
  rate: '1500.00',
  pages: 1,
  total: 1,
  page: 1,
  is_exact: true,
  'status.code': 'draft',
  contract_status: 'signed',
  index: 0,
  size: 48_213,
  took_ms: 120,
  status: 200,
  hours_to_sign: 6.5,
  year: 2026,
  years: [2026],

  // Sums that agree.
  'obligations.opv': '450.00',
  'obligations.amount': '450.00',
  'obligations.total': '450.00',
  'total.total': '0.00',
  'was.total': '0.00',
  'now.total': '0.00',
  'difference.total': '0.00',
};

/** Nothing is to be said of these; sums of what was not withheld and not paid yet. */
const NOTHING =
  /^(withheld|vat|opv|opvr|vosms|so|ipn|self_employed|advance|paid|opening|opening_due|to_return|under_way|going|paid_amount|settled_amount|in_amount|their_opening|excess)$/;
/** Lists that hold something only when something is wrong, or later in the life of a thing. */
const EMPTY =
  /^(headings|earlier|addenda|stuck|signatures|proofs|errors|faults|refusals|changed|left_out|missing|blockers|lacks|differs|returned|told|repeats|passed|partly|rights|choices|reasons)$/;
/** What may be null and is not on an ordinary day. */
const FILLED =
  /^(external_id|knp|phone|address|ceo_name|email|kbe|director_id|main_bank_id|act_id|owed|user_name|company_name|took_ms|status|tried_at|finished_at|hours_to_sign|year|contract_document_id|contract_number|contract_date|contract_status|contract_valid_until|closed_until|number)$/;
/** Counts of what has gone wrong or waits. */
const ZERO =
  /^(failed|skipped|waiting|differences|reminders|comments_unread|pending_proof|refused|stopped|removed|declined|expired|cancelled|unmatched|repeats_total|already_read|left_out|drafts)$/;
/** Of several words the first of these that the field knows, as an ordinary day has it. */
const WORDS = [
  'done',
  'ok',
  'active',
  'draft',
  'matched',
  'delivered',
  'right',
  'on',
  'sent',
  'settled',
  'business',
];

/** An answer that a schema allows, out of a table of values: the same each time. */
export function sampleOf(call: string, schema: z.ZodType): unknown {
  const { $defs = {}, ...whole } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
  }) as Json & {
    $defs?: Record<string, Json>;
  };
  // `names`, from the outside in: the group of the call, the call, and the fields.
  const made = (one: Json, names: readonly string[]): unknown => {
    const name = names.at(-1) ?? '';
    const found = $defs[String(one.$ref).slice('#/$defs/'.length)] ?? one;
    if (found.const !== undefined) return found.const;
    const parts = (found.anyOf ?? found.oneOf) as Json[] | undefined;
    const types = [found.type].flat();
    if (parts?.some(({ type }) => type === 'null') || types.includes('null')) {
      if (!FILLED.test(name)) return null;
      if (types.includes('null')) return made({ ...found, type: types[0] }, names);
    }
    if (parts) return made(parts[0] ?? {}, names);
    if (found.properties) {
      const required = (found.required as string[] | undefined) ?? [];
      return Object.fromEntries(
        Object.entries(found.properties as Record<string, Json>)
          .filter(([key]) => required.includes(key))
          .map(([key, field]) => [key, made(field, [...names, key])]),
      );
    }
    const known = valueAt(names);
    if (found.format === 'date') return known ?? '2026-12-31';
    if (found.format === 'date-time') return known ?? '2026-12-01T00:00:00.000Z';
    if (found.type === 'object' && typeof known === 'object') return known;
    const keys = (found.propertyNames as Json | undefined)?.enum as string[] | undefined;
    if (keys)
      return Object.fromEntries(
        keys.map((key) => [key, made(found.additionalProperties as Json, [...names, key])]),
      );
    if (Array.isArray(found.enum))
      return [known, ...WORDS].find((word) => (found.enum as unknown[]).includes(word)) ?? found.enum[0];
    if (found.type === 'array') {
      if (Array.isArray(known)) return known;
      return EMPTY.test(name) ? [] : [made(found.items as Json, names)];
    }
    if (
      known !== undefined &&
      (found.type === 'integer' ? Number.isInteger(known) : typeof known === found.type)
    )
      return known;
    if (found.type === 'object') return {};
    if (found.type === 'boolean') return false;
    if (found.type === 'integer' || found.type === 'number') return ZERO.test(name) ? 0 : 1;
    const pattern = found.pattern ? new RegExp(String(found.pattern), 'u') : null;
    const day = [
      '2026-12-31',
      '2026-12-01T00:00:00.000Z',
      '2026-12',
      NOTHING.test(name) ? '0.00' : '4500.00',
      'evt_184467',
    ];
    const fits = pattern && day.find((text) => pattern.test(text));
    if (fits) return fits;
    throw new Error(`${call}: no sample of ${names.join('.')}`);
  };
  return made(whole, call.split('.'));
}

/** The value of the nearest that says of what it is: `customer.name` before `name`. */
function valueAt(names: readonly string[]): unknown {
  const name = names.at(-1) ?? '';
  for (const outer of names.slice(0, -1).toReversed())
    if (Object.hasOwn(VALUES, `${outer}.${name}`)) return VALUES[`${outer}.${name}`];
  return VALUES[name];
}
