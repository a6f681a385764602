import { TICKET_STATUS_IDS, TICKET_THEMES } from '@kelisim/shared/features/support/ticket-status.ts';
import type { TicketStatus } from '@kelisim/shared/features/support/ticket-status.ts';
import { hrefWith, searchFlag, searchList, searchText, searchWhole } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';

export const ON_A_PAGE = 50;

export interface TicketsQuery {
  page: number;
  limit: number;
  status_id?: number[];
  theme_id?: number;
  search?: string;
  unread?: boolean;
}

/** The list as its address says it; the words are those of the call. */
export function readTickets(raw: RawSearch): { query: TicketsQuery; create: boolean } {
  const known: number[] = Object.values(TICKET_STATUS_IDS);
  const status_id = searchList(raw, 'status_id')
    .map(Number)
    .filter((one) => known.includes(one));
  const theme_id = searchWhole(raw, 'theme_id', 0);
  const search = searchText(raw, 'search')?.slice(0, 100);
  return {
    query: {
      page: searchWhole(raw, 'page', 1),
      limit: ON_A_PAGE,
      ...(status_id.length > 0 && { status_id }),
      ...(theme_id > 0 && theme_id <= TICKET_THEMES.length && { theme_id }),
      ...(search && { search }),
      ...(searchFlag(raw, 'unread') && { unread: true }),
    },
    create: searchFlag(raw, 'create'),
  };
}

export const FILTERS_OFF = {
  status_id: undefined,
  theme_id: undefined,
  search: undefined,
  unread: undefined,
};

export const isFiltered = ({ status_id, theme_id, search, unread }: TicketsQuery) =>
  Boolean(status_id ?? theme_id ?? search ?? unread);

export const VIEWS = ['all', 'unread', 'open', 'done'] as const;
export type TicketsView = (typeof VIEWS)[number];

const ids = (...statuses: TicketStatus[]) => statuses.map((status) => TICKET_STATUS_IDS[status]);
const views: Record<TicketsView, { status_id?: number[]; unread?: true }> = {
  all: {},
  unread: { unread: true },
  open: { status_id: ids('new', 'in_progress', 'waiting_for_user') },
  done: { status_id: ids('resolved', 'closed') },
};

export const viewHref = (place: string, view: TicketsView) => hrefWith(place, views[view]);

/** By state and mark alone, so that a search inside a view leaves its tab where it is. */
export function currentView({ status_id = [], unread = false }: TicketsQuery): TicketsView | null {
  const same = (view: TicketsView) =>
    (views[view].unread ?? false) === unread && (views[view].status_id ?? []).join() === status_id.join();
  return VIEWS.find(same) ?? null;
}
