import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import type { Answer } from '../../platform/api.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import type { Tone } from '../../ui/status-dot.tsx';
import css from './invitations.module.css';
import { useExecutors } from './invitations.data.ts';

type Executor = Answer<'executors.names'>[number];

const TONES: Record<Executor['status'], Tone> = {
  invited: 'attention',
  active: 'good',
  stopped: 'quiet',
  removed: 'bad',
};

interface ExecutorsTableProps {
  deed: { label: string; onClick: () => void } | undefined;
}

export function ExecutorsTable({ deed }: ExecutorsTableProps) {
  const t = useTexts('invitations');
  const f = useFormats();
  const { data, error, refetch } = useExecutors(true);
  const columns: Column<Executor>[] = [
    {
      key: 'name',
      title: t('column.name'),
      card: 'title',
      width: '40%',
      cell: (row) => (
        <>
          {row.company_name}
          <span className={css.second}>{row.bin}</span>
        </>
      ),
    },
    {
      key: 'contract',
      title: t('column.contract_until'),
      cell: ({ contracts }) => {
        const last = contracts
          .map((one) => one.end_date)
          .sort()
          .at(-1);
        return last ? f.date(last) : <span className={css.quiet}>{t('no_contract')}</span>;
      },
    },
    {
      key: 'state',
      title: t('column.state'),
      card: 'plain',
      width: '200px',
      cell: ({ status }) => <StatusDot tone={TONES[status]} label={t(`executor.${status}`)} />,
    },
  ];
  return (
    <DataTable
      label={t('active')}
      columns={columns}
      rows={data}
      rowKey={(row) => row.executor_company_id}
      rowName={(row) => row.company_name}
      error={error}
      onRetry={() => void refetch()}
      empty={<EmptyState title={t('empty')} hint={t('empty_hint')} action={deed} />}
    />
  );
}
