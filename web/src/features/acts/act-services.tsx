import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { lineName } from '@kelisim/shared/features/acts/line-kinds.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import css from './act-page.module.css';

/** The lines of the act and their total. */
export function ActServices({ act }: { act: Pick<ActView, 'services' | 'amount'> }) {
  const t = useTexts('acts');
  const states = useTexts('states');
  const f = useFormats();
  return (
    <section aria-label={t('page.services')}>
      <h2 className="k-title k-above-8 k-below-12">{t('page.services')}</h2>
      <DataTable
        label={t('page.services')}
        rows={act.services}
        rowKey={(service) => service.id}
        rowName={(service) => service.description}
        empty={null}
        columns={[
          {
            key: 'service',
            title: t('services.service'),
            card: 'title',
            cell: (service) => (
              <>
                {service.description}
                <span className="k-block k-plain k-second k-small">
                  {service.kind !== 'work' && `${states(`line_kind.${lineName(service)}`)} · `}
                  {service.category.name}
                  {service.service_date && ` · ${f.date(service.service_date)}`}
                </span>
              </>
            ),
          },
          {
            key: 'quantity',
            title: t('services.quantity'),
            align: 'right',
            width: '110px',
            cell: (service) => f.number(service.quantity),
          },
          // Beside the number it would have to agree with it: «2 услуги».
          { key: 'unit', title: t('services.unit'), width: '110px', cell: (service) => service.unit.name },
          {
            key: 'rate',
            title: t('services.rate'),
            align: 'right',
            width: '140px',
            cell: (service) => <Money amount={service.rate} />,
          },
          {
            key: 'amount',
            title: t('services.sum'),
            align: 'right',
            width: '150px',
            card: 'aside',
            cell: (service) => <Money amount={service.amount} />,
          },
        ]}
      />
      <p className={`k-size-16 k-bold k-right ${css.total}`}>
        {t('services.total')}: <Money amount={act.amount} />
      </p>
    </section>
  );
}
