import { z } from 'zod';
import { callsOf, defineCall, executorCall } from '../../kernel/call.ts';
import {
  binOrIin,
  date,
  iban,
  id,
  moment,
  month,
  money,
  positiveMoney,
  text,
  year,
} from '../../kernel/fields.ts';
import {
  BUDGET_ORDER_FORMATS,
  CONTRIBUTION_KINDS,
  OBLIGATION_KINDS,
  OBLIGATION_STATES,
} from './obligation-kinds.ts';

const payee = z.object({
  knp: z.string(),
  name: z.string(),
  /** Null where no source says it. */
  name_kz: z.string().nullable(),
  /** These three are null where they differ from payer to payer, or where nobody has seen them for sure. */
  bin: z.string().nullable(),
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  kbe: z.string(),
  /** Of payments to the budget alone. */
  kbk: z.string().nullable(),
  /** Where it was taken from, and how far that is to be trusted. */
  source: z.string(),
  source_kz: z.string().nullable(),
  sureness: z.enum(['high', 'medium', 'low']),
  /** Who entered name, БИН and account of the office of state revenues; null where that was not the company itself. */
  entered: z.object({ by: z.string(), at: moment, valid_from: date, bank_id: id }).nullable(),
});

const person = z.object({
  executor_company_id: id,
  name: z.string(),
  iin: z.string(),
  /** Why a list to the State Corporation cannot be made with them; null when it can. */
  lacks: z.enum(['iin', 'name']).nullable(),
  ...(Object.fromEntries(OBLIGATION_KINDS.map((kind) => [kind, money])) as Record<
    (typeof OBLIGATION_KINDS)[number],
    typeof money
  >),
  total: money,
});

const obligations = z.object({
  month,
  /** The month is closed, and its sums stay as they are. */
  is_closed: z.boolean(),
  /** The last day to transfer, or the first working day after it; null where nobody has entered it for that year. */
  due_on: date.nullable(),
  is_past_due: z.boolean(),
  items: z.array(
    z.object({
      kind: z.enum(OBLIGATION_KINDS),
      /** Below zero: more came back of what closed months withheld than this one withheld. */
      amount: money,
      /** Of whom something was withheld. */
      people: z.int(),
      /** Null: nobody has entered it for that day. */
      payee: payee.nullable(),
      state: z.enum(OBLIGATION_STATES),
      /** As the company says or a statement shows, less what came back. */
      paid: money,
      /** The last day of those told or shown. */
      paid_on: date.nullable(),
      told: z.array(
        z.object({
          paid_on: date,
          /** Below zero: it came back. */
          amount: money,
          /** Null: nobody, a statement shows it. */
          told_by: z.string().nullable(),
          told_at: moment,
          /** The operation of a statement that shows it; null: it is the company's word. */
          operation_id: id.nullable(),
          /** Whose contribution came back, or was sent once more. */
          person: z.string().nullable(),
        }),
      ),
      /** What came back and was not sent once more; a person is null where nobody has said whose it is. */
      returned: z.array(
        z.object({
          person: z.object({ executor_company_id: id, name: z.string() }).nullable(),
          amount: money,
          returned_on: date,
        }),
      ),
    }),
  ),
  people: z.array(person),
  total: money,
});
export type Obligations = z.output<typeof obligations>;

const transferred = z.object({
  company_id: id,
  month,
  /** Those withheld of this executor alone. */
  kinds: z.array(
    z.object({
      kind: z.enum(OBLIGATION_KINDS),
      /** The whole of its kind and month was transferred, so theirs too. */
      is_paid: z.boolean(),
      paid_on: date.nullable(),
    }),
  ),
});
export type Transferred = z.output<typeof transferred>;

const told = { month, kind: z.enum(OBLIGATION_KINDS, 'field.choice'), paid_on: date };

const payCall = callsOf({ access: { who: 'business', right: 'pay' } });

export const obligationsCalls = {
  'obligations.month': payCall('GET /api/v1/obligations', {
    scope: 'books:read',
    summary:
      'Get what was withheld of individuals in a month: sums, people, payee and last day of each tax and contribution',
    query: z.strictObject({ month }),
    answer: obligations,
  }),
  'obligations.overdue': payCall('GET /api/v1/obligations/overdue', {
    summary: 'Get the months of the last year whose taxes and contributions were to be transferred by now',
    answer: z.object({
      /** The earliest first. */
      items: z.array(z.object({ month, due_on: date, left: money })),
      total: money,
    }),
  }),
  'obligations.sheet': payCall('GET /api/v1/obligations/sheet', {
    scope: 'books:read',
    summary: 'Get what was withheld in a month person by person, as a spreadsheet',
    query: z.strictObject({ month }),
    answer: { file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  }),
  'obligations.list_file': payCall('GET /api/v1/obligations/list-file', {
    summary:
      'Get a list of people to the State Corporation for what is left of one kind of contribution, as MT102',
    query: z.strictObject({
      month,
      kind: z.enum(CONTRIBUTION_KINDS, 'field.choice'),
      /** Only one person: over what came back of their contribution, or what is left of it. */
      executor_company_id: id.optional(),
    }),
    answer: { file: 'text/plain' },
  }),
  'obligations.order_file': payCall('GET /api/v1/obligations/order-file', {
    summary: 'Get the payment order to the budget for what is left of the income tax of a month',
    query: z.strictObject({ month, format: z.enum(BUDGET_ORDER_FORMATS, 'field.choice') }),
    answer: { file: 'text/plain' },
  }),
  'obligations.enter_office': defineCall('PUT /api/v1/obligations/office', {
    access: { who: 'business', right: 'manage_settings' },
    summary:
      'Enter the office of state revenues that the company pays its taxes to, from a day on; idempotent',
    body: z.strictObject({
      name: text(200, 1),
      bin: binOrIin,
      iban,
      bank_id: id,
      /** Left out: today. */
      valid_from: date.optional(),
    }),
    answer: z.object({ valid_from: date }),
    fresh_proof: true,
  }),
  'obligations.tell_paid': payCall('PUT /api/v1/obligations/payments', {
    summary: 'Say that a tax or contribution of a month was transferred: on which day and how much that day',
    body: z.strictObject({ ...told, amount: positiveMoney }),
    answer: obligations,
  }),
  'obligations.untell': payCall('DELETE /api/v1/obligations/payments', {
    summary: 'Take back what was said to be transferred on a day',
    body: z.strictObject(told),
    answer: obligations,
  }),
  'obligations.transferred': executorCall('GET /api/v1/income/transferred', {
    summary:
      'Get for which months of a year customers say that they transferred what was withheld of an executor',
    query: z.strictObject({
      year,
    }),
    answer: z.object({ months: z.array(transferred) }),
  }),
};
