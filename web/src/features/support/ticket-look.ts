import { TICKET_STATUS_IDS, TICKET_STATUSES } from '@kelisim/shared/features/support/ticket-status.ts';
import type { TicketStatus } from '@kelisim/shared/features/support/ticket-status.ts';
import type { Tone } from '../../ui/status-dot.tsx';
import type { DeskSide } from './support.data.ts';

export function statusOf(ticket: { status_id: number }): TicketStatus {
  return TICKET_STATUSES.find((status) => TICKET_STATUS_IDS[status] === ticket.status_id) ?? 'new';
}

const tones: Record<TicketStatus, Tone> = {
  new: 'accent',
  in_progress: 'half',
  waiting_for_user: 'attention-ring',
  resolved: 'good',
  closed: 'quiet',
};

/** Amber is for the side whose turn it is. */
export function toneOf(status: TicketStatus, side: DeskSide): Tone {
  if (status === 'waiting_for_user' && side === 'user') return 'attention';
  return status === 'new' && side === 'support' ? 'attention' : tones[status];
}

export const isUnread = (ticket: { read_by_admin: boolean; read_by_business: boolean }, side: DeskSide) =>
  !(side === 'support' ? ticket.read_by_admin : ticket.read_by_business);
