import { Button } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import type { Tariff } from './tariff.data.ts';
import css from './tariff.module.css';

/** What another limit would cost from a day on. Asks and changes nothing. */
export function AskCard({ tariff }: { tariff: Tariff }) {
  const t = useTexts('tariff');
  const f = useFormats();
  const [limit, setLimit] = useState(String(tariff.executor_limit.limit_count ?? ''));
  const [date, setDate] = useState(tariff.today);
  const ask = useDeed('tariff.preview', { meta: { quiet: true } });
  const refused = ask.error instanceof ApiError ? ask.error.field : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate({
      body: { company_id: tariff.company_id, executor_limit_count: Number(limit), scheduled_for: date },
    });
  };
  const told = ask.data;
  const sum = told?.charges[0]?.payment_amount;
  const next = (rows: { kind: string; period_start: string; payment_amount: string }[]) =>
    rows.find((row) => row.kind === 'period' && row.period_start > (told?.scheduled_for ?? ''))
      ?.payment_amount;
  const then = told && next(told.after);
  const was = told && next(told.before);
  return (
    <Card title={t('ask.title')}>
      <form className="k-stack" noValidate onSubmit={submit}>
        <p className={css.second}>{t('ask.hint')}</p>
        <div className={css.pair}>
          <NumberInput
            label={t('ask.limit')}
            whole={6}
            value={limit}
            error={refused === 'executor_limit_count' ? errorText(ask.error) : undefined}
            onChange={(value) => {
              setLimit(value);
              ask.reset();
            }}
          />
          <DateInput
            label={t('ask.date')}
            min={tariff.today}
            value={date}
            error={refused === 'scheduled_for' ? errorText(ask.error) : undefined}
            onChange={(value) => {
              setDate(value);
              ask.reset();
            }}
          />
        </div>
        {ask.error && !refused && (
          <p role="alert" className="k-fault">
            {errorText(ask.error)}
          </p>
        )}
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
          <Button type="submit" disabled={limit === '' || date === ''} loading={ask.isPending}>
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
