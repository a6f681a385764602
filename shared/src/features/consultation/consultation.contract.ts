import { z } from 'zod';
import { callsOf, publicCall } from '../../kernel/call.ts';
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

const administratorCall = callsOf({ access: { who: 'platform', right: 'companies' } });

export const consultationCalls = {
  'consultation.create': publicCall('POST /api/v1/consultation', {
    summary: 'Request a call; five an hour per address',
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
  'consultation.list': administratorCall('GET /api/v1/company/admin/consultation', {
    summary: 'List call requests, open ones first',
    query: z.strictObject({ ...pageQuery, closed: z.boolean().optional() }),
    answer: pageOf(consultation),
  }),
  'consultation.close': administratorCall('POST /api/v1/company/admin/consultation/{consultation_id}/close', {
    summary: 'Close a call request; idempotent',
    params: z.strictObject({ consultation_id: id }),
    answer: consultation,
  }),
  'consultation.register_link': administratorCall('POST /api/v1/company/admin/register-link', {
    summary:
      'Send a link for one business registration, valid for seven days: for a company created by an administrator, or in answer to a request',
    body: z.strictObject({
      company_id: id.optional(),
      consultation_id: id.optional(),
      destination: text(254, 1),
      receive_method: z.enum(['sms', 'email'], 'field.choice'),
    }),
    answer: z.object({ message: z.string(), expires_at: moment }),
  }),
};
