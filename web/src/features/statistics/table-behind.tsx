import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import css from './statistics.module.css';

export interface TableBehindProps {
  label: string;
  head: readonly string[];
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
  foot?: readonly ReactNode[];
}

/** The figures of a chart, newest month last as in the picture; opened by whoever wants them exactly. */
export function TableBehind({ label, head, rows, foot }: TableBehindProps) {
  const t = useTexts('statistics');
  return (
    <details className="k-above-16">
      <summary className={css.summary}>{t('table')}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <div className={css.scroll} tabIndex={0} role="group" aria-label={label}>
        <table className={css.table} aria-label={label}>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells: [first, ...rest] }) => (
              <tr key={key}>
                <th scope="row">{first}</th>
                {rest.map((cell, at) => (
                  <td key={head[at + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
          {foot && (
            <tfoot>
              <tr>
                <th scope="row">{foot[0]}</th>
                {foot.slice(1).map((cell, at) => (
                  <td key={head[at + 1]}>{cell}</td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </details>
  );
}
