import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import css from './bookkeeping.module.css';

const PARTS = ['gross', 'opv', 'vosms', 'so', 'ipn', 'net'] as const;

/** What paying these acts would withhold from individuals; nothing where that is not reckoned or concerns nobody. */
export function WithholdingPart({ act_ids }: { act_ids: readonly number[] }) {
  const t = useTexts('bookkeeping');
  const f = useFormats();
  const { data } = useCall('bookkeeping.withhold', { body: { act_ids: [...act_ids] } }, { retry: false });
  if (!data?.is_on || data.rows.length === 0) return null;
  const rows = [
    ...data.rows,
    ...(data.rows.length > 1 ? [{ id: 0, name: t('withholding.all'), ...data.total }] : []),
  ];
  return (
    <details className={css.part} open={data.rows.length <= 3}>
      <summary>{t('withholding.before_paying')}</summary>
      <p className={css.second}>{t('withholding.before_paying_hint')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <div className={css.scroll} tabIndex={0} role="group" aria-label={t('withholding.before_paying')}>
        <table className={css.table} aria-label={t('withholding.before_paying')}>
          <thead>
            <tr>
              <th scope="col">{t('withholding.person')}</th>
              {PARTS.map((part) => (
                <th key={part} scope="col">
                  {t(`withholding.${part}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.name}</th>
                {PARTS.map((part) => (
                  <td key={part}>{f.money(row[part])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
