import { DOCUMENT_STATUS_IDS } from '@kelisim/shared/features/documents/document-status.ts';
import type { DocumentStatus } from '@kelisim/shared/features/documents/document-status.ts';
import type { Input } from '../../platform/api.ts';
import { toQueryText } from '../../platform/query-text.ts';
import { searchFlag, searchList, searchOneOf, searchText, searchWhole } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import type { Side } from './document-look.ts';

/** Columns that sort; the words of `documents.list`. */
const SORTS = ['title', 'start_date', 'end_date', 'contractor', 'updated_at'] as const;
const LIMITS = [20, 50, 100];

export type DocumentsQuery = NonNullable<Input<'documents.list'>['query']>;

/** The list as its address says it; the words are those of the call. */
export function readDocumentsList(raw: RawSearch): { query: DocumentsQuery; upload: boolean; make: boolean } {
  const known: number[] = Object.values(DOCUMENT_STATUS_IDS);
  const status_id = searchList(raw, 'status_id')
    .map(Number)
    .filter((one) => known.includes(one));
  const limit = searchWhole(raw, 'limit', 50);
  return {
    query: {
      page: searchWhole(raw, 'page', 1),
      limit: LIMITS.includes(limit) ? limit : 50,
      status_id: status_id.length ? status_id : undefined,
      waiting: searchFlag(raw, 'waiting') || undefined,
      is_expired: searchFlag(raw, 'is_expired') || undefined,
      contractor_company_id: searchWhole(raw, 'contractor_company_id', 0) || undefined,
      search: searchText(raw, 'search')?.slice(0, 100),
      sort_by: searchOneOf(raw, 'sort_by', SORTS) ?? 'updated_at',
      sort_order: searchOneOf(raw, 'sort_order', ['asc', 'desc']) ?? 'desc',
    },
    upload: searchFlag(raw, 'upload'),
    make: searchFlag(raw, 'make'),
  };
}

export const FILTERS_OFF = {
  status_id: undefined,
  waiting: undefined,
  is_expired: undefined,
  contractor_company_id: undefined,
  search: undefined,
};

/** With a filter on, an empty list means «nothing found». */
export function isFiltered(query: DocumentsQuery): boolean {
  return (Object.keys(FILTERS_OFF) as (keyof typeof FILTERS_OFF)[]).some((key) => query[key] !== undefined);
}

export type ViewKey = 'all' | 'waiting' | 'active' | 'drafts' | 'expired';
type ViewQuery = Pick<DocumentsQuery, 'status_id' | 'waiting' | 'is_expired'>;

const views: Record<ViewKey, ViewQuery> = {
  all: {},
  waiting: { waiting: true },
  active: { status_id: [DOCUMENT_STATUS_IDS.signed] },
  drafts: { status_id: [DOCUMENT_STATUS_IDS.draft] },
  expired: { is_expired: true },
};

export function viewsOf(side: Side): ViewKey[] {
  const keys: ViewKey[] = ['all', 'waiting', 'active', 'drafts', 'expired'];
  return side === 'business' ? keys : keys.filter((key) => key !== 'drafts');
}

export function viewHref(side: Side, key: ViewKey): string {
  const text = toQueryText(views[key]);
  return `/lk/${side}/contracts${text ? `?${text}` : ''}`;
}

/** The view on the screen: by its state alone, so that a search inside it leaves its tab where it is. */
export function currentView(side: Side, query: DocumentsQuery): ViewKey | null {
  const stateOf = (one: ViewQuery) =>
    JSON.stringify([one.status_id ?? [], one.waiting ?? false, one.is_expired ?? false]);
  return viewsOf(side).find((key) => stateOf(views[key]) === stateOf(query)) ?? null;
}

/** States a person of this side can meet in the list. */
export function statesToChoose(side: Side): DocumentStatus[] {
  const all: DocumentStatus[] = [
    'draft',
    'sent',
    'signed_by_business',
    'signed_by_executor',
    'signed_by_hand',
    'signed',
    'expired',
    'refused',
    'terminated',
  ];
  return side === 'business' ? all : all.filter((status) => status !== 'draft');
}
