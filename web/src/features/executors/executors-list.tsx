import { EXECUTOR_STATUSES, PENDING_KINDS } from '@kelisim/shared/features/executors/executor-status.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { useCallback, useState } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { searchList, searchOneOf, searchText, searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { BulkBar } from '../../ui/bulk-bar.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { ChoiceEditor } from '../../ui/filter-editors.tsx';
import { Money } from '../../ui/money.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { SaveList } from '../../ui/save-list.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { RowKey } from '../../ui/selection.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import { OwnViews, useLook, useOwnViews } from '../lists/public.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { EXECUTOR_TONES, mayHappen, useColleagues, useExecutors, useMayManage } from './executors.data.ts';
import type { ExecutorDeed, ExecutorItem, ExecutorsQuery, ManyDeed } from './executors.data.ts';
import css from './executors.module.css';
import { RemoveDialog } from './remove-dialog.tsx';

const SORTS = ['company_name', 'status', 'contract_valid_until', 'date', 'to_pay'] as const;
const MANY: readonly ManyDeed[] = ['stop', 'resume', 'assign'];
const LIMIT = 50;

function readList(raw: RawSearch): ExecutorsQuery {
  const status = EXECUTOR_STATUSES.filter((one) => searchList(raw, 'status').includes(one));
  return {
    page: searchWhole(raw, 'page', 1),
    limit: LIMIT,
    status: status.length > 0 ? status : undefined,
    pending: searchOneOf(raw, 'pending', PENDING_KINDS),
    search: searchText(raw, 'search')?.slice(0, 100),
    employee_id: searchWhole(raw, 'employee_id', 0) || undefined,
    sort_by: searchOneOf(raw, 'sort_by', SORTS) ?? 'company_name',
    sort_order: searchOneOf(raw, 'sort_order', ['asc', 'desc']) ?? 'asc',
  };
}

interface Open {
  deed: ExecutorDeed;
  executors: readonly ExecutorItem[];
}

interface ExecutorsListProps {
  /** The deed that an empty list offers. */
  invite: { label: string; onClick: () => void } | undefined;
}

/** Who works for the company: by which contract, until when, with whom; and what can be done with one or many. */
export function ExecutorsList({ invite }: ExecutorsListProps) {
  const t = useTexts('executors');
  const [query, change] = useUrlState(readList);
  const answer = useExecutors(query);
  const { data } = answer;
  const { page: _page, limit: _limit, ...filter } = query;
  const mayManage = useMayManage();
  const [open, setOpen] = useState<Open | null>(null);
  const [selected, setSelected] = useState<ReadonlyMap<number, ExecutorItem>>(new Map());
  const onSearch = useCallback(
    (text: string) => change({ search: text || undefined }, { replace: true }),
    [change],
  );
  const select = (keys: ReadonlySet<RowKey>) => {
    const known = [...selected.values(), ...(data?.items ?? [])];
    setSelected(
      new Map(
        known.flatMap((one) =>
          keys.has(one.executor_company_id) ? [[one.executor_company_id, one] as const] : [],
        ),
      ),
    );
  };
  const shown = new Map(data?.items.map((one) => [one.executor_company_id, one]));
  const chosen = [...selected.values()].map((one) => shown.get(one.executor_company_id) ?? one);
  const look = useLook(
    'executors',
    useColumns(mayManage, (deed, one) => setOpen({ deed, executors: [one] })),
  );
  const own = useOwnViews('executors', '/lk/business/executors');
  const narrowed = Boolean(query.search || query.employee_id || query.status || query.pending);
  const close = (done: boolean) => {
    setOpen(null);
    if (done) setSelected(new Map());
  };
  return (
    <>
      <div className="k-split k-middle">
        <Filters
          query={query}
          counts={data?.counts}
          change={change}
          onSearch={onSearch}
          mayManage={mayManage}
        />
        <div className="k-row k-below-16">
          <OwnViews {...own} />
          <SaveList read={() => api.call('executors.sheet', { query: filter })} />
        </div>
      </div>
      <ListTable
        label={t('list')}
        {...look}
        rowKey={(row) => row.executor_company_id}
        rowName={(row) => row.company_name}
        rowHref={(row) => `/lk/business/executors/${row.executor_company_id}`}
        sort={{ by: query.sort_by ?? 'company_name', order: query.sort_order ?? 'asc' }}
        onSort={({ by, order }) => change({ sort_by: by, sort_order: order })}
        {...(mayManage && { selected: new Set<RowKey>(selected.keys()), onSelect: select })}
        onResetFilters={narrowed ? () => change(FILTERS_OFF) : undefined}
        empty={<EmptyState title={t('empty')} hint={t('empty_hint')} action={invite} noAction="no_right" />}
        {...pagesOf(answer, query.page ?? 1, LIMIT, change)}
        counted
      />
      {chosen.length > 0 && (
        <Bar
          chosen={chosen}
          onDeed={(deed) => setOpen({ deed, executors: chosen })}
          onClear={() => close(true)}
        />
      )}
      {open && open.deed !== 'remove' && (
        <ChangeDialog deed={open.deed} executors={open.executors} onClose={close} />
      )}
      {open?.deed === 'remove' && (
        <RemoveDialog
          executor_id={open.executors[0]!.executor_company_id}
          name={open.executors[0]!.company_name}
          onClose={() => close(false)}
        />
      )}
    </>
  );
}

