import type { OperationCandidate } from '@kelisim/shared/features/payments/payments.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import css from './orders.module.css';

/** Names are listed up to this many; of a list of hundreds the number says more. */
const NAMED = 3;

/** What an operation may be, in words, and why it is thought so. */
export function CandidateWords({ candidate }: { candidate: OperationCandidate }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const { kind, orders, advance, reasons } = candidate;
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
      <span className={css.second}>{reasons.map((reason) => t(`reason.${reason}`)).join(', ')}</span>
    </>
  );
}
