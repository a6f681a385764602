import {
  ticketTable,
  type TicketAction,
  type TicketSide,
} from '@kelisim/shared/features/support/ticket-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { UpdateObject } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { addTicketHistory, type LockedTicket, setTicket } from './support.queries.ts';

/** Which side of a ticket the reader is on: an administrator is never the desk for their own company. */
export function sideOf(actor: Actor, ticket: { company_id: number }): TicketSide {
  return ticket.company_id === actor.company_id ? 'user' : 'support';
}

/** Changes the state by the table and writes the history; a deed that is not in the table is a problem. */
export async function moveTicket(
  tx: Tx,
  ticket: LockedTicket,
  action: TicketAction,
  actor: Actor,
  set: UpdateObject<Tables, 'support_tickets'> = {},
): Promise<void> {
  const side = sideOf(actor, ticket);
  const from = ticket.status;
  const to = ticketTable.next(from, action, side);
  if (to === null) throw new Problem('ticket.wrong_state', { values: { state: from } });
  await setTicket(tx, ticket, { ...set, status: to });
  await addTicketHistory(tx, {
    company_id: ticket.company_id,
    ticket_id: ticket.id,
    action,
    side,
    user_id: actor.user_id,
    from_status: from,
    to_status: to,
  });
}
