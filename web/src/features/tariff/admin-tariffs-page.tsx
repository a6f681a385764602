import type { TariffRow } from '@kelisim/shared/features/tariff/tariff.contract.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { searchOneOf, searchText, searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { ON_A_PAGE } from '../admin/public.ts';
import { priceOf } from './tariff.data.ts';
import css from './tariff.module.css';
import { TariffTabs } from './tariff-tabs.tsx';

const read = (raw: RawSearch) => ({
  page: searchWhole(raw, 'page', 1),
  search: searchText(raw, 'search')?.slice(0, 100),
  overdue: searchOneOf(raw, 'overdue', ['true'] as const),
});
const FILTERS_OFF = { search: undefined, overdue: undefined };

/** `/admin/tariffs`: what each company pays for and owes, those that are late first. */
export default function AdminTariffsPage() {
  const t = useTexts('tariff');
  const [{ page, search, overdue }, change] = useUrlState(read);
  const answer = useCall(
    'tariff.admin_list',
    { query: { page, limit: ON_A_PAGE, search, ...(overdue ? { overdue: true } : {}) } },
    { placeholderData: keepPreviousData },
  );
  const { data } = answer;
  const find = useCallback((text: string) => change({ search: text }, { replace: true }), [change]);
  return (
    <>
      <PageHeader title={t('admin.title')} count={data?.total} countIsExact={data?.is_exact} />
      <TariffTabs current="companies" />
      <FilterChips
        onReset={() => change(FILTERS_OFF)}
        chips={[
          {
            key: 'overdue',
            label: t('admin.overdue_only'),
            on: overdue === 'true',
            onToggle: (on: boolean) => change({ overdue: on ? 'true' : undefined }),
          },
        ]}
      >
        <SearchField label={t('admin.search')} value={search} onSearch={find} />
      </FilterChips>
      <ListTable
        label={t('admin.title')}
        columns={useColumns()}
        rowKey={(row) => row.company_id}
        rowName={(row) => row.company_name}
        empty={<EmptyState title={t('admin.empty')} noAction="others" />}
        onResetFilters={search || overdue ? () => change(FILTERS_OFF) : undefined}
        {...pagesOf(answer, page, ON_A_PAGE, change)}
      />
    </>
  );
}

function useColumns(): Column<TariffRow>[] {
  const t = useTexts('tariff');
  const f = useFormats();
  return [
    {
      key: 'company',
      title: t('admin.column.company'),
      card: 'title',
      width: '32%',
      cell: (row) => (
        <>
          <AppLink href={`/admin/tariffs/${row.company_id}`} className="k-inline k-middle k-high-24">
            {row.company_name}
          </AppLink>
          <span className={css.second}>{row.bin}</span>
        </>
      ),
    },
    {
      key: 'plan',
      title: t('admin.column.plan'),
      cell: ({ tariff_plan: plan }) =>
        plan ? (
          <>
            {plan.plan_type.name}
            <span className={css.second}>
              {priceOf(t, f, plan)} · {plan.period.name}
            </span>
          </>
        ) : (
          t('admin.no_plan')
        ),
    },
    {
      key: 'places',
      title: t('admin.column.places'),
      width: '130px',
      cell: ({ current_executor_count, limit_count }) => {
        const taken = f.number(current_executor_count);
        return limit_count === null
          ? t('places_free', { taken })
          : t('places_of', { taken, limit: f.number(limit_count) });
      },
    },
    {
      key: 'next',
      title: t('admin.column.next'),
      width: '110px',
      cell: ({ next_change }) => (next_change ? f.date(next_change) : '–'),
    },
    {
      key: 'state',
      title: t('admin.column.state'),
      width: '190px',
      cell: (row) => {
        const amount = f.money(row.overdue_amount);
        if (!row.tariff_plan) return '–';
        if (row.is_blocked) return <StatusDot tone="bad-ring" label={t('admin.blocked', { amount })} />;
        if (row.overdue_amount !== '0.00')
          return <StatusDot tone="bad-ring" label={t('admin.late', { amount })} />;
        return row.pending_amount === '0.00' ? (
          <StatusDot tone="good" label={t('admin.good')} />
        ) : (
          <StatusDot tone="attention" label={t('admin.owes')} />
        );
      },
    },
    {
      key: 'owed',
      title: t('admin.column.owed'),
      width: '140px',
      align: 'right',
      card: 'aside',
      cell: (row) => <Money amount={row.pending_amount} />,
    },
  ];
}
