import { useTexts } from '../../platform/i18n.ts';
import type { Input } from '../../platform/api.ts';
import { useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import css from './bookkeeping.module.css';

const PARTS = ['gross', 'opv', 'vosms', 'so', 'ipn'] as const;

/** What paying these acts would withhold from individuals; nothing where that is not reckoned or concerns nobody. */
export function WithholdingPart({ acts }: { acts: Input<'bookkeeping.withhold'>['body'] }) {
  const t = useTexts('bookkeeping');
  const f = useFormats();
  const { data, error } = useCall('bookkeeping.withhold', { body: acts }, { retry: false });
  if (error) return <ErrorState error={error} title={t('withholding.not_reckoned')} />;
  if (!data?.is_on || data.rows.length === 0) return null;
  const rows = [
    ...data.rows,
    ...(data.rows.length > 1 ? [{ id: 0, name: t('withholding.all'), ...data.total }] : []),
  ];
  return (
    <details className={css.part} open={data.rows.length <= 3}>
      <summary>{t('withholding.before_paying')}</summary>
      <p className={css.second}>{t('withholding.before_paying_hint')}</p>
      <ul className={css.withheld}>
        {rows.map((row) => (
          <li key={row.id}>
            <span className={css.net}>
              <strong>{row.name}</strong>
              <span>
                {t('withholding.net')} <span className="k-figures">{f.money(row.net)}</span>
              </span>
            </span>
            <span className={css.parts}>
              {PARTS.map((part) => (
                <span key={part}>
                  {t(`withholding.${part}`)} <span className="k-figures">{f.money(row[part])}</span>
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
