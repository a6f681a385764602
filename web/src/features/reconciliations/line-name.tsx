import type { ReconciliationLine } from '@kelisim/shared/features/reconciliations/reconciliations.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { TwoLines } from '../../ui/two-lines.tsx';

type Named = Pick<ReconciliationLine, 'number' | 'order_number' | 'contract' | 'late_of' | 'amount'> & {
  kind: ReconciliationLine['kind'] | 'balance';
};

/** What the paper calls the line, with the order and the contract behind it. */
export function LineName({ line }: { line: Named }) {
  const t = useTexts('reconciliations');
  const f = useFormats();
  const { kind, number, order_number, contract, late_of, amount } = line;
  if (kind === 'balance') return t('opening');
  if (amount === null)
    return (
      <TwoLines under={t('own_line')}>
        {t(`own_kind.${kind === 'payment' ? 'payment' : 'act'}`, { number })}
      </TwoLines>
    );
  return (
    <>
      {t(`paper.kind.${kind}`, { number, order: order_number ?? '' })}
      {contract && (
        <span className="k-block k-plain k-second k-small">
          {t('contract', { number: contract.number, date: f.date(contract.date) })}
        </span>
      )}
      {late_of && (
        <span className="k-block k-plain k-second k-small">{t('paper.late', { date: f.date(late_of) })}</span>
      )}
    </>
  );
}
