import {
  DAY_ORDERS,
  DECIMAL_MARKS,
  STATEMENT_COLUMNS,
  type StatementColumn,
} from '@kelisim/shared/features/payments/statement-columns.ts';
import type { MappingDraft } from '@kelisim/shared/features/payments/statement-tables.contract.ts';
import { Select } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';

export interface MapColumnsProps {
  titles: readonly string[];
  mapping: MappingDraft;
  change: (mapping: MappingDraft) => void;
  disabled: boolean;
}

/** Which heading is what, and what days and sums mean that can be read in two ways. */
export function MapColumns({ titles, mapping, change, disabled }: MapColumnsProps) {
  const t = useTexts('statement-tables');
  const choose = (key: StatementColumn, title: string | null) => {
    const { [key]: _, ...columns } = mapping.columns;
    change({ ...mapping, columns: title === null ? columns : { ...columns, [key]: title } });
  };
  return (
    <section className="k-stack" aria-label={t('columns')}>
      <h3 className="k-title">{t('columns')}</h3>
      <div className="k-pair">
        {STATEMENT_COLUMNS.map((key) => (
          <Select
            key={key}
            label={t(`column.${key}`)}
            {...((key === 'amount' || key === 'currency') && { description: t(`column_hint.${key}`) })}
            placeholder={t('none')}
            clearable
            searchable
            required={key === 'date'}
            data={titles}
            disabled={disabled}
            value={mapping.columns[key] ?? null}
            onChange={(title) => choose(key, title)}
          />
        ))}
        <Select
          label={t('day_order')}
          allowDeselect={false}
          data={DAY_ORDERS.map((value) => ({ value, label: t(`days.${value}`) }))}
          value={mapping.day_order}
          onChange={(day_order) => day_order && change({ ...mapping, day_order })}
        />
        <Select
          label={t('decimal_mark')}
          allowDeselect={false}
          data={DECIMAL_MARKS.map((value) => ({ value, label: t(`marks.${value}`) }))}
          value={mapping.decimal_mark}
          onChange={(decimal_mark) => decimal_mark && change({ ...mapping, decimal_mark })}
        />
      </div>
    </section>
  );
}
