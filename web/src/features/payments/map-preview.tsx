import type { Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import css from './map-preview.module.css';

/** The first rows as they stand in the file, and what becomes of them. */
export function MapPreview({
  preview: { titles, rows, read },
}: {
  preview: Answer<'payments.preview_table'>;
}) {
  const t = useTexts('statement-tables');
  const f = useFormats();
  return (
    <>
      <section className="k-stack" aria-label={t('first_rows')}>
        <h3 className="k-title">{t('first_rows')}</h3>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
        <div className={css.scroll} tabIndex={0} role="group" aria-label={t('first_rows')}>
          <table className={css.rows}>
            <thead>
              <tr>
                <th scope="col">{t('row')}</th>
                {titles.map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ row, cells }) => (
                <tr key={row}>
                  <th scope="row">{row}</th>
                  {cells.map((cell, at) => (
                    <td key={titles[at]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      {read && (
        <section className="k-stack" aria-label={t('read')}>
          <h3 className="k-title">{t('read')}</h3>
          <p className="k-flat" role="status">
            {t('read_count', {
              count: read.operations,
              out: f.money(read.out_amount),
              into: f.money(read.in_amount),
            })}
          </p>
          <ul className={css.read}>
            {read.first.map(({ line, date, direction, amount, name, purpose }) => (
              <li key={line}>
                <span className="k-figures">
                  {f.date(date)} · {direction === 'out' ? '−' : '+'}
                  {f.money(amount)}
                </span>{' '}
                <span className="k-second k-anywhere">{[name, purpose].filter(Boolean).join(' · ')}</span>
              </li>
            ))}
          </ul>
          {read.refused > 0 && (
            <>
              <p className="k-flat k-fault">{t('refused', { count: read.refused })}</p>
              <ul className={css.read}>
                {read.faults.map(({ line, message }) => (
                  <li key={line}>{message}</li>
                ))}
              </ul>
            </>
          )}
        </section>
      )}
    </>
  );
}