const FILTERS_OFF = { status: undefined, pending: undefined, search: undefined, employee_id: undefined };

interface BarProps {
  chosen: readonly ExecutorItem[];
  onDeed: (deed: ManyDeed) => void;
  onClear: () => void;
}

function Bar({ chosen, onDeed, onClear }: BarProps) {
  const t = useTexts('executors');
  const f = useFormats();
  const deeds = MANY.filter((deed) => chosen.every((one) => mayHappen(one.status, deed)));
  return (
    <BulkBar
      text={t('selected', { count: chosen.length, shown: f.number(chosen.length) })}
      actions={deeds.map((deed) => ({ label: t(deed), onClick: () => onDeed(deed) }))}
      onClear={onClear}
    />
  );
}

interface FiltersProps {
  query: ExecutorsQuery;
  counts: Record<string, number> | undefined;
  change: ReturnType<typeof useUrlState<ExecutorsQuery>>[1];
  onSearch: (text: string) => void;
  mayManage: boolean;
}

function Filters({ query, counts, change, onSearch, mayManage }: FiltersProps) {
  const t = useTexts('executors');
  const f = useFormats();
  const { data: colleagues } = useColleagues(mayManage);
  const named = (one: (typeof EXECUTOR_STATUSES)[number]) =>
    `${t(`view.${one}`)} · ${f.number(counts?.[one] ?? 0)}`;
  return (
    <FilterChips
      chips={[
        {
          key: 'status',
          label: t('column.state'),
          chosen: query.status?.map((one) => t(`view.${one}`)).join(', ') ?? null,
          onClear: () => change({ status: undefined }),
          editor: () => (
            <ChoiceEditor
              options={EXECUTOR_STATUSES.map((one) => ({ value: one, label: named(one) }))}
              chosen={query.status ?? []}
              onChange={(chosen) => change({ status: chosen })}
            />
          ),
        },
        {
          key: 'pending',
          label: t('filter_pending'),
          chosen: query.pending ? t(`pending.${query.pending}`) : null,
          onClear: () => change({ pending: undefined }),
          editor: () => (
            <ChoiceEditor
              options={PENDING_KINDS.map((one) => ({ value: one, label: t(`pending.${one}`) }))}
              chosen={query.pending ? [query.pending] : []}
              onChange={(chosen) => change({ pending: chosen.at(-1) })}
            />
          ),
        },
        ...(mayManage
          ? [
              {
                key: 'employee_id',
                label: t('filter_responsible'),
                chosen: query.employee_id
                  ? (colleagues?.find((one) => one.user_id === query.employee_id)?.full_name ?? '…')
                  : null,
                onClear: () => change({ employee_id: undefined }),
                editor: () => (
                  <ChoiceEditor
                    options={(colleagues ?? []).map((one) => ({
                      value: String(one.user_id),
                      label: one.full_name,
                    }))}
                    chosen={query.employee_id ? [String(query.employee_id)] : []}
                    onChange={(chosen) => change({ employee_id: chosen.at(-1) })}
                  />
                ),
              },
            ]
          : []),
      ]}
      onReset={() => change(FILTERS_OFF)}
    >
      <SearchField
        label={t('search')}
        placeholder={t('search_hint')}
        value={query.search}
        onSearch={onSearch}
      />
    </FilterChips>
  );
}

