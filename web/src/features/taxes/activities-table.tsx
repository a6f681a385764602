import type { ActivityRow } from '@kelisim/shared/features/taxes/activities.contract.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ActivityDialog } from './activity-dialog.tsx';
import { useLastColumns } from './list-columns.tsx';

/** The closed list of what the self-employed may do, as far as it is known. */
export function ActivitiesTable() {
  const t = useTexts('taxes');
  const { data, error, refetch } = useCall('activities.list');
  const [edited, setEdited] = useState<Partial<ActivityRow> | null>(null);
  return (
    <section className="k-stack k-gap-12">
      <h2>{t('activities.title')}</h2>
      <p className="k-second">{t('activities.lead')}</p>
      <DataTable
        label={t('activities.title')}
        columns={useColumns(setEdited)}
        rows={data}
        rowKey={(row) => String(row.id)}
        rowName={(row) => row.oked}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState title={t('activities.empty')} hint={t('activities.empty_hint')} noAction="beside" />
        }
      />
      <Button
        className="k-self-start"
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setEdited({})}
      >
        {t('activities.add')}
      </Button>
      {edited && <ActivityDialog edited={edited} onClose={() => setEdited(null)} />}
    </section>
  );
}

function useColumns(onEdit: (row: ActivityRow) => void): Column<ActivityRow>[] {
  const t = useTexts('taxes');
  const f = useFormats();
  const last = useLastColumns<ActivityRow>(({ oked }) => oked, t('activities.change'), onEdit);
  return [
    {
      key: 'oked',
      title: t('activities.oked'),
      card: 'title',
      cell: ({ oked, name, is_past }) => (
        <>
          <span className="k-figures">{oked}</span>
          {is_past && <span className="k-second"> · {t('past')}</span>}
          {name && <span className="k-block k-second k-small">{name}</span>}
        </>
      ),
    },
    {
      key: 'days',
      title: t('columns.days'),
      width: '220px',
      cell: ({ valid_from, valid_until }) =>
        valid_until === null
          ? t('activities.since', { date: f.date(valid_from) })
          : f.period(valid_from, valid_until),
    },
    ...last,
  ];
}
