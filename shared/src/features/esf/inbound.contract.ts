import { z } from 'zod';
import { callsOf, defineCall } from '../../kernel/call.ts';
import { changedFilter, date, id, moment, money, text } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { INBOUND_MATCHES, INBOUND_STATUSES } from './esf-status.ts';

const paper = z.object({ number: z.string(), date: date.nullable() });
const sums = z.object({ amount: money, vat: money });

/** An invoice that somebody issued to the company, as ИС ЭСФ tells it. */
export const inboundInvoice = z.object({
  id,
  registration_number: z.string(),
  type: z.enum(['ORDINARY_INVOICE', 'FIXED_INVOICE', 'ADDITIONAL_INVOICE']).nullable(),
  number: z.string().nullable(),
  date,
  turnover_date: date.nullable(),
  seller: z.object({
    name: z.string().nullable(),
    bin: z.string(),
    /** Of an executor of the company. */
    executor_company_id: id.nullable(),
  }),
  contract: paper.nullable(),
  /** Section F: the paper it is issued by. */
  delivery: paper.nullable(),
  /** The invoice that a corrected or an additional one names. */
  related_registration: z.string().nullable(),
  currency: z.string(),
  /** Null where the text could not be read. */
  amount: money.nullable(),
  vat: money.nullable(),
  status: z.enum(INBOUND_STATUSES),
  /** The state in the words of the system, in the language asked for. */
  system_status: z.object({ code: z.string(), name: z.string() }),
  reason: z.string().nullable(),
  /** The signed act that it is for. */
  act: z.object({ id, number: z.string() }).nullable(),
  /** What the act says where the invoices of the act come to something else. */
  differs: z.object({ act: sums, invoices: sums }).nullable(),
  /** The signed act that it names where that act has another executor than the seller. */
  other_seller: z
    .object({
      act: z.object({ id, number: z.string() }),
      executor: z.object({ name: z.string(), bin: z.string() }),
    })
    .nullable(),
});
export type InboundInvoice = z.output<typeof inboundInvoice>;

const inboundFilter = {
  date_from: date.optional(),
  date_to: date.optional(),
  /** Name or ИИН/БИН of the seller, a number. */
  search: text(100).optional(),
  status: z.enum(INBOUND_STATUSES, 'field.choice').optional(),
  match: z.enum(INBOUND_MATCHES, 'field.choice').optional(),
};
const params = z.strictObject({ inbound_id: id });

const readCall = callsOf({ access: { who: 'business' }, scope: 'books:read' });

export const inboundCalls = {
  'esf.inbound': readCall('GET /api/v1/esf/inbound', {
    summary: 'List invoices issued to the company in ИС ЭСФ, newest first',
    query: z.strictObject({ ...pageQuery, ...inboundFilter, ...changedFilter }),
    answer: pageOf(inboundInvoice).extend({
      /** When ИС ЭСФ answered last; null until it was asked. */
      asked_at: moment.nullable(),
      trouble: z.enum(['sign_in', 'limit', 'silent', 'not_connected']).nullable(),
    }),
  }),
  'esf.inbound_sheet': readCall('GET /api/v1/esf/inbound/sheet', {
    summary: 'Get the inbound invoices of a filter as XLSX or CSV',
    query: z.strictObject({
      ...inboundFilter,
      format: z.enum(['xlsx', 'csv'], 'field.choice').default('xlsx'),
    }),
    answer: {
      file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      kinds: ['xlsx', 'csv'],
    },
  }),
  'esf.inbound_ask': defineCall('POST /api/v1/esf/inbound/ask', {
    access: { who: 'business' },
    summary: 'Ask ИС ЭСФ for new inbound invoices now; at most once a minute',
    answer: z.object({}),
  }),
  'esf.inbound_get': readCall('GET /api/v1/esf/inbound/{inbound_id}', {
    summary: 'Get one inbound invoice with its lines',
    params,
    answer: inboundInvoice.extend({
      lines: z.array(
        z.object({
          description: z.string(),
          quantity: z.string().nullable(),
          amount: money.nullable(),
          vat: money.nullable(),
        }),
      ),
    }),
  }),
  'esf.inbound_xml': readCall('GET /api/v1/esf/inbound/{inbound_id}/xml', {
    summary: 'Get the XML of an inbound invoice',
    params,
    answer: { file: 'application/xml' },
  }),
};
