import { ACT_STATUS_IDS, LEAST_PAID } from '@kelisim/shared/features/acts/act-status.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import type { ClosingBlocker } from '@kelisim/shared/features/bookkeeping/bookkeeping.contract.ts';
import type { Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { hrefWith } from '../../platform/url-state.ts';
import { AppLink } from '../../ui/app-link.tsx';

type Check = Answer<'bookkeeping.check_period'>;

/** The days that are to be closed: those after the last closed one. */
type Days = { date_from?: string; date_to: string };

/** Where each is solved. */
const HREFS: Record<ClosingBlocker['kind'], (days: Days, period: ClosingBlocker['period']) => string> = {
  operations: () => hrefWith('/lk/business/payments', { view: 'statements', state: 'unmatched' }),
  orders: () => hrefWith('/lk/business/payments', { view: 'bank' }),
  unpaid: (days) =>
    hrefWith('/lk/business/acts', {
      status_id: [String(ACT_STATUS_IDS.signed)],
      amount_from: LEAST_PAID,
      ...days,
    }),
  invoices: (days) => hrefWith('/lk/business/acts', { without_invoice: 'true', ...days }),
  reconciliations: (_days, period) => hrefWith('/lk/business/reconciliation/acts', period ?? {}),
};

/** What hinders closing until a day, then what it would leave unfinished, in the order to solve it, each with its way. */
export function ClosingBlockers({
  check,
  closed_until,
  until,
}: {
  check: Check;
  closed_until: string | null;
  until: string;
}) {
  const t = useTexts('bookkeeping');
  const days = { ...(closed_until ? { date_from: addDays(closed_until, 1) } : {}), date_to: until };
  const waiting = check.waiting.reduce((sum, { count }) => sum + count, 0);
  return (
    <div role="status">
      <ol className="k-list k-grid k-gap-8">
        {waiting > 0 && (
          <li className="k-fault">
            {t('period.waiting', { count: waiting })}{' '}
            <AppLink
              href={hrefWith('/lk/business/acts', {
                status_id: check.waiting.map(({ status }) => String(ACT_STATUS_IDS[status])),
                ...days,
              })}
            >
              {t('period.waiting_link')}
            </AppLink>
          </li>
        )}
        {check.drafts > 0 && <li>{t('period.drafts', { count: check.drafts })}</li>}
        {check.blockers.map(({ kind, count, period }) => (
          <li key={kind}>
            <AppLink href={HREFS[kind](days, period)} className="k-inline k-middle k-high-24">
              {t(`period.blocker.${kind}`, { count })}
            </AppLink>
          </li>
        ))}
        {waiting + check.drafts + check.blockers.length === 0 && <li>{t('period.ready')}</li>}
      </ol>
    </div>
  );
}
