import type { CallName } from '@kelisim/shared/calls.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import type { z } from 'zod';
import { sampleOf } from './openapi-samples.ts';

const event = {
  id: 'evt_184467',
  type: 'act.signed',
  timestamp: '2026-12-01T00:00:00.000Z',
  company_bin: '180340099996',
  data: { object: 'act', id: 7, version: 5, url: '/api/v1/doc/acts/7' },
};
const sent = {
  run_id: 12,
  state: 'done',
  items: [{ act_id: 7, status: 'ok', code: null, message: 'Отправлен' }],
};

const act = {
  title: 'Курьерские услуги',
  contract_id: 9,
  contractor_company_id: 41,
  date: '2026-12-31',
  start_date: '2026-12-01',
  end_date: '2026-12-31',
  knp: '859',
  services: [{ category_id: 1, unit_id: 1, description: 'Доставка', quantity: '3', rate: '1500.00' }],
  external_id: '000000123',
};

const dates = { start_date: '2026-12-01', end_date: '2026-12-31' };
const next_year = { start_date: '2027-01-01', end_date: '2027-12-31' };
const chosen = { body: { act_ids: [7, 8] } };
const papers = { body: { document_ids: [9, 10] } };
const named = { body: { external_id: '000000123' } };

/** What programs send and are answered. Bodies with a file have none: a file cannot be written as JSON. */
const EXAMPLES: Partial<Record<CallName, { body?: object; answer?: object }>> = {
  'documents.create_by_template': {
    body: {
      template_id: 3,
      executor_company_id: 41,
      title: 'Договор на услуги',
      start_date: '2026-12-01',
      end_date: '2026-12-31',
    },
  },
  'documents.create_many': {
    body: {
      template_id: 3,
      executor_company_ids: [41, 42],
      title: 'Договор на услуги',
      ...dates,
      send: true,
    },
  },
  'documents.check_template': { body: { template_id: 3, executor_company_ids: [41, 42] } },
  'documents.name': named,
  'documents.delete_many': papers,
  'documents.send_many': papers,
  'documents.renew': { body: { document_ids: [9, 10], ...next_year } },
  'documents.download_ticket': papers,
  'executors.name': named,
  'invitations.create_many': {
    body: {
      end_date: '2026-12-31',
      contract_document_id: 9,
      rows: [{ name: 'ИП Сапаров', phone: '+77011234567' }],
    },
  },
  'invitations.update': { body: { name: 'ИП Сапаров', end_date: '2027-12-31' } },
  'invitations.create': {
    body: { name: 'ИП Сапаров', phone: '+77011234567', end_date: '2026-12-31', contract_document_id: 9 },
  },
  'acts.create': { body: act },
  'acts.create_many': {
    body: { items: [act] },
    answer: {
      run_id: 12,
      state: 'done',
      items: [
        { index: 0, external_id: '000000123', act_id: 7, status: 'ok', code: null, message: '', field: null },
      ],
    },
  },
  'acts.update': { body: { ...act, version: 3 } },
  'acts.name': named,
  'acts.copy': {
    body: { act_ids: [7, 8], date: '2027-01-31', start_date: '2027-01-01', end_date: '2027-01-31' },
  },
  'acts.correct': { body: { amount: '-1500.00', reason: 'Одна доставка не состоялась', date: '2026-12-31' } },
  'acts.export': {
    body: { filter: { status_id: [5], date_from: '2026-12-01', date_to: '2026-12-31' }, format: 'xlsx' },
  },
  'acts.delete_many': chosen,
  'acts.recall_many': chosen,
  'acts.download_ticket': chosen,
  'act_comments.add': { body: { act_id: 7, comment: 'Проверьте дату' } },
  'act_schedules.set': { body: { auto_generate: true, period_id: 2 } },
  'acts.selection': { body: { filter: { status_id: [5] } } },
  'payments.preview': chosen,
  'payments.match': { body: { orders: [{ order_id: 31, amount: '4500.00' }] } },
  'payments.match_many': {
    body: { matches: [{ operation_id: 501, orders: [{ order_id: 31, amount: '4500.00' }] }] },
  },
  'payments.set_aside': { body: { is_set_aside: true, kind: 'commission' } },
  'payments.explain': { body: { act_ids: [7], executor_company_id: 41 } },
  'invitations.cancel_many': { body: { phones: ['+77011234567'] } },
  'invitations.remind_many': { body: { phones: ['+77011234567'] } },
  'invitations.repeat_many': { body: { phones: ['+77011234567'], end_date: '2027-12-31' } },
  'invitations.remind': { body: { phone: '+77011234567' } },
  'acts.send': { body: { act_ids: [7] }, answer: sent },
  'webhooks.create': {
    body: {
      url: 'https://accounting.example.kz/kelisim',
      name: 'Бухгалтерия',
      types: ['act.signed', 'act.paid'],
    },
  },
  'webhooks.update': { body: { types: ['act.signed', 'act.paid', 'act.annulled'], state: 'on' } },
  'webhooks.resend_since': { body: { since: '2026-12-01T00:00:00.000Z' } },
  'sandbox.begin': { body: { name: 'ТОО «Проба»', executors: 2 } },
  'sandbox.reset': { body: { name: 'ТОО «Проба»', executors: 2 } },
  'sandbox.sign': { body: { act_ids: [7], by: ['executor', 'company'], certificate: 'valid', means: 'key' } },
  'sandbox.refuse': { body: { act_ids: [7], reason: 'Неверная сумма' } },
  'sandbox.invoice': { body: { act_ids: [7] } },
  'sandbox.pay': { body: { act_ids: [7] } },
  'events.list': {
    answer: { items: [event], next: '90811-184467', has_more: false, since: '2026-11-01T00:00:00.000Z' },
  },
};

/** An example of a body, held to its contract: one that is not what the contract says cannot be printed. */
export function exampleOfBody(name: string, call: Call) {
  const example = EXAMPLES[name as CallName]?.body;
  if (!example || !call.body) return {};
  call.body.parse(example);
  return { example };
}

/** The same of an answer of JSON; out of a table of values where none is written here. */
export function exampleOfAnswer(name: string, schema: z.ZodType) {
  const example = EXAMPLES[name as CallName]?.answer ?? sampleOf(name, schema);
  schema.parse(example);
  return { example };
}