function useColumns(
  mayManage: boolean,
  onDeed: (deed: ExecutorDeed, one: ExecutorItem) => void,
): Column<ExecutorItem>[] {
  const t = useTexts('executors');
  const f = useFormats();
  const deedsOf = (row: ExecutorItem) =>
    (['stop', 'resume', 'assign', 'remove'] as const)
      .filter((deed) => mayHappen(row.status, deed))
      .map((deed) => ({
        label: t(deed),
        ...(deed === 'remove' && { tone: 'bad' as const }),
        onClick: () => onDeed(deed, row),
      }));
  return [
    {
      key: 'company_name',
      title: t('column.name'),
      sortable: true,
      card: 'title',
      width: '27%',
      cell: (row) => (
        <>
          {row.company_name}
          <span className="k-block k-second k-small">
            {row.display_name && `${row.display_name} · `}
            {row.bin}
            {row.phone && ` · ${f.phone(row.phone)}`}
          </span>
        </>
      ),
    },
    {
      key: 'contract_valid_until',
      title: t('column.contract'),
      sortable: true,
      align: 'right',
      width: '130px',
      cell: (row) => <Contract row={row} />,
    },
    {
      key: 'responsible',
      title: t('column.responsible'),
      cell: (row) => row.responsible?.full_name ?? <span className={css.quiet}>{t('nobody')}</span>,
    },
    {
      key: 'to_pay',
      title: t('column.to_pay'),
      sortable: true,
      align: 'right',
      width: '140px',
      cell: (row) => (
        <>
          <Money amount={row.to_pay} />
          {row.advance !== '0.00' && (
            <span className="k-block k-second k-small">{t('advance', { sum: f.money(row.advance) })}</span>
          )}
        </>
      ),
    },
    {
      key: 'date',
      title: t('column.since'),
      sortable: true,
      align: 'right',
      width: '120px',
      card: 'none',
      cell: (row) => f.date(almatyDate(new Date(row.date))),
    },
    {
      key: 'status',
      title: t('column.state'),
      sortable: true,
      card: 'plain',
      width: '160px',
      cell: ({ status }) => <StatusDot tone={EXECUTOR_TONES[status]} label={t(`state.${status}`)} />,
    },
    ...(mayManage
      ? [
          {
            key: 'deeds',
            title: t('column.deed'),
            card: 'aside' as const,
            width: '88px',
            cell: (row: ExecutorItem) => (
              <RowMenu label={t('deeds', { name: row.company_name })} deeds={deedsOf(row)} />
            ),
          },
        ]
      : []),
  ];
}

function Contract({ row }: { row: ExecutorItem }) {
  const t = useTexts('executors');
  const f = useFormats();
  const [today] = useState(() => almatyDate(new Date()));
  if (row.contract_valid_until === null)
    return (
      <span className={css.quiet}>{t(row.contract_document_id === null ? 'no_contract' : 'to_sign')}</span>
    );
  return (
    <>
      {f.date(row.contract_valid_until)}
      {row.contract_valid_until < today && <span className="k-block k-fault k-small">{t('ended')}</span>}
    </>
  );
}
