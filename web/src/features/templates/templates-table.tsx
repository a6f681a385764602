import type { Template } from '@kelisim/shared/features/templates/templates.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import type { Column } from '../../ui/data-table.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import css from './templates.module.css';

export type TemplateDeed = 'use' | 'preview' | 'download' | 'replace' | 'remove';

const FIELDS_SHOWN = 4;

/** The columns of the list, and what can be done with a row. */
export function useTemplateColumns(
  mayChange: boolean,
  onDeed: (deed: TemplateDeed, template: Template) => void,
): Column<Template>[] {
  const t = useTexts('templates');
  const f = useFormats();
  const deeds: TemplateDeed[] = mayChange
    ? ['use', 'preview', 'download', 'replace', 'remove']
    : ['preview', 'download'];
  return [
    {
      key: 'name',
      title: t('column.name'),
      card: 'title',
      width: '34%',
      cell: (row) => (
        <button
          type="button"
          className={`k-press k-accent k-medium k-anywhere ${css.name}`}
          onClick={() => onDeed('preview', row)}
        >
          {row.name}
        </button>
      ),
    },
    {
      key: 'fields',
      title: t('column.fields'),
      card: 'plain',
      cell: (row) => (
        <span
          className={`k-small ${css.second}`}
          title={row.fields.map((name) => t(`field.${name}`)).join(', ')}
        >
          {row.fields
            .slice(0, FIELDS_SHOWN)
            .map((name) => t(`field.${name}`))
            .join(', ')}
          {row.fields.length > FIELDS_SHOWN && ` +${row.fields.length - FIELDS_SHOWN}`}
        </span>
      ),
    },
    {
      key: 'used',
      title: t('column.used'),
      align: 'right',
      width: '120px',
      cell: (row) => f.number(row.used),
    },
    {
      key: 'created_at',
      title: t('column.added'),
      align: 'right',
      width: '120px',
      cell: (row) => f.date(row.created_at),
    },
    {
      key: 'deeds',
      title: t('column.deed'),
      align: 'right',
      width: '88px',
      card: 'plain',
      cell: (row) => (
        <RowMenu
          label={t('page.deeds', { name: row.name })}
          deeds={deeds.map((deed) => ({
            label: t(`deed.${deed}`),
            ...(deed === 'remove' ? { tone: 'bad' as const } : {}),
            onClick: () => onDeed(deed, row),
          }))}
        />
      ),
    },
  ];
}
