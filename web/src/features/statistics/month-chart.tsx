import css from './statistics.module.css';

export interface ChartColumn {
  key: string;
  /** Under the column: `11.26`. */
  label: string;
  /** In words, for the pointer and for those who hear it. */
  words: string;
  /** Heights as shares of the highest; the second one stands inside the first. */
  outer: number;
  inner?: number;
}

/** Columns side by side; what they say stands in the table below them, so here they are one picture. */
export function MonthChart({
  label,
  top,
  columns,
}: {
  label: string;
  top: string;
  columns: readonly ChartColumn[];
}) {
  // So many labels as find room on a phone.
  const every = Math.ceil(columns.length / 6);
  return (
    <div className="k-stack k-gap-0" role="img" aria-label={label}>
      <span className={css.top}>{top}</span>
      <div className={css.plot} aria-hidden>
        {columns.map(({ key, words, outer, inner }) => (
          <span key={key} className="k-grow k-shrink k-relative k-hover" title={words}>
            <span
              className={css.outer}
              style={{ height: `${height(outer)}%` }}
              data-alone={inner === undefined || undefined}
            />
            {inner !== undefined && <span className={css.inner} style={{ height: `${height(inner)}%` }} />}
          </span>
        ))}
      </div>
      <div className="k-flex" aria-hidden>
        {columns.map(({ key, label: name }, at) => (
          <span key={key} className={css.label}>
            {(columns.length - 1 - at) % every === 0 ? name : ''}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Little is still something: a column that is there is seen. */
const height = (share: number) => (share <= 0 ? 0 : Math.max(1, Math.min(1, share) * 100));
