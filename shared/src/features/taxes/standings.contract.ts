import { z } from 'zod';
import { callsOf, userCall } from '../../kernel/call.ts';
import { date, id, idOrText, lines, moment, money, month } from '../../kernel/fields.ts';
import { FILE_KINDS } from '../../kernel/file-kinds.ts';
import { REGISTER_OBJECTIONS } from './against-register.ts';
import { EARLIER_KINDS } from './earlier.ts';
import { LIMIT_KINDS, LIMIT_STATES } from './limits.ts';
import { CITIZENSHIPS, DISABILITIES, PENSIONS, STANDINGS, TAX_REGIMES } from './standing.ts';

export const TAX_PAPER_KINDS = ['pdf', 'jpeg', 'png'] as const;
export const TAX_PAPER_MAX_BYTES = 10_000_000;

const paper = z.object({ file_id: id, name: z.string() }).nullable();
const flags = z.object({
  tax_regime: z.enum(TAX_REGIMES).nullable(),
  /** ОКЭД of a self-employed person. */
  activity: z.string().nullable(),
  pension: z.enum(PENSIONS).nullable(),
  disability: z.enum(DISABILITIES).nullable(),
  disability_until: date.nullable(),
  asks_for_opv: z.boolean(),
  is_student: z.boolean(),
  has_many_children: z.boolean(),
  citizenship: z.enum(CITIZENSHIPS),
  has_residence_permit: z.boolean(),
  is_tax_resident: z.boolean(),
});
const told = flags.extend({
  id,
  valid_from: date,
  standing: z.enum(STANDINGS),
  paper,
  note: z.string(),
  /** Which side said so. To a company another customer of the executor is `other`, without a name, note or paper. */
  side: z.enum(['executor', 'company', 'other']),
  by: z.string().nullable(),
  created_at: moment,
});
const deduction = z.object({
  id,
  company: z.object({ id, name: z.string() }),
  applied_on: date,
  valid_from: date,
  /** Null: until it is withdrawn. */
  valid_until: date.nullable(),
  paper,
  by: z.string().nullable(),
  created_at: moment,
});
const earlier = z.object({
  id,
  kind: z.enum(EARLIER_KINDS),
  /** `2026`, or `2026-10` of the self-employed. */
  period: z.string(),
  amount: money,
  source: z.string(),
  source_on: date,
  /** Replaced by a later word of the same side. */
  is_past: z.boolean(),
  side: z.enum(['executor', 'company', 'other']),
  by: z.string().nullable(),
  created_at: moment,
});
const span = z.object({
  /** Null: the register does not say. */
  since: date.nullable(),
  /** The last day; null while it holds. */
  until: date.nullable(),
});
const register = z.object({
  /** Whether there is a register to ask. */
  may_ask: z.boolean(),
  /** What it said last; null: nobody has had an answer. */
  answer: z
    .object({
      checked_at: moment,
      /** Of a person as a sole trader, of an entity as such; null: never. */
      registration: span.nullable(),
      is_liquidating: z.boolean(),
      vat: span.nullable(),
    })
    .nullable(),
  /** The last time it was asked in vain since then. */
  silent_at: moment.nullable(),
  /** Why payments wait: it says something else than was told. */
  objection: z.enum(REGISTER_OBJECTIONS).nullable(),
});
export const standingView = z.object({
  executor: z.object({
    id,
    name: z.string(),
    is_entity: z.boolean(),
    /** Percent, as the executor has told it of today; null: nobody knows of any. */
    vat_rate: z.int().nullable(),
  }),
  /** As of today. */
  now: flags.extend({
    /** Null: an individual of whom nobody has said how they work. */
    standing: z.enum(STANDINGS).nullable(),
  }),
  /**
   * To a company what it has paid of what bounds the person, with what open orders will pay; to the executor what each
   * customer has. Figures from before Kelisim are in it.
   */
  limits: z.array(
    z.object({
      kind: z.enum(LIMIT_KINDS),
      /** The customer of whom it is counted; null: of all that the viewer may see. */
      company: z.object({ id, name: z.string() }).nullable(),
      /** Null, as the limit is: nobody has entered the figures of that year. */
      used: money.nullable(),
      limit: money.nullable(),
      state: z.enum(LIMIT_STATES),
    }),
  ),
  /** All that was said, the last word first. */
  history: z.array(told),
  /** What the public register of taxpayers says. */
  register,
  /** Applications for the base deduction: to a company its own, to the executor all. */
  deductions: z.array(deduction),
  /** To whom the executor may apply; of nobody else. */
  customers: z.array(z.object({ id, name: z.string() })),
  /** What was told of incomes before Kelisim or outside it, the last word first. */
  earlier: z.array(earlier),
});
export type StandingView = z.output<typeof standingView>;

