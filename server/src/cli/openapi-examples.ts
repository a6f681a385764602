import type { CallName } from '@kelisim/shared/calls.ts';
import { answersFile, type Call } from '@kelisim/shared/kernel/call.ts';
import type { z } from 'zod';

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

/** What the calls of a first program send and are answered. */
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
  'acts.selection': { body: { filter: { status_id: [5] } } },
  'payments.explain': { body: { act_ids: [7], executor_company_id: 41 } },
  'invitations.cancel_many': { body: { phones: ['+77011234567'] } },
  'invitations.remind_many': { body: { phones: ['+77011234567'] } },
  'invitations.repeat_many': { body: { phones: ['+77011234567'], end_date: '2027-12-31' } },
  'invitations.remind': { body: { phone: '+77011234567' } },
  'acts.send': { body: { act_ids: [7] }, answer: sent },
  'events.list': {
    answer: { items: [event], next: '90811-184467', has_more: false, since: '2026-11-01T00:00:00.000Z' },
  },
};

/** An example of a call, held to its contract: one that is not what the contract says cannot be printed. */
export function exampleOf(name: string, call: Call, part: 'body' | 'answer') {
  const example = EXAMPLES[name as CallName]?.[part];
  const schema = part === 'body' ? call.body : answersFile(call) ? undefined : (call.answer as z.ZodType);
  if (!example || !schema) return {};
  schema.parse(example);
  return { example };
}
