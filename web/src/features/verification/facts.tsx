import type { ReactNode } from 'react';
import css from './facts.module.css';

/** Names and values in two columns, in one on a phone; what is empty is left out. */
export function Facts({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={`k-stack k-gap-8 k-flat k-wide ${css.facts}`}>
      {rows.map(
        ([label, value]) =>
          value !== null &&
          value !== undefined &&
          value !== '' &&
          value !== false && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
