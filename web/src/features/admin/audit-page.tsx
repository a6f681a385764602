import { SECURITY_EVENTS } from '@kelisim/shared/features/auth/security-events.ts';
import type { AuditRow } from '@kelisim/shared/features/administration/administration.contract.ts';
import { isDate } from '@kelisim/shared/kernel/dates.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { searchOneOf, searchText, searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { choiceChip, periodChip } from '../../ui/choice-chip.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useAuditDetail } from './audit-detail.ts';
import { KEEP, ON_A_PAGE } from './admin.data.ts';
import css from './admin.module.css';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';

const read = (raw: RawSearch) => ({
  page: searchWhole(raw, 'page', 1),
  user_id: searchWhole(raw, 'user_id', 0) || undefined,
  by_user_id: searchWhole(raw, 'by_user_id', 0) || undefined,
  company_id: searchWhole(raw, 'company_id', 0) || undefined,
  date_from: searchDate(raw, 'date_from'),
  date_to: searchDate(raw, 'date_to'),
  kind: searchOneOf(raw, 'kind', SECURITY_EVENTS),
});
const searchDate = (raw: RawSearch, key: string) => {
  const date = searchText(raw, key);
  return date && isDate(date) ? date : undefined;
};
const FILTERS_OFF = {
  user_id: undefined,
  by_user_id: undefined,
  company_id: undefined,
  date_from: undefined,
  date_to: undefined,
  kind: undefined,
};
type Only = 'user_id' | 'by_user_id' | 'company_id';

/** `/admin/audit`: what happened to accounts and what administrators did, by whom, from where. */
export default function AuditPage() {
  const t = useTexts('admin');
  const security = useTexts('security');
  const f = useFormats();
  const [{ page, ...filters }, change] = useUrlState(read);
  const { user_id, by_user_id, company_id, date_from, date_to, kind } = filters;
  const answer = useCall('administration.audit', { query: { page, limit: ON_A_PAGE, ...filters } }, KEEP);
  const { data } = answer;
  const columns = useAuditColumns((key, id) => change({ [key]: id }));
  const nameOf = (id: number) =>
    data?.items.flatMap(({ user, by }) => [user, ...(by ? [by] : [])]).find((one) => one.id === id)
      ?.full_name ?? `№ ${id}`;
  const companyOf = (id: number) =>
    data?.items.find(({ company }) => company?.id === id)?.company?.name ?? `№ ${id}`;
  const only = (key: Only, label: string) => ({
    key,
    label,
    on: true,
    onToggle: () => change({ [key]: undefined }),
  });
  return (
    <>
      <PageHeader title={t('audit.title')} sub={t('audit.lead')} />
      <ChainLine />
      <FilterChips
        onReset={() => change(FILTERS_OFF)}
        chips={[
          choiceChip({
            key: 'kind',
            label: t('audit.event'),
            options: SECURITY_EVENTS.map((value) => ({ value, label: security(`events.${value}`) })),
            chosen: kind,
            onChoose: (value) => change({ kind: value }),
          }),
          periodChip({
            key: 'days',
            label: t('audit.days'),
            chosen:
              date_from && date_to
                ? f.period(date_from, date_to)
                : date_from
                  ? `≥ ${f.date(date_from)}`
                  : date_to
                    ? `≤ ${f.date(date_to)}`
                    : null,
            period: { date_from, date_to },
            onChange: change,
          }),
          ...(user_id ? [only('user_id', t('audit.only_of', { name: nameOf(user_id) }))] : []),
          ...(by_user_id ? [only('by_user_id', t('audit.only_by', { name: nameOf(by_user_id) }))] : []),
          ...(company_id
            ? [only('company_id', t('audit.only_company', { name: companyOf(company_id) }))]
            : []),
        ]}
      />
      <ListTable
        label={t('audit.title')}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => security(`events.${row.kind}`)}
        empty={<EmptyState title={t('audit.empty')} noAction="others" />}
        onResetFilters={Object.values(filters).some(Boolean) ? () => change(FILTERS_OFF) : undefined}
        {...pagesOf(answer, page, ON_A_PAGE, change)}
      />
    </>
  );
}

/** Whether the whole log is as it was sealed. */
function ChainLine() {
  const t = useTexts('admin');
  const f = useFormats();
  const { data } = useCall('administration.audit_chain', undefined, { staleTime: 60_000 });
  if (!data) return null;
  const since = data.since ? f.moment(data.since) : '–';
  return (
    <p className="k-below-12" role={data.holds ? undefined : 'alert'}>
      <StatusDot
        tone={data.holds ? 'good' : 'bad'}
        label={
          data.holds
            ? t('audit.holds', { count: f.number(data.sealed), since })
            : t('audit.broken', { ids: data.broken.map(({ event_id }) => event_id).join(', ') })
        }
      />
    </p>
  );
}

/** A name that leaves the events of one person or company when it is pressed. */
function Narrow({ name, label, onClick }: { name: string; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className={`k-press k-anywhere ${css.narrow}`}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {name}
    </button>
  );
}

function useAuditColumns(onOnly: (key: Only, id: number) => void): Column<AuditRow>[] {
  const t = useTexts('admin');
  const security = useTexts('security');
  const f = useFormats();
  const detailOf = useAuditDetail();
  return [
    {
      key: 'what',
      title: t('audit.column.what'),
      card: 'title',
      width: '34%',
      cell: (row) => (
        <div className={css.wrap}>
          {security(`events.${row.kind}`)}
          <span className="k-under">{detailOf(row)}</span>
        </div>
      ),
    },
    {
      key: 'who',
      title: t('audit.column.who'),
      card: 'plain',
      cell: (row) => (
        <>
          <Narrow
            name={row.user.full_name || `№ ${row.user.id}`}
            label={t('audit.show_of', { name: row.user.full_name || `№ ${row.user.id}` })}
            onClick={() => onOnly('user_id', row.user.id)}
          />
          {row.company && (
            <span className="k-under">
              <Narrow
                name={row.company.name}
                label={t('audit.show_company', { name: row.company.name })}
                onClick={() => onOnly('company_id', row.company!.id)}
              />
            </span>
          )}
        </>
      ),
    },
    {
      key: 'by',
      title: t('audit.column.by'),
      cell: ({ by }) =>
        by ? (
          <Narrow
            name={by.full_name}
            label={t('audit.show_by', { name: by.full_name })}
            onClick={() => onOnly('by_user_id', by.id)}
          />
        ) : (
          t('audit.himself')
        ),
    },
    { key: 'where', title: t('audit.column.where'), width: '150px', cell: (row) => row.ip ?? '–' },
    {
      key: 'when',
      title: t('audit.column.when'),
      width: '170px',
      align: 'right',
      cell: (row) => f.moment(row.created_at),
    },
  ];
}
