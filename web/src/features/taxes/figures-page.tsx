import type { TaxFigureRow } from '@kelisim/shared/features/taxes/taxes.contract.ts';
import { TAX_FIGURES } from '@kelisim/shared/features/taxes/tax-figures.ts';
import { Button, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { searchWhole, useUrlState, type RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ActivitiesTable } from './activities-table.tsx';
import { FigureDialog } from './figure-dialog.tsx';
import { useLastColumns } from './list-columns.tsx';
import { TaxTabs } from './tax-tabs.tsx';
import { unitOf } from './unit-of.ts';

const read = (raw: RawSearch) => ({ year: searchWhole(raw, 'year', new Date().getFullYear()) });
/** What the dialog begins with. */
type Edited = Pick<TaxFigureRow, 'figure'> & Partial<TaxFigureRow>;

/** `/admin/taxes`: what the law says of taxes in a year, each figure with its source, and what it was before. */
export default function FiguresPage() {
  const t = useTexts('taxes');
  const [{ year }, change] = useUrlState(read);
  const { data, error, refetch } = useCall('taxes.figures', { query: { year } });
  const [edited, setEdited] = useState<Edited | null>(null);
  const years = [...new Set([year, year + 1, ...(data?.years ?? [])])].sort((one, other) => other - one);
  return (
    <>
      <PageHeader title={t('title')} sub={t('lead')} />
      <TaxTabs current="figures" />
      <NativeSelect
        label={t('year')}
        value={String(year)}
        data={years.map(String)}
        w={160}
        mb="md"
        onChange={(event) => change({ year: event.currentTarget.value })}
      />
      {data && data.missing.length > 0 && data.items.length > 0 && (
        <p className="k-second">
          {t('missing', { names: data.missing.map((figure) => t(`figure.${figure}`)).join('; ') })}
        </p>
      )}
      <DataTable
        label={t('title')}
        columns={useColumns(setEdited)}
        rows={data && [...data.items].sort(byFigure)}
        rowKey={(row) => String(row.id)}
        rowName={(row) => t(`figure.${row.figure}`)}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title={t('empty', { year })} hint={t('empty_hint')} noAction="beside" />}
      />
      <Button
        mt="md"
        mb="xl"
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setEdited({ figure: data?.missing[0] ?? 'mrp' })}
      >
        {t('add')}
      </Button>
      <ActivitiesTable />
      {edited && <FigureDialog edited={edited} year={year} onClose={() => setEdited(null)} />}
    </>
  );
}

const byFigure = (one: TaxFigureRow, other: TaxFigureRow) =>
  TAX_FIGURES.indexOf(one.figure) - TAX_FIGURES.indexOf(other.figure);

function useColumns(onEdit: (row: TaxFigureRow) => void): Column<TaxFigureRow>[] {
  const t = useTexts('taxes');
  const f = useFormats();
  const last = useLastColumns<TaxFigureRow>(({ figure }) => t(`figure.${figure}`), t('change'), onEdit);
  return [
    {
      key: 'figure',
      title: t('columns.figure'),
      card: 'title',
      cell: ({ figure, is_past, note }) => (
        <>
          {t(`figure.${figure}`)}
          {is_past && <span className="k-second"> · {t('past')}</span>}
          {note && <span className="k-block k-second k-small">{note}</span>}
        </>
      ),
    },
    {
      key: 'value',
      title: t('columns.value'),
      width: '150px',
      align: 'right',
      cell: ({ figure, value }) =>
        value === null ? (
          t('none')
        ) : (
          <span className="k-figures">{`${f.number(value)} ${unitOf(t, figure)}`}</span>
        ),
    },
    {
      key: 'days',
      title: t('columns.days'),
      width: '220px',
      cell: ({ valid_from, valid_until }) => f.period(valid_from, valid_until),
    },
    ...last,
  ];
}
