import type { ReactNode } from 'react';
import type { RowKey } from '../../ui/selection.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { ListPager, type ListPagerProps } from '../../ui/list-pager.tsx';
import type { ListAnswer } from '../../ui/list-table.tsx';
import { rowsOf } from '../../ui/rows-of.ts';

interface CardListProps<Row> extends Pick<ListPagerProps, 'page' | 'limit' | 'onPage'> {
  label: string;
  list: ListAnswer<Row>;
  rowKey: (row: Row) => RowKey;
  empty: ReactNode;
  card: (row: Row) => ReactNode;
}

/** One page of a list of what waits for an administrator, a card each, and the pages below it. */
export function CardList<Row>({ label, list, rowKey, empty, card, ...pages }: CardListProps<Row>) {
  const { data, error, refetch } = list;
  return (
    <>
      {error && !data ? <ErrorCard error={error} onRetry={() => void refetch()} /> : null}
      {rowsOf(data)?.length === 0 && <Card>{empty}</Card>}
      <ul className="k-list k-stack k-above-16" aria-label={label}>
        {data?.items.map((row) => (
          <li key={rowKey(row)}>
            <Card>{card(row)}</Card>
          </li>
        ))}
      </ul>
      <ListPager list={list} {...pages} />
    </>
  );
}

interface CardHeadProps {
  title: ReactNode;
  under: ReactNode;
  /** What can be done, beside it. */
  children?: ReactNode;
}

export function CardHead({ title, under, children }: CardHeadProps) {
  return (
    <div className="k-split k-gap-8-16 k-top k-below-16">
      <div>
        <h2 className="k-anywhere k-title">{title}</h2>
        <span className="k-under">{under}</span>
      </div>
      {children}
    </div>
  );
}
