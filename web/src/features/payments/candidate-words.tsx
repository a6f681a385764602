import type { OperationCandidate } from '@kelisim/shared/features/payments/statements.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import css from './orders.module.css';

/** Names are listed up to this many; of a list of hundreds the number says more. */
const NAMED = 3;

/** What an operation may be, in words, and why it is thought so. */
export function CandidateWords({ candidate }: { candidate: OperationCandidate }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const { kind, orders, advance, obligation, reasons } = candidate;
  return (
    <>
      <span className="k-block">{t(`candidate.${kind}`, { count: orders.length })}</span>
      {orders.slice(0, NAMED).map((order) => (
        <span key={order.id} className={css.second}>
          {t('operation.order', { act: order.act_number })}, {order.payee}
          {(order.amount !== order.left || orders.length > 1) && (
            <span className="k-figures">
              {' '}
              · {t('candidate.part', { amount: f.money(order.amount), left: f.money(order.left) })}
            </span>
          )}
        </span>
      ))}
      {orders.length > NAMED && (
        <span className={css.second}>{t('candidate.more', { count: orders.length - NAMED })}</span>
      )}
      {advance && (
        <span className={css.second}>
          {t('operation.advance', { name: advance.name, amount: f.money(advance.amount) })}
        </span>
      )}
      {obligation && (
        <span className={css.second}>
          <TaxWords {...obligation} person={obligation.person?.name ?? null} />
          {kind === 'obligation' && reasons.includes('part') && (
            <span className="k-figures">
              {' '}
              · {t('operation.tax_left', { amount: f.money(obligation.left) })}
            </span>
          )}
        </span>
      )}
      <span className={css.second}>{reasons.map((reason) => t(`reason.${reason}`)).join(', ')}</span>
    </>
  );
}

/** A tax or contribution of a month, and whose it is. */
export function TaxWords({
  month,
  kind,
  person,
}: Omit<NonNullable<OperationCandidate['obligation']>, 'left' | 'person'> & { person: string | null }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const [year, of] = month.split('-').map(Number) as [number, number];
  return [t('operation.tax', { kind: t(`tax.${kind}`), month: f.month(year, of) }), person]
    .filter(Boolean)
    .join(' · ');
}
