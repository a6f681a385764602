import { TICKET_THEMES } from '@kelisim/shared/features/support/ticket-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import { limitCall } from '../../platform/call-limit.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import type { Parts } from '../../parts.ts';
import { checkAttachments, keepAttachments } from './keep-attachments.ts';
import { addTicket, addTicketHistory, addTicketMessage } from './support.queries.ts';

/** Of one person in an hour: more than anybody has to ask, less than a program would. */
const MOST_AN_HOUR = 50;

/** A question becomes a ticket; its words and files are its first message. */
export async function openTicket(
  parts: Parts,
  actor: CompanyActor,
  input: { theme_id: number; text: string },
  files: Partial<Record<string, Upload>>,
): Promise<number> {
  const { db } = parts;
  const theme = TICKET_THEMES[input.theme_id - 1];
  if (!theme) throw new Problem('field.choice', { field: 'theme_id' });
  await limitCall(db, { what: `ticket ${actor.user_id}`, most: MOST_AN_HOUR, window_s: 3600 });
  const attachments = await checkAttachments(parts, files);
  const { company_id, user_id } = actor;
  const text = input.text.trim();
  return db.transaction().execute(async (tx) => {
    const ticket_id = await addTicket(tx, { company_id, user_id, theme, text, locale: actor.locale });
    const message = { company_id, ticket_id, seq: 1, user_id, by_support: false, text };
    const message_id = await addTicketMessage(tx, message);
    await keepAttachments(parts, tx, { company_id, message_id }, attachments);
    await addTicketHistory(tx, {
      company_id,
      ticket_id,
      action: 'open',
      side: 'user',
      user_id,
      from_status: null,
      to_status: 'new',
    });
    return ticket_id;
  });
}
