import type { Input } from '../../platform/api.ts';
import { toQueryText } from '../../platform/query-text.ts';
import { searchFlag, searchList, searchOneOf, searchText, searchWhole } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { ACT_SORTS } from '@kelisim/shared/features/acts/act-sorts.ts';
import {
  ACT_STATUS_IDS,
  ACT_STATUSES,
  actTabs,
  isCounted,
  LEAST_PAID,
  pendingSignStatuses,
  TO_PAY,
} from '@kelisim/shared/features/acts/act-status.ts';
import type { ActStatus, ActTab } from '@kelisim/shared/features/acts/act-status.ts';
import { isDate } from '@kelisim/shared/kernel/dates.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import type { Actor } from './actor.ts';

const LIMITS = [20, 50, 100] as const;

export type ActsQuery = NonNullable<Input<'acts.list'>['query']>;

/** The list as its address says it. The words are those of the call, so that links to it are easily made. */
export function readActsList(raw: RawSearch) {
  const date = (key: string) => {
    const value = searchText(raw, key);
    return value && isDate(value) ? value : undefined;
  };
  const sum = (key: string) => {
    const value = searchText(raw, key);
    return value && (parseMoney(value) ?? 0n) > 0n ? value : undefined;
  };
  const id = (key: string) => searchWhole(raw, key, 0) || undefined;
  const limit = searchWhole(raw, 'limit', 50);
  const query: ActsQuery = {
    page: searchWhole(raw, 'page', 1),
    limit: LIMITS.find((one) => one === limit) ?? 50,
    status_id: statusIds(raw),
    waiting: searchFlag(raw, 'waiting') || undefined,
    is_copy: searchFlag(raw, 'is_copy') || undefined,
    without_invoice: searchFlag(raw, 'without_invoice') || undefined,
    contractor_company_id: id('contractor_company_id'),
    company_id: id('company_id'),
    contract_id: id('contract_id'),
    date_from: date('date_from'),
    date_to: date('date_to'),
    amount_from: sum('amount_from'),
    amount_to: sum('amount_to'),
    search: searchText(raw, 'search')?.slice(0, 100),
    sort_by: searchOneOf(raw, 'sort_by', ACT_SORTS),
    sort_order: searchOneOf(raw, 'sort_order', ['asc', 'desc']) ?? 'desc',
  };
  return { query, run_id: id('run') ?? null };
}

function statusIds(raw: RawSearch): number[] | undefined {
  const known: number[] = Object.values(ACT_STATUS_IDS);
  const ids = searchList(raw, 'status_id')
    .map(Number)
    .filter((one) => known.includes(one));
  return ids.length ? ids : undefined;
}

export function statusesOf(query: ActsQuery): ActStatus[] {
  return ACT_STATUSES.filter((status) => query.status_id?.includes(ACT_STATUS_IDS[status]));
}

/** Filters that are on, beside the view; an empty list then means «nothing found». */
export function isFiltered(query: ActsQuery): boolean {
  return Object.values(filterOfQuery(query)).some((value) => value !== undefined);
}

/** The filters alone, as a deed over all of them takes them. */
export function filterOfQuery({
  page: _page,
  limit: _limit,
  sort_by: _by,
  sort_order: _order,
  ...filters
}: ActsQuery) {
  return filters;
}

export const FILTERS_OFF = {
  status_id: undefined,
  waiting: undefined,
  is_copy: undefined,
  without_invoice: undefined,
  contractor_company_id: undefined,
  company_id: undefined,
  contract_id: undefined,
  date_from: undefined,
  date_to: undefined,
  amount_from: undefined,
  amount_to: undefined,
  search: undefined,
};

export type ViewKey = 'all' | 'waiting' | 'to_sign' | 'to_pay' | ActTab;

interface View {
  key: ViewKey;
  waiting?: true;
  statuses?: readonly ActStatus[];
  /** Only what money is paid for: an act that takes money back waits for no payment. */
  amount_from?: typeof LEAST_PAID;
  /** Its number stands beside its name. */
  counted?: boolean;
}

const ofStates = (side: Actor['side']): View[] =>
  actTabs(side).map((status) => ({
    key: status,
    statuses: [status],
    counted: isCounted(status),
    ...(status === 'signed' && { amount_from: LEAST_PAID }),
  }));

const views: Record<Actor['side'], readonly View[]> = {
  business: [
    { key: 'all' },
    { key: 'waiting', waiting: true, counted: true },
    { key: 'to_sign', statuses: pendingSignStatuses('business'), counted: true },
    { key: 'to_pay', statuses: TO_PAY, amount_from: LEAST_PAID, counted: true },
    ...ofStates('business'),
  ],
  executor: [
    { key: 'all' },
    { key: 'to_sign', statuses: pendingSignStatuses('executor'), counted: true },
    ...ofStates('executor'),
  ],
};

/** A company that wants the executor first has nothing to sign before the executor has. */
export function viewsOf(side: Actor['side'], executor_first = false): readonly View[] {
  return views[side].map((view) =>
    view.key === 'to_sign' ? { ...view, statuses: pendingSignStatuses(side, executor_first) } : view,
  );
}

export function queryOfView(view: View): { waiting?: true; status_id?: number[]; amount_from?: string } {
  return {
    ...(view.waiting ? { waiting: true } : {}),
    ...(view.statuses ? { status_id: view.statuses.map((status) => ACT_STATUS_IDS[status]) } : {}),
    ...(view.amount_from ? { amount_from: view.amount_from } : {}),
  };
}

/** The view on the screen: by its state alone, so that a search inside it leaves its tab where it is. */
export function currentView(side: Actor['side'], query: ActsQuery, executor_first = false): ViewKey | null {
  const shown = [...new Set(query.status_id ?? [])].sort((a, b) => a - b).join();
  const same = (view: View) => {
    const { waiting = false, status_id = [], amount_from } = queryOfView(view);
    // A search for larger sums inside it is still of it.
    if (amount_from && !query.amount_from) return false;
    return waiting === (query.waiting ?? false) && [...status_id].sort((a, b) => a - b).join() === shown;
  };
  return viewsOf(side, executor_first).find(same)?.key ?? null;
}

export function viewHref(side: Actor['side'], view: View): string {
  const text = toQueryText(queryOfView(view));
  return `/lk/${side}/acts${text ? `?${text}` : ''}`;
}
