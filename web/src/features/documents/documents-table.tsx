import type { DocumentRow } from '@kelisim/shared/features/documents/documents.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import type { Column } from '../../ui/data-table.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { daysLeftOf } from './document-look.ts';
import type { Viewer } from './document-look.ts';
import { useToday } from './documents.data.ts';
import { useDocumentLook } from './use-document-look.ts';

/** The columns of the list; keys of those that sort are the words of `sort_by`. */
export function useDocumentColumns(viewer: Viewer): Column<DocumentRow>[] {
  const t = useTexts('documents');
  const states = useTexts('states');
  const look = useDocumentLook(viewer);
  const f = useFormats();
  return [
    {
      key: 'title',
      title: t('column.title'),
      sortable: true,
      card: 'title',
      width: '34%',
      cell: (row) => (
        <>
          {row.title}
          <span className="k-block k-plain k-second k-small">
            {t('number_date', { number: row.number, date: f.date(row.date) })} ·{' '}
            {states(`document_type.${row.type.code}`)}
          </span>
        </>
      ),
    },
    {
      key: 'contractor',
      title: t(viewer.side === 'business' ? 'column.executor' : 'column.customer'),
      sortable: true,
      card: 'plain',
      cell: (row) => {
        const party = viewer.side === 'business' ? row.contractor_company : row.company;
        return <TwoLines under={party.bin}>{party.name}</TwoLines>;
      },
    },
    {
      key: 'start_date',
      title: t('column.start'),
      sortable: true,
      align: 'right',
      width: '110px',
      card: 'none',
      cell: (row) => f.date(row.start_date),
    },
    {
      key: 'end_date',
      title: t('column.end'),
      sortable: true,
      align: 'right',
      width: '130px',
      cell: (row) => <EndDate row={row} />,
    },
    {
      key: 'status',
      title: t('column.state'),
      card: 'plain',
      width: '230px',
      cell: (row) => <StatusDot {...look(row)} />,
    },
  ];
}

function EndDate({ row }: { row: DocumentRow }) {
  const t = useTexts('documents');
  const f = useFormats();
  const days = daysLeftOf(row, useToday());
  return (
    <>
      {f.date(row.end_date)}
      {days !== null && (
        <span className="k-block k-attention k-small k-flat">
          {days < 0 ? t('ended') : t('ends_soon', { count: days })}
        </span>
      )}
    </>
  );
}
