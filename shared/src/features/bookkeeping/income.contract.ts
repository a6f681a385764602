import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { date, id, money, year } from '../../kernel/fields.ts';
import { LOCALES } from '../../kernel/locale.ts';

const parts = { opv: money, vosms: money, so: money, ipn: money, self_employed: money };
const sums = { gross: money, ...parts, net: money };

const payment = z.object({
  kind: z.enum(['payment', 'refund', 'advance']),
  /** The bank's day, or the first open one where its own was closed when it came. */
  date,
  late_of: date.nullable(),
  /** Null of an advance. */
  act_id: id.nullable(),
  /** Of the act; of an advance that of the bank's operation. */
  number: z.string(),
  /** Null of an advance. */
  order_number: z.int().nullable(),
  gross: money,
  /** Null where a closed month was changed later and only the whole is known. */
  parts: z.object(parts).nullable(),
  withheld: money,
  net: money,
});
export type IncomePayment = z.output<typeof payment>;

const month = z.object({
  month: z.string(),
  /** Nothing changes it any more. */
  is_closed: z.boolean(),
  ...sums,
  payments: z.array(payment),
});

const payer = z.object({
  payer: z.object({ id, name: z.string(), bin: z.string() }),
  ...sums,
  months: z.array(month),
});
export type IncomePayer = z.output<typeof payer>;

export const incomeCalls = {
  'income.year': defineCall({
    method: 'GET',
    path: '/api/v1/income',
    access: { who: 'executor' },
    summary: 'Get what each customer paid an individual in a year, and what was withheld of it, by month',
    query: z.strictObject({ year }),
    answer: z.object({
      year,
      /** Years with money and this one, the newest first. */
      years: z.array(z.int()),
      payers: z.array(payer),
      total: z.object(sums),
    }),
  }),
  'income.certificate': defineCall({
    method: 'GET',
    path: '/api/v1/income/certificate',
    access: { who: 'executor' },
    summary: 'Get the income certificate of a year as a PDF, of all customers or of one',
    query: z.strictObject({ year, language: z.enum(LOCALES, 'field.choice'), company_id: id.optional() }),
    answer: { file: 'application/pdf' },
  }),
  'income.payslip': defineCall({
    method: 'GET',
    path: '/api/v1/income/payslip',
    access: { who: 'executor' },
    summary: 'Get the payslip of one payment for an act as a PDF: what was withheld of it, and by what',
    query: z.strictObject({
      language: z.enum(LOCALES, 'field.choice'),
      company_id: id,
      act_id: id,
      order_number: id,
      date,
    }),
    answer: { file: 'application/pdf' },
  }),
};
