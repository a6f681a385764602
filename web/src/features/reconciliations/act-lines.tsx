import type {
  ReconciliationLine,
  ReconciliationView,
} from '@kelisim/shared/features/reconciliations/reconciliations.contract.ts';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { LineName } from './line-name.tsx';
import type { Side } from './reconciliation-look.ts';

type Line = Omit<ReconciliationLine, 'kind'> & { kind: ReconciliationLine['kind'] | 'balance' };

/** The opening balance stands before the lines: the sides may have it otherwise too. */
const linesOf = (act: ReconciliationView): Line[] => [
  {
    position: 0,
    date: act.date_from,
    late_of: null,
    kind: 'balance',
    act_id: null,
    number: '',
    order_number: null,
    contract: null,
    amount: act.opening,
    their_amount: act.their_opening,
    remark: null,
  },
  ...act.lines,
];

/** Line by line what both sides have; with differences those alone at first. */
export function ActLines({ act, side }: { act: ReconciliationView; side: Side }) {
  const t = useTexts('reconciliations');
  const f = useFormats();
  const [only, setOnly] = useState<boolean | null>(null);
  const is_narrowed = act.differences > 0 && (only ?? true);
  const rows = linesOf(act).filter(({ their_amount }) => !is_narrowed || their_amount !== null);
  const columns: Column<Line>[] = [
    {
      key: 'day',
      title: t('day'),
      width: '120px',
      cell: ({ date }) => <span className="k-figures">{f.date(date)}</span>,
    },
    { key: 'what', title: t('what'), card: 'title', cell: (line) => <LineName line={line} /> },
    {
      key: 'company',
      title: t('by_company'),
      align: 'right',
      width: '170px',
      cell: ({ amount }) => (amount === null ? t('absent') : <Money amount={amount} />),
    },
    {
      key: 'executor',
      title: t('by_executor'),
      align: 'right',
      width: '190px',
      cell: ({ their_amount }) =>
        act.answered_at === null ? (
          <span className="k-second">{t('no_answer_yet')}</span>
        ) : their_amount === null ? (
          <span className="k-second">{t('agrees')}</span>
        ) : (
          <strong className="k-attention">
            <Money amount={their_amount} />
          </strong>
        ),
    },
    {
      key: 'remark',
      title: t('remark'),
      width: '24%',
      card: 'plain',
      cell: ({ remark }) => remark && <span className="k-anywhere">{remark}</span>,
    },
  ];
  return (
    <Card
      title={t('lines')}
      aside={
        act.differences > 0 && (
          <Switch
            label={t('only_differences', { count: act.differences })}
            checked={is_narrowed}
            onChange={(event) => setOnly(event.currentTarget.checked)}
          />
        )
      }
    >
      <DataTable
        label={t('lines')}
        columns={columns}
        rows={rows}
        rowKey={({ position }) => position}
        rowName={({ kind, number }) => `${kind} ${number}`}
        rowHref={({ act_id }) => (act_id === null ? undefined : `/lk/${side}/acts/${act_id}`)}
        empty={<EmptyState title={t('no_lines')} noAction="done" />}
      />
    </Card>
  );
}
