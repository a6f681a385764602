import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { priceOf, type Tariff } from './tariff.data.ts';

/** The plan in force, the places taken, and what is to be paid. */
export function NowCard({ tariff }: { tariff: Tariff }) {
  const t = useTexts('tariff');
  const f = useFormats();
  const { tariff_plan: plan, executor_limit, current_executor_count, pending_amount, credit_amount } = tariff;
  if (!plan)
    return (
      <Card title={t('now')}>
        <EmptyState title={t('none')} hint={t('none_hint')} noAction="others" />
      </Card>
    );
  const taken = f.number(current_executor_count);
  const { limit_count } = executor_limit;
  return (
    <Card title={t('now')}>
      <KeyValue
        rows={[
          { label: t('plan'), value: plan.plan_type.name },
          { label: t(`price_${plan.plan_type.code}`), value: priceOf(t, f, plan) },
          { label: t('period'), value: t('months', { count: plan.period.months }) },
          { label: t('since'), value: f.date(plan.start_date) },
          {
            label: t('places'),
            value:
              limit_count === null
                ? t('places_free', { taken })
                : t('places_of', { taken, limit: f.number(limit_count) }),
          },
          { label: t('bank'), value: t(plan.banking_integration_enabled ? 'bank_on' : 'bank_off') },
          ...(plan.commission_percentage === '0.00'
            ? []
            : [{ label: t('commission'), value: f.percent(Number(plan.commission_percentage) / 100, 2) }]),
          {
            label: t('to_pay'),
            value: pending_amount === '0.00' ? t('nothing_to_pay') : f.money(pending_amount),
          },
          ...(credit_amount === '0.00' ? [] : [{ label: t('credit'), value: f.money(credit_amount) }]),
        ]}
      />
    </Card>
  );
}
