import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { Parts } from '../../parts.ts';
import type { Tx } from '../../platform/db/database.ts';
import { queueMessage } from '../messages/public.ts';
import { findAsker, type LockedTicket } from './support.queries.ts';

/** Tells who asked that there is an answer: once, until he has read it, however much is added meanwhile. */
export async function tellAnswered(
  parts: Parts,
  tx: Tx,
  ticket: LockedTicket,
  message_id: number,
): Promise<void> {
  const { email, phone, status, role } = await findAsker(tx, ticket);
  const recipient = email ?? phone;
  if (status !== 'active' || recipient === null) return;
  await queueMessage(parts, tx, {
    kind: 'ticket_answered',
    to: {
      channel: email === null ? 'sms' : 'email',
      recipient,
      locale: ticket.locale as Locale,
      user_id: ticket.user_id,
      company_id: ticket.company_id,
    },
    values: {
      number: String(ticket.id),
      link: `${parts.config.public_url}/lk/${role}/support/${ticket.id}`,
    },
    event_key: `ticket_answered:${message_id}`,
  });
}
