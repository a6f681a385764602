import type { BankOperation } from '@kelisim/shared/features/payments/statements.contract.ts';
import { Button } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { StatusDot, type Tone } from '../../ui/status-dot.tsx';
import { CandidateWords, TaxWords } from './candidate-words.tsx';
import css from './orders.module.css';

const TONES: Record<BankOperation['state'], Tone> = {
  matched: 'good',
  unmatched: 'attention',
  set_aside: 'quiet',
};

export type OperationDeed =
  | 'confirm'
  | 'match'
  | 'commission'
  | 'own_transfer'
  | 'other'
  | 'rule'
  | 'reopen'
  | 'take_back';

/** Operations of statements: what each was matched to, or what it may be, with a button that confirms it. */
export function useOperationColumns(
  onDeed: (deed: OperationDeed, operation: BankOperation) => void,
): Column<BankOperation>[] {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const deedsOf = (operation: BankOperation): Exclude<OperationDeed, 'confirm'>[] => {
    if (operation.state === 'matched') return ['take_back'];
    if (operation.state === 'set_aside') return ['reopen'];
    const aside = ['commission', 'own_transfer', 'other', 'rule'] as const;
    return [...(operation.currency === 'KZT' ? (['match'] as const) : []), ...aside];
  };
  return [
    {
      key: 'counterparty',
      title: t('column.counterparty'),
      card: 'title',
      cell: ({ counterparty, purpose, number }) => (
        <>
          {counterparty.name || t('operation.nameless')}
          <span className={css.second}>
            {[counterparty.bin, counterparty.iban && f.iban(counterparty.iban), number]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className={css.second}>{purpose}</span>
        </>
      ),
    },
    {
      key: 'state',
      title: t('column.state'),
      width: '300px',
      card: 'plain',
      cell: (operation) => <State operation={operation} onConfirm={() => onDeed('confirm', operation)} />,
    },
    {
      key: 'date',
      title: t('column.date'),
      width: '120px',
      align: 'right',
      cell: ({ date }) => f.date(date),
    },
    {
      key: 'amount',
      title: t('column.amount'),
      width: '170px',
      align: 'right',
      card: 'aside',
      cell: ({ amount, currency, direction }) => (
        <>
          {direction === 'out' ? '−' : '+'}
          <Money amount={amount} currency={currency} />
        </>
      ),
    },
    {
      key: 'deed',
      title: t('column.deed'),
      width: '64px',
      align: 'right',
      cell: (operation) => (
        <RowMenu
          label={t('deeds_of', { name: operation.number })}
          deeds={deedsOf(operation).map((deed) => ({
            label: t(`operation.deed.${deed}`),
            ...(deed === 'take_back' && { tone: 'bad' as const }),
            onClick: () => onDeed(deed, operation),
          }))}
        />
      ),
    },
  ];
}

function State({ operation, onConfirm }: { operation: BankOperation; onConfirm: () => void }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const { state, kind, direction, currency, orders, advance, obligation, candidate, is_by_rule, note } =
    operation;
  const label = kind
    ? t(`operation.kind.${kind}`)
    : t(obligation ? `operation.tax_${direction}` : `operation.${state}`);
  return (
    <>
      <StatusDot tone={TONES[state]} label={label} />
      {currency !== 'KZT' && <span className={css.second}>{t('operation.foreign')}</span>}
      {is_by_rule && <span className={css.second}>{t('operation.by_rule')}</span>}
      {note && <span className={css.second}>{note}</span>}
      {orders.map((order) => (
        <span key={order.id} className={css.second}>
          {t('operation.order', { act: order.act_number })}, {order.payee}
          {(orders.length > 1 || order.amount !== operation.amount) && ` · ${f.money(order.amount)}`}
        </span>
      ))}
      {advance && (
        <span className={css.second}>
          {t('operation.advance', { name: advance.name, amount: f.money(advance.amount) })}
        </span>
      )}
      {obligation && (
        <span className={css.second}>
          <TaxWords {...obligation} />
        </span>
      )}
      {candidate && (
        <div className="k-stack k-gap-4">
          <div>
            <CandidateWords candidate={candidate} />
          </div>
          <div>
            <Button variant="default" size="compact-md" onClick={onConfirm}>
              {t('candidate.confirm')}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
