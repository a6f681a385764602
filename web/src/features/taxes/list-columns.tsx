import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import type { Column } from '../../ui/data-table.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';

interface Entered {
  is_past: boolean;
  source: string;
  /** Null of what came with the product. */
  by: string | null;
  created_at: string;
}

/** The last columns of what an administrator keeps by the law: where it is from, and its change. */
export function useLastColumns<Row extends Entered>(
  nameOf: (row: Row) => string,
  change: string,
  onEdit: (row: Row) => void,
): Column<Row>[] {
  const t = useTexts('taxes');
  const f = useFormats();
  return [
    {
      key: 'source',
      title: t('columns.source'),
      cell: ({ source, by, created_at }) => (
        <>
          {source}
          <span className="k-block k-second k-small">
            {by === null ? t('with_product') : `${by}, ${f.moment(created_at)}`}
          </span>
        </>
      ),
    },
    {
      key: 'edit',
      title: t('columns.deed'),
      card: 'plain',
      width: '110px',
      cell: (row) =>
        row.is_past ? null : (
          <RowMenu
            label={t('change_label', { name: nameOf(row) })}
            deeds={[{ label: change, onClick: () => onEdit(row) }]}
          />
        ),
    },
  ];
}
