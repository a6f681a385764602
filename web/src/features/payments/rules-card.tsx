import { Button } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import css from './orders.module.css';
import { staleOrders } from './orders.data.ts';

/** Rules that the company keeps, each with how much it has set aside; nothing while there is none. */
export function RulesCard() {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const { data: rules } = useCall('payments.rules');
  const end = useAction('payments.end_rule', { stale: staleOrders });
  if (!rules || rules.length === 0) return null;
  return (
    <Card title={t('aside_rule.list')}>
      <ul className={css.candidates}>
        {rules.map((rule) => (
          <li key={rule.id}>
            <span>
              {t(`operation.kind.${rule.kind}`)}
              <span className={css.second}>
                {[
                  t(`aside_rule.${rule.direction}`),
                  rule.counterparty_bin,
                  rule.counterparty_iban && f.iban(rule.counterparty_iban),
                  rule.words && t('aside_rule.with', { words: rule.words }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className={css.second}>{t('aside_rule.count', { count: rule.operations })}</span>
            </span>
            <Button
              variant="default"
              size="compact-md"
              loading={end.isPending && end.variables.params.rule_id === rule.id}
              onClick={() => end.mutate({ params: { rule_id: rule.id } })}
            >
              {t('aside_rule.end')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
