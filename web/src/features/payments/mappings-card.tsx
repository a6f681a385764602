import { STATEMENT_COLUMNS } from '@kelisim/shared/features/payments/statement-columns.ts';
import { Button } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import css from './orders.module.css';

/** Mappings that the company keeps; nothing while there is none. */
export default function MappingsCard() {
  const t = useTexts('statement-tables');
  const f = useFormats();
  const { data: mappings } = useCall('payments.mappings');
  const end = useAction('payments.end_mapping', { stale: ['payments.'] });
  if (!mappings || mappings.length === 0) return null;
  return (
    <Card title={t('list')}>
      <ul className={css.candidates}>
        {mappings.map(({ id, iban, columns, statements }) => (
          <li key={id}>
            <span>
              <span className="k-figures">{f.iban(iban)}</span>
              <span className={css.second}>
                {STATEMENT_COLUMNS.flatMap((key) => columns[key] ?? []).join(' · ')}
              </span>
              <span className={css.second}>{t('count', { count: statements })}</span>
            </span>
            <Button
              variant="default"
              size="compact-md"
              loading={end.isPending && end.variables.params.mapping_id === id}
              onClick={() => end.mutate({ params: { mapping_id: id } })}
            >
              {t('end')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
