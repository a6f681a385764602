import type { Parts } from '../../parts.ts';
import type { Tx } from '../../platform/db/database.ts';
import { tellPerson } from '../notices/public.ts';
import { findAsker, type LockedTicket } from './support.queries.ts';

/** Tells the author of a ticket about an answer, once until they have read it, whatever follows meanwhile. */
export async function tellAnswered(
  parts: Parts,
  tx: Tx,
  ticket: LockedTicket,
  message_id: number,
): Promise<void> {
  const { status, role, ...asker } = await findAsker(tx, ticket);
  if (status !== 'active') return;
  await tellPerson(
    parts,
    tx,
    { ...asker, role, locale: ticket.locale },
    {
      kind: 'ticket_answered',
      company_id: ticket.company_id,
      words: { number: String(ticket.id) },
      path: `/lk/${role}/support/${ticket.id}`,
      once: String(message_id),
    },
  );
}
