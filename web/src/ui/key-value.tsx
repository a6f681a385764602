import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import css from './key-value.module.css';

export interface KeyValueProps {
  rows: readonly {
    label: string;
    value: ReactNode;
    /** Raw text for the button beside it: an id, БИН, IBAN, a sum. */
    copy?: string;
    /** `TermHelp` where the name is a term. */
    help?: ReactNode;
  }[];
}

/** Names and values one under the other. */
export function KeyValue({ rows }: KeyValueProps) {
  return (
    <dl className="k-flat">
      {rows.map((row) => (
        <div key={row.label} className={`k-flex k-gap-4-16 k-between k-pad-8-0 k-line-below ${css.row}`}>
          <dt>
            {row.label}
            {row.help}
          </dt>
          <dd>
            {row.value}
            {row.copy && <CopyButton text={row.copy} name={row.label} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
