import type { FilePart } from '../../kernel/call.ts';

/** What a ticket and a message are sent with: pictures and papers, nothing that runs. */
export const ATTACHMENT_RULE = {
  required: false,
  max_bytes: 10_000_000,
  kinds: ['png', 'jpeg', 'pdf', 'xlsx', 'docx'],
} as const satisfies FilePart;

export const MOST_ATTACHMENTS = 3;

export const TICKET_TEXT_MAX = 5_000;
