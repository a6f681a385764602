import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Actor } from '../../platform/actor.ts';
import { limitCall } from '../../platform/call-limit.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import type { Parts } from '../../parts.ts';
import { checkAttachments, keepAttachments } from './keep-attachments.ts';
import { moveTicket, sideOf } from './move-ticket.ts';
import { addTicketMessage, findTicket, lockTicket } from './support.queries.ts';
import { tellAnswered } from './tell-answered.ts';
import { NOW } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';

/** Of one person in an hour. */
const MOST_AN_HOUR = 200;

/** Says something in a ticket. It is unread for the other side from now on; what the company says opens it again. */
export async function writeMessage(
  parts: Parts,
  actor: Actor,
  ticket_id: number,
  text: string,
  files: Partial<Record<string, Upload>>,
): Promise<number> {
  const { db } = parts;
  if (!(await findTicket(db, actor, ticket_id))) throw new Problem('not_found');
  await limitCall(db, { what: `ticket message ${actor.user_id}`, most: MOST_AN_HOUR, window_s: 3600 });
  const attachments = await checkAttachments(parts, files);
  return db.transaction().execute(async (tx) => {
    const ticket = orNotFound(await lockTicket(tx, actor, ticket_id));
    const by_support = sideOf(actor, ticket) === 'support';
    const seq = ticket.last_seq + 1;
    await moveTicket(tx, ticket, 'write', actor, {
      last_seq: seq,
      last_message_at: NOW,
      // Writing a message means having read those above.
      read_by_admin: by_support,
      read_by_business: !by_support,
    });
    const { company_id } = ticket;
    const message = { company_id, ticket_id, seq, user_id: actor.user_id, by_support, text: text.trim() };
    const message_id = await addTicketMessage(tx, message);
    await keepAttachments(parts, tx, { company_id, message_id }, attachments);
    if (by_support && ticket.read_by_business) await tellAnswered(parts, tx, ticket, message_id);
    return message_id;
  });
}
