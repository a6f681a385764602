import { z } from 'zod';
import { callsOf, personCall, userCall } from '../../kernel/call.ts';
import { formId, id, lines, moment, text } from '../../kernel/fields.ts';
import { LOCALES } from '../../kernel/locale.ts';
import { pageOf, pageQuery } from '../../kernel/paging.ts';
import { ATTACHMENT_RULE, TICKET_TEXT_MAX } from './ticket-rules.ts';
import { TICKET_STATUSES } from './ticket-status.ts';

/** At most three of them. */
const attachments = {
  attachment1: ATTACHMENT_RULE,
  attachment2: ATTACHMENT_RULE,
  attachment3: ATTACHMENT_RULE,
} as const;
export type AttachmentField = keyof typeof attachments;

const ticket = z.object({
  id,
  company_name: z.string(),
  user_id: id,
  /** Who of the company asks. */
  user_name: z.string(),
  theme_id: id,
  status_id: id,
  text: z.string(),
  created_at: moment,
  last_message_at: moment,
  read_by_admin: z.boolean(),
  read_by_business: z.boolean(),
  /** The language it was asked in. */
  locale: z.enum(LOCALES),
});
export type Ticket = z.output<typeof ticket>;

const message = z.object({
  id,
  ticket_id: id,
  user_id: id,
  /** Null for those of the desk, to whom the desk is one. */
  user_name: z.string().nullable(),
  company_name: z.string(),
  by_support: z.boolean(),
  text: z.string(),
  created_at: moment,
  attachments: z.array(z.object({ id, content_type: z.string(), name: z.string(), size_bytes: z.int() })),
});
export type TicketMessage = z.output<typeof message>;
export type TicketAttachment = TicketMessage['attachments'][number];

/** An answer that is given often, ready in both languages. */
const readyAnswer = z.object({ id, title: z.string(), text_ru: z.string(), text_kz: z.string() });
export type ReadyAnswer = z.output<typeof readyAnswer>;
const readyAnswerBody = z.strictObject({
  title: text(100, 1),
  text_ru: lines(TICKET_TEXT_MAX, 1),
  text_kz: lines(TICKET_TEXT_MAX, 1),
});

const ticketParams = z.strictObject({ ticket_id: id });
const answerParams = z.strictObject({ answer_id: id });
const listQuery = {
  ...pageQuery,
  status_id: z.array(id).max(20, 'field.ids_many').optional(),
  search: text(100).optional(),
  /** Those with something new for the asker of the list. */
  unread: z.boolean().optional(),
};

const supportCall = callsOf({ access: { who: 'platform', right: 'support' } });

export const supportCalls = {
  'support.themes': personCall('GET /api/v1/support/themes', {
    summary: 'List the topics of tickets',
    answer: z.array(
      z.object({ id, name: z.string(), description_kz: z.string(), description_ru: z.string() }),
    ),
  }),
  'support.statuses': personCall('GET /api/v1/support/ticket/statuses', {
    summary: 'List the states of tickets',
    answer: z.array(
      z.object({ id, code: z.enum(TICKET_STATUSES), name_kz: z.string(), name_ru: z.string() }),
    ),
  }),
  'support.list': userCall('GET /api/v1/support/tickets', {
    summary: 'List the company’s tickets, latest message first',
    query: z.strictObject(listQuery),
    answer: pageOf(ticket),
  }),
  'support.create': userCall('POST /api/v1/support/tickets', {
    summary: 'Create a ticket, with at most three files',
    body: z.strictObject({ theme_id: formId, text: lines(TICKET_TEXT_MAX, 1) }),
    files: attachments,
    answer: ticket,
  }),
  'support.admin_list': supportCall('GET /api/v1/support/admin/tickets', {
    summary: 'List tickets of all companies, latest message first',
    query: z.strictObject({ ...listQuery, theme_id: id.optional() }),
    answer: pageOf(ticket),
  }),
  'support.get': personCall('GET /api/v1/support/tickets/{ticket_id}', {
    summary: 'Get one ticket, for its company and for support',
    params: ticketParams,
    answer: ticket,
  }),
  'support.messages': personCall('GET /api/v1/support/tickets/{ticket_id}/messages', {
    summary: 'List a ticket’s messages, oldest first, and mark them read',
    params: ticketParams,
    answer: z.array(message),
  }),
  'support.write': personCall('POST /api/v1/support/tickets/{ticket_id}/messages', {
    summary: 'Add a message, with at most three files; a message from the company reopens the ticket',
    params: ticketParams,
    body: z.strictObject({ text: lines(TICKET_TEXT_MAX, 1) }),
    files: attachments,
    answer: message,
  }),
  'support.set_status': personCall('POST /api/v1/support/tickets/{ticket_id}/status', {
    summary:
      'Set a ticket’s state: support by the state table or back before its own last step, its author only to closed',
    params: ticketParams,
    body: z.strictObject({ status_id: formId }),
    form: true,
    answer: ticket,
  }),
  'support.attachment': personCall('GET /api/v1/support/attachments/{attachment_id}/download', {
    summary: 'Get a file of a message, in its own media type',
    params: z.strictObject({ attachment_id: id }),
    answer: { file: 'application/octet-stream', kinds: ATTACHMENT_RULE.kinds },
  }),
  'support.answers': supportCall('GET /api/v1/support/admin/answers', {
    summary: 'List ready answers by title',
    answer: z.array(readyAnswer),
  }),
  'support.add_answer': supportCall('POST /api/v1/support/admin/answers', {
    summary: 'Add a ready answer',
    body: readyAnswerBody,
    answer: readyAnswer,
  }),
  'support.change_answer': supportCall('PUT /api/v1/support/admin/answers/{answer_id}', {
    summary: 'Change a ready answer',
    params: answerParams,
    body: readyAnswerBody,
    answer: readyAnswer,
  }),
  'support.delete_answer': supportCall('DELETE /api/v1/support/admin/answers/{answer_id}', {
    summary: 'Delete a ready answer; idempotent',
    params: answerParams,
    answer: z.object({ message: z.string() }),
  }),
  'support.restore_answer': supportCall('POST /api/v1/support/admin/answers/{answer_id}/restore', {
    summary: 'Bring back a deleted ready answer; idempotent',
    params: answerParams,
    answer: readyAnswer,
  }),
};
