import { z } from 'zod';
import { defineCall } from '../../kernel/call.ts';
import { email, id, lines, moment, phone, text } from '../../kernel/fields.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';

/** One line: what is put into the head of a letter may not begin another. */

export const consultation = z.object({
  consultation_id: id,
  name: z.string(),
  company_name: z.string(),
  email: z.string(),
  phone: z.string(),
  comment: z.string(),
  register_link_destination: z.string().nullable(),
  created_at: moment,
  link_sent_at: moment.nullable(),
  closed_at: moment.nullable(),
  closed_by: z.string().nullable(),
});
export type Consultation = z.output<typeof consultation>;

export const consultationCalls = {
  'consultation.create': defineCall({
    method: 'POST',
    path: '/api/v1/consultation',
    access: { who: 'public' },
    summary: 'Ask to be called; five an hour from one address',
    body: z.strictObject({
      name: text(200, 1),
      company_name: text(300, 1),
      email,
      phone,
      comment: lines(2000).default(''),
      /** A phone or an e-mail that a link for registration may be sent to. */
      register_link_destination: text(254).optional(),
    }),
    answer: z.object({ message: z.string() }),
  }),
  'consultation.list': defineCall({
    method: 'GET',
    path: '/api/v1/company/admin/consultation',
    access: { who: 'platform', right: 'companies' },
    summary: 'Requests for a call, those not dealt with first',
    query: z.strictObject({ ...pageQuery, closed: z.boolean().optional() }),
    answer: pageOf(consultation),
  }),
  'consultation.close': defineCall({
    method: 'POST',
    path: '/api/v1/company/admin/consultation/{consultation_id}/close',
    access: { who: 'platform', right: 'companies' },
    summary: 'It is dealt with; again is the same',
    params: z.strictObject({ consultation_id: id }),
    answer: consultation,
  }),
  'consultation.register_link': defineCall({
    method: 'POST',
    path: '/api/v1/company/admin/register-link',
    access: { who: 'platform', right: 'companies' },
    summary:
      'Send a link for the registration of a business, good for seven days and one registration; for a company entered by an administrator, or in answer to a request',
    body: z.strictObject({
      company_id: id.optional(),
      consultation_id: id.optional(),
      destination: text(254, 1),
      receive_method: z.enum(['sms', 'email'], 'field.choice'),
    }),
    answer: z.object({ message: z.string(), expires_at: moment }),
  }),
};
