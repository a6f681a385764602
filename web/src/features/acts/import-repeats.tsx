import { Checkbox } from '@mantine/core';
import type { Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';

/** First rows of the repeats that are made all the same. */
export type Again = 'all' | ReadonlySet<number>;

/** As the call takes them. */
export function againField(again: Again): { again?: string } {
  if (again === 'all') return { again: JSON.stringify(again) };
  return again.size === 0 ? {} : { again: JSON.stringify([...again]) };
}

interface ImportRepeatsProps {
  result: Answer<'acts.process'>;
  again: Again;
  onAgain: (again: Again) => void;
}

/** Acts that seem to be there already, each with the question whether it is another one. */
export function ImportRepeats({ result, again, onAgain }: ImportRepeatsProps) {
  const t = useTexts('acts');
  const words = useTexts('act-import');
  const f = useFormats();
  const { repeats, repeats_total } = result;
  const isShownWhole = repeats.length === repeats_total;
  const isChosen = (row: number) => again === 'all' || again.has(row);
  const change = (row: number) => {
    const chosen = new Set(repeats.map((one) => one.row).filter(isChosen));
    if (!chosen.delete(row)) chosen.add(row);
    onAgain(chosen);
  };
  const isAll = again === 'all' || (isShownWhole && repeats.every(({ row }) => again.has(row)));
  return (
    <section aria-label={words('repeats_title')}>
      <h2 className="k-title k-above-8 k-below-12">{words('repeats_title')}</h2>
      <p className="k-lead">{words('repeats_hint')}</p>
      <Checkbox
        mb={12}
        label={words('repeats_all', { shown: f.number(repeats_total) })}
        checked={isAll}
        indeterminate={!isAll && repeats.some(({ row }) => isChosen(row))}
        onChange={() => onAgain(isAll ? new Set() : 'all')}
      />
      <DataTable
        label={words('repeats_title')}
        rows={repeats}
        rowKey={(one) => one.row}
        rowName={(one) => `${words('row')} ${one.row}`}
        empty={null}
        columns={[
          {
            key: 'make',
            title: words('repeat_make'),
            width: '96px',
            cell: (one) => (
              <Checkbox
                aria-label={words('repeat_make_row', { row: one.row })}
                checked={isChosen(one.row)}
                disabled={!isShownWhole && again === 'all'}
                onChange={() => change(one.row)}
              />
            ),
          },
          {
            key: 'row',
            title: words('row'),
            align: 'right',
            width: '80px',
            cell: (one) => f.number(one.row),
          },
          {
            key: 'act',
            title: words('act'),
            card: 'title',
            cell: (one) => (
              <>
                {one.title}
                <span className="k-block k-second k-small">{one.contractor}</span>
              </>
            ),
          },
          {
            key: 'problem',
            title: words('repeat_of'),
            card: 'plain',
            cell: (one) =>
              one.act_id === null ? (
                one.message
              ) : (
                <AppLink href={`/lk/business/acts/${one.act_id}`} className="k-inline k-middle k-high-24">
                  {one.message}
                </AppLink>
              ),
          },
          {
            key: 'amount',
            title: t('columns.sum'),
            align: 'right',
            width: '140px',
            card: 'aside',
            cell: (one) => <Money amount={one.amount} />,
          },
        ]}
      />
      {!isShownWhole && (
        <p className="k-lead">{words('preview_shown', { shown: f.number(repeats.length) })}</p>
      )}
    </section>
  );
}
