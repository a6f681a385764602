import { SECURITY_EVENTS } from '@kelisim/shared/features/auth/security.contract.ts';
import type { AuditRow } from '@kelisim/shared/features/administration/administration.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { searchOneOf, searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { ChoiceEditor } from '../../ui/filter-editors.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { KEEP, ON_A_PAGE } from './admin.data.ts';
import css from './admin.module.css';
import { ListFoot } from './list-foot.tsx';

const read = (raw: RawSearch) => ({
  page: searchWhole(raw, 'page', 1),
  user_id: searchWhole(raw, 'user_id', 0) || undefined,
  kind: searchOneOf(raw, 'kind', SECURITY_EVENTS),
});
const FILTERS_OFF = { user_id: undefined, kind: undefined };

/** `/admin/audit`: what happened to accounts, by whom, from where. */
export default function AuditPage() {
  const t = useTexts('admin');
  const security = useTexts('security');
  const [{ page, user_id, kind }, change] = useUrlState(read);
  const { data, error, isPlaceholderData, refetch } = useCall(
    'administration.audit',
    { query: { page, limit: ON_A_PAGE, user_id, kind } },
    KEEP,
  );
  const columns = useAuditColumns();
  const only =
    user_id && (data?.items.find((row) => row.user.id === user_id)?.user.full_name ?? `№ ${user_id}`);
  return (
    <>
      <PageHeader title={t('audit.title')} sub={t('audit.lead')} />
      <ChainLine />
      <FilterChips
        onReset={() => change(FILTERS_OFF)}
        chips={[
          {
            key: 'kind',
            label: t('audit.event'),
            chosen: kind ? security(`events.${kind}`) : null,
            onClear: () => change({ kind: undefined }),
            editor: (close) => (
              <ChoiceEditor
                options={SECURITY_EVENTS.map((one) => ({ value: one, label: security(`events.${one}`) }))}
                chosen={kind ? [kind] : []}
                onChange={(next) => {
                  change({ kind: next.find((one) => one !== kind) });
                  close();
                }}
              />
            ),
          },
          ...(only
            ? [
                {
                  key: 'user_id',
                  label: t('audit.only_of', { name: only }),
                  on: true,
                  onToggle: () => change({ user_id: undefined }),
                },
              ]
            : []),
        ]}
      />
      <DataTable
        label={t('audit.title')}
        columns={columns}
        rows={data?.items}
        rowKey={(row) => row.id}
        rowName={(row) => security(`events.${row.kind}`)}
        busy={isPlaceholderData}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title={t('audit.empty')} />}
        onResetFilters={user_id || kind ? () => change(FILTERS_OFF) : undefined}
      />
      <ListFoot page={page} data={data} onPage={(to) => change({ page: to })} />
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
    <p role={data.holds ? undefined : 'alert'}>
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

function useAuditColumns(): Column<AuditRow>[] {
  const t = useTexts('admin');
  const security = useTexts('security');
  const f = useFormats();
  return [
    {
      key: 'what',
      title: t('audit.column.what'),
      card: 'title',
      width: '30%',
      cell: (row) => security(`events.${row.kind}`),
    },
    {
      key: 'who',
      title: t('audit.column.who'),
      card: 'plain',
      cell: (row) => (
        <>
          {row.user.full_name}
          {row.company_name && <span className={css.second}>{row.company_name}</span>}
        </>
      ),
    },
    {
      key: 'by',
      title: t('audit.column.by'),
      cell: (row) => row.by?.full_name ?? t('audit.himself'),
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
