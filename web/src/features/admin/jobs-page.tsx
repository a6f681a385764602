import type { AdminRun } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import { Button } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { TwoLines } from '../../ui/two-lines.tsx';
import { KEEP, ON_A_PAGE, SOON_MS } from './admin.data.ts';
import { ListTable } from '../../ui/list-table.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { useRunName } from '../jobs/public.ts';
import { SetAsideJobs } from './set-aside-jobs.tsx';

const read = (raw: RawSearch) => ({
  page: searchWhole(raw, 'page', 1),
  troubled: raw['troubled'] === 'true' ? true : undefined,
});

/** `/admin/jobs`: long work of everybody; what is stuck is restarted. */
export default function JobsPage() {
  const t = useTexts('admin');
  const [{ page, troubled }, change] = useUrlState(read);
  const answer = useCall(
    'jobs.admin_list',
    { query: { page, limit: ON_A_PAGE, troubled: troubled ?? false } },
    { ...KEEP, refetchInterval: SOON_MS },
  );
  const { data } = answer;
  const columns = useRunColumns();
  const off = () => change({ troubled: undefined });
  return (
    <>
      <PageHeader title={t('jobs.title')} sub={t('jobs.lead')} count={data?.total} />
      <SetAsideJobs />
      <FilterChips
        onReset={off}
        chips={[
          {
            key: 'troubled',
            label: t('jobs.troubled'),
            on: troubled === true,
            onToggle: () => change({ troubled: troubled ? undefined : true }),
          },
        ]}
      />
      <ListTable
        label={t('jobs.title')}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => `№ ${row.id}`}
        empty={<EmptyState title={t('jobs.empty')} noAction="others" />}
        onResetFilters={troubled ? off : undefined}
        {...pagesOf(answer, page, ON_A_PAGE, change)}
      />
    </>
  );
}

function useRunColumns(): Column<AdminRun>[] {
  const t = useTexts('admin');
  const runName = useRunName();
  const f = useFormats();
  const again = useAction('jobs.run_again', {
    stale: ['jobs.'],
    onSuccess: () => void toasts.success(t('jobs.taken_up')),
  });
  return [
    {
      key: 'what',
      title: t('jobs.column.what'),
      card: 'title',
      cell: (row) => <TwoLines under={`${row.company_name}, ${row.by_name}`}>{runName(row.kind)}</TwoLines>,
    },
    {
      key: 'state',
      title: t('jobs.column.state'),
      width: '200px',
      cell: (row) =>
        row.is_stuck ? (
          <StatusDot tone="bad" label={t('jobs.stuck')} />
        ) : row.failed_by_us > 0 ? (
          <StatusDot tone="attention" label={t('jobs.failed_by_us', { count: row.failed_by_us })} />
        ) : (
          <StatusDot
            tone={row.state === 'running' ? 'moving' : 'quiet'}
            label={t(`jobs.state.${row.state}`)}
          />
        ),
    },
    {
      key: 'done',
      title: t('jobs.column.done'),
      width: '130px',
      align: 'right',
      cell: (row) => `${f.number(row.done)} / ${f.number(row.total)}`,
    },
    {
      key: 'when',
      title: t('jobs.column.when'),
      width: '150px',
      align: 'right',
      cell: (row) => f.relative(row.created_at),
    },
    {
      key: 'deed',
      title: t('jobs.column.deed'),
      width: '150px',
      align: 'right',
      cell: (row) =>
        row.may_run_again && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('jobs.again_name', { id: row.id })}
            loading={again.isPending && again.variables.params.run_id === row.id}
            onClick={() => again.mutate({ params: { run_id: row.id } })}
          >
            {t('jobs.again')}
          </Button>
        ),
    },
  ];
}
