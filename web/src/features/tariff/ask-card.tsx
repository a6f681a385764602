import { Button } from '@mantine/core';
import limits from 'virtual:form-limits/tariff.preview';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { Fault } from '../../ui/failure.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { useForm } from '../../ui/use-form.ts';
import type { Tariff } from './tariff.data.ts';
import css from './tariff.module.css';

/** What another limit would cost from a day on. Asks and changes nothing. */
export function AskCard({ tariff }: { tariff: Tariff }) {
  const t = useTexts('tariff');
  const f = useFormats();
  const ask = useAction('tariff.preview', { meta: { quiet: true } });
  const form = useForm(
    {
      executor_limit_count: String(tariff.executor_limit.limit_count ?? ''),
      scheduled_for: tariff.today,
    },
    { limits, onChange: () => ask.reset() },
  );
  const { executor_limit_count: limit, scheduled_for: date } = form.values;
  const count = () =>
    ask.mutateAsync({
      body: { company_id: tariff.company_id, executor_limit_count: Number(limit), scheduled_for: date },
    });
  const told = ask.data;
  const sum = told?.charges[0]?.payment_amount;
  const next = (rows: { kind: string; period_start: string; payment_amount: string }[]) =>
    rows.find((row) => row.kind === 'period' && row.period_start > (told?.scheduled_for ?? ''))
      ?.payment_amount;
  const then = told && next(told.after);
  const was = told && next(told.before);
  return (
    <Card title={t('ask.title')}>
      <form className="k-stack" {...form.bind(count)}>
        <p className={css.second}>{t('ask.hint')}</p>
        <div className={css.pair}>
          <NumberInput label={t('ask.limit')} whole={6} {...form.field('executor_limit_count')} />
          <DateInput label={t('ask.date')} min={tariff.today} {...form.field('scheduled_for')} />
        </div>
        <Fault text={form.failure} />
        <div role="status">
          {told && (
            <KeyValue
              rows={[
                { label: t('ask.now'), value: sum ? f.money(sum) : t('ask.nothing') },
                ...(told.credit_amount === '0.00'
                  ? []
                  : [{ label: t('ask.back'), value: f.money(told.credit_amount) }]),
                ...(then
                  ? [
                      {
                        label: t('ask.after'),
                        value: (
                          <>
                            {f.money(then)}
                            {was && was !== then && (
                              <span className={css.second}>{t('ask.was', { amount: f.money(was) })}</span>
                            )}
                          </>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          )}
        </div>
        <div className={`k-row k-end ${css.left}`}>
          <Button type="submit" disabled={limit === '' || date === ''} loading={form.busy}>
            {t('ask.count')}
          </Button>
          <Button component={AppLink} href="/lk/business/support" variant="default">
            {t('ask.write')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
