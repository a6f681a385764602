import {
  ticketTable,
  type TicketAction,
  type TicketSide,
  type TicketStatus,
} from '@kelisim/shared/features/support/ticket-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { UpdateObject } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { addTicketHistory, getLastDeed, type LockedTicket, setTicket } from './support.queries.ts';

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
  const to = ticketTable.next(ticket.status, action, side);
  if (to === null) throw new Problem('ticket.wrong_state', { values: { state: ticket.status } });
  await setTicket(tx, ticket, { ...set, status: to });
  await writeDown(tx, ticket, action, to, actor);
}

/**
 * Takes back what this person of the desk did last with the ticket, also to `new`; false where it was another's deed, or
 * somebody has done or said anything since.
 */
export async function undoMove(
  tx: Tx,
  ticket: LockedTicket,
  to: TicketStatus,
  actor: Actor,
): Promise<boolean> {
  const last = await getLastDeed(tx, ticket);
  const is_own = last.side === 'support' && last.user_id === actor.user_id;
  if (!is_own || last.from_status !== to || last.action === 'write' || last.action === 'undo') return false;
  await setTicket(tx, ticket, { status: to });
  await writeDown(tx, ticket, 'undo', to, actor);
  return true;
}

async function writeDown(
  tx: Tx,
  ticket: LockedTicket,
  action: TicketAction | 'undo',
  to_status: TicketStatus,
  actor: Actor,
): Promise<void> {
  await addTicketHistory(tx, {
    company_id: ticket.company_id,
    ticket_id: ticket.id,
    action,
    side: sideOf(actor, ticket),
    user_id: actor.user_id,
    from_status: ticket.status,
    to_status,
  });
}
