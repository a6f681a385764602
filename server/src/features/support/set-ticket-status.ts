import {
  ACTION_TO,
  ticketTable,
  TICKET_STATUS_IDS,
  TICKET_STATUSES,
} from '@kelisim/shared/features/support/ticket-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Actor } from '../../platform/actor.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Parts } from '../../parts.ts';
import { moveTicket, sideOf, undoMove } from './move-ticket.ts';
import { lockTicket } from './support.queries.ts';

/**
 * Says how far a ticket has come. The desk goes by the table, or back where it has just come from; a company only closes,
 * and of its people only who asked or who heads it. The state it has already is the same answer again.
 */
export function setTicketStatus(
  { db }: Parts,
  actor: Actor,
  ticket_id: number,
  status_id: number,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const ticket = orNotFound(await lockTicket(tx, actor, ticket_id));
    const to = TICKET_STATUSES.find((status) => TICKET_STATUS_IDS[status] === status_id);
    if (!to) throw new Problem('field.choice', { field: 'status_id' });
    const side = sideOf(actor, ticket);
    if (side === 'user') {
      const is_own = ticket.user_id === actor.user_id || actor.rights === 'all';
      if (to !== 'closed' || !is_own) throw new Problem('forbidden');
    }
    if (ticket.status === to) return;
    const is_open = to !== 'new' && ticketTable.next(ticket.status, ACTION_TO[to], side) === to;
    if (!is_open && side === 'support' && (await undoMove(tx, ticket, to, actor))) return;
    if (to === 'new') throw new Problem('field.choice', { field: 'status_id' });
    await moveTicket(tx, ticket, ACTION_TO[to], actor);
  });
}
