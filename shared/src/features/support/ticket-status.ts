import { stateTable, type Move } from '../../kernel/state-machine.ts';

export const TICKET_STATUSES = ['new', 'in_progress', 'waiting_for_user', 'resolved', 'closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

export const TICKET_STATUS_IDS: Record<TicketStatus, number> = {
  new: 1,
  in_progress: 2,
  waiting_for_user: 3,
  resolved: 4,
  closed: 5,
};

/** What a person may ask about; its number on the wire is its place here, from 1. */
export const TICKET_THEMES = [
  'acts',
  'contracts',
  'signing',
  'payments',
  'access',
  'tariff',
  'idea',
  'other',
] as const;
export type TicketTheme = (typeof TICKET_THEMES)[number];

export type TicketAction = 'write' | 'take' | 'wait' | 'resolve' | 'close';
/** `user` is the company that asks, `support` the desk of the platform. */
export type TicketSide = 'user' | 'support';

const move = (
  from: TicketStatus,
  action: TicketAction,
  by: TicketSide,
  to: TicketStatus,
): Move<TicketStatus, TicketAction, TicketSide> => ({ from, action, by, to });

/** The moves of decisions 11: what the user writes opens a ticket again, and only the desk says how far it has come. */
export const ticketTable = stateTable<TicketStatus, TicketAction, TicketSide>(TICKET_STATUSES, [
  move('new', 'write', 'user', 'new'),
  move('in_progress', 'write', 'user', 'in_progress'),
  move('waiting_for_user', 'write', 'user', 'in_progress'),
  move('resolved', 'write', 'user', 'in_progress'),
  move('closed', 'write', 'user', 'in_progress'),
  move('new', 'close', 'user', 'closed'),
  move('in_progress', 'close', 'user', 'closed'),
  move('waiting_for_user', 'close', 'user', 'closed'),
  move('resolved', 'close', 'user', 'closed'),
  move('new', 'write', 'support', 'in_progress'),
  move('in_progress', 'write', 'support', 'in_progress'),
  move('waiting_for_user', 'write', 'support', 'waiting_for_user'),
  move('resolved', 'write', 'support', 'resolved'),
  move('new', 'take', 'support', 'in_progress'),
  move('waiting_for_user', 'take', 'support', 'in_progress'),
  move('resolved', 'take', 'support', 'in_progress'),
  move('closed', 'take', 'support', 'in_progress'),
  move('new', 'wait', 'support', 'waiting_for_user'),
  move('in_progress', 'wait', 'support', 'waiting_for_user'),
  move('new', 'resolve', 'support', 'resolved'),
  move('in_progress', 'resolve', 'support', 'resolved'),
  move('waiting_for_user', 'resolve', 'support', 'resolved'),
  move('resolved', 'close', 'support', 'closed'),
]);

/** The deed that a status asked for by its number stands for; nobody can make a ticket new. */
export const ACTION_TO: Record<Exclude<TicketStatus, 'new'>, TicketAction> = {
  in_progress: 'take',
  waiting_for_user: 'wait',
  resolved: 'resolve',
  closed: 'close',
};
