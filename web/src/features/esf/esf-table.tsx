import type { EsfDocument } from '@kelisim/shared/features/esf/esf.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import css from './esf.module.css';
import { toneOf } from './esf-look.ts';
import { useTrouble } from './esf-words.tsx';

export function useEsfColumns(side: 'business' | 'executor'): Column<EsfDocument>[] {
  const t = useTexts('esf');
  const f = useFormats();
  return [
    {
      key: 'what',
      title: t('columns.what'),
      card: 'title',
      width: '22%',
      cell: (row) => (
        <>
          {t('number', { kind: t(`kind.${row.kind}`), number: row.number })}
          <span className="k-block k-plain k-second k-small k-prewrap">
            {[
              t('act', { number: row.act.number }),
              ...(row.type === 'ORDINARY_INVOICE' ? [] : [t(`type.${row.type}`)]),
              ...(row.is_lessened ? [t('lessened')] : []),
              ...(row.pair ? [t(`with_${row.kind}`, { number: row.pair.number })] : []),
            ].join(' · ')}
          </span>
        </>
      ),
    },
    {
      key: 'party',
      title: t('columns.party'),
      card: 'plain',
      cell: (row) => {
        const party = side === 'business' ? row.seller : row.customer;
        return <TwoLines under={party.bin}>{party.name}</TwoLines>;
      },
    },
    {
      key: 'state',
      title: t('columns.state'),
      card: 'plain',
      width: '20%',
      cell: (row) => (
        <>
          <StatusDot tone={toneOf(row)} label={t(`status.${row.status}`)} />
          <Why row={row} mine={side === 'executor'} />
        </>
      ),
    },
    {
      key: 'number',
      title: t('columns.number'),
      width: '200px',
      card: 'plain',
      cell: (row) =>
        row.registration_number && <span className={`k-prewrap ${css.long}`}>{row.registration_number}</span>,
    },
    {
      key: 'date',
      title: t('columns.date'),
      width: '110px',
      align: 'right',
      cell: (row) => f.date(row.date),
    },
    {
      key: 'amount',
      title: t('columns.amount'),
      width: '150px',
      align: 'right',
      card: 'aside',
      cell: (row) => <Money amount={row.amount} />,
    },
  ];
}

/** The one thing to know beside the state: what it waits for, or what the system said. */
function Why({ row, mine }: { row: EsfDocument; mine: boolean }) {
  const t = useTexts('esf');
  const say = useTrouble(mine);
  const [error] = row.errors;
  const words = say(row) ?? (error ? error.text || error.code : row.may_answer ? t('answer.waits') : null);
  return words && <span className="k-block k-plain k-second k-small k-prewrap">{words}</span>;
}