/** A form has no other way to say it than by a word. */
const flag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], 'field.boolean')
  .optional();
const input = z.strictObject({
  executor_company_id: idOrText,
  valid_from: date,
  standing: z.enum(STANDINGS, 'field.choice'),
  tax_regime: z.enum(TAX_REGIMES, 'field.choice').optional(),
  activity: z
    .string('companies.oked')
    .regex(/^\d{5}$/, 'companies.oked')
    .meta({ examples: ['53200'] })
    .optional(),
  pension: z.enum(PENSIONS, 'field.choice').optional(),
  disability: z.enum(DISABILITIES, 'field.choice').optional(),
  disability_until: date.optional(),
  asks_for_opv: flag,
  is_student: flag,
  has_many_children: flag,
  citizenship: z.enum(CITIZENSHIPS, 'field.choice').optional(),
  has_residence_permit: flag,
  is_tax_resident: flag,
  note: lines(500).optional(),
});
export type StandingInput = z.output<typeof input>;

const files = { file: { required: false, max_bytes: TAX_PAPER_MAX_BYTES, kinds: TAX_PAPER_KINDS } } as const;

const tellCall = callsOf({ access: { who: 'user', right: 'manage_executors' }, answer: standingView });

export const standingsCalls = {
  'taxes.standing': userCall('GET /api/v1/taxes/standing', {
    summary:
      'Get what an executor is for taxes, who said so and when, and the applications for the deduction',
    query: z.strictObject({
      /** Company of the executor; executors may leave out their own. */
      executor_company_id: id.optional(),
    }),
    answer: standingView,
  }),
  'taxes.set_standing': tellCall('POST /api/v1/taxes/standing', {
    summary:
      'Say what an executor is for taxes from a day on, with the paper; months that are closed stay as they are',
    body: input,
    files,
  }),
  'taxes.set_deduction': tellCall('POST /api/v1/taxes/deduction', {
    summary: 'Record the application of an executor for the base deduction at a company, from a month on',
    body: z.strictObject({
      /** The other side: an executor of the company, or a company of the executor. */
      company_id: input.shape.executor_company_id,
      applied_on: date,
      from_month: month,
    }),
    files,
  }),
  'taxes.withdraw_deduction': tellCall('POST /api/v1/taxes/deduction/withdraw', {
    summary: 'Withdraw the application for the base deduction after a month',
    body: z.strictObject({ company_id: id, last_month: month }),
  }),
  'taxes.check_register': tellCall('POST /api/v1/taxes/register', {
    summary:
      'Ask the public register of taxpayers whether somebody is a sole trader, is in liquidation, and pays VAT',
    body: z.strictObject({ executor_company_id: id }),
  }),
  'taxes.paper': userCall('GET /api/v1/taxes/papers/{file_id}', {
    summary: 'Get the paper behind a standing or an application',
    params: z.strictObject({ file_id: id }),
    answer: { file: FILE_KINDS.pdf.media_type, kinds: TAX_PAPER_KINDS },
  }),
};
