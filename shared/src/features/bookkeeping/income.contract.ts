import { z } from 'zod';
import { defineCall, executorCall } from '../../kernel/call.ts';
import { date, id, lines, money, month as ofMonth, year } from '../../kernel/fields.ts';
import { accessOf } from '../../kernel/deeds.ts';
import { LOCALES } from '../../kernel/locale.ts';
import { CERTIFICATE_DEEDS } from '../documents/document-status.ts';

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

const months = { month_from: ofMonth, month_to: ofMonth };
/** The paper: it is signed, downloaded, proven and verified as every document is. */
const certificate = z.object({ document_id: id });

export const incomeCalls = {
  'income.year': executorCall('GET /api/v1/income', {
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
  'income.certificate': executorCall('GET /api/v1/income/certificate', {
    summary: 'Get the income certificate of a year as a PDF, of all customers or of one',
    query: z.strictObject({ year, language: z.enum(LOCALES, 'field.choice'), company_id: id.optional() }),
    answer: { file: 'application/pdf' },
  }),
  'income.issue': defineCall('POST /api/v1/income/certificates', {
    access: { who: 'business', right: 'pay' },
    summary:
      'Make the income certificate of a person for some months, which the company then signs; asked again, the same one while it says the same',
    body: z.strictObject({ executor_company_id: id, ...months }),
    answer: certificate,
  }),
  'income.ask': executorCall('POST /api/v1/income/certificates/asked', {
    summary: 'Ask a customer for a signed income certificate of some months; the customer is told',
    body: z.strictObject({ company_id: id, ...months }),
    answer: certificate,
  }),
  'income.refuse': defineCall('POST /api/v1/income/certificates/{doc_id}/refusal', {
    access: accessOf(CERTIFICATE_DEEDS.refuse),
    summary: 'Refuse to sign an income certificate, with a reason that the executor reads',
    params: z.strictObject({ doc_id: id }),
    body: z.strictObject({ reason: lines(1000, 1) }),
    answer: certificate,
  }),
  'income.payslip': executorCall('GET /api/v1/income/payslip', {
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
