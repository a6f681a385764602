import { Button } from '@mantine/core';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { Suspense, useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { useRoute } from '../../platform/route.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toasts } from '../../ui/toasts.ts';
import { CardBones } from './card-bones.tsx';
import { CalendarCard } from './calendar-card.tsx';
import type { ChangeKind } from './change-dialog.tsx';
import { NextCard } from './next-card.tsx';
import { NowCard } from './now-card.tsx';
import { numberOf, priceOf, STALE, type Tariff, type TariffEntry } from './tariff.data.ts';
import css from './tariff.module.css';

const ChangeDialog = lazyPart(() => import('./change-dialog.tsx'));

/** `/admin/tariffs/{company_id}`: one company's tariff, changed, planned, and marked paid. */
export default function AdminTariffPage() {
  const t = useTexts('tariff');
  const f = useFormats();
  const { params } = useRoute();
  const company_id = Number(params['company_id']);
  const { data, error, refetch } = useCall('tariff.get', { params: { company_id } });
  const [kind, setKind] = useState<ChangeKind | null>(null);
  const [paying, setPaying] = useState<TariffEntry | null>(null);
  const pay = useAction('tariff.pay', { stale: STALE, meta: { quiet: true } });
  const callOff = useAction('tariff.cancel_change', { stale: STALE });
  const kinds: ChangeKind[] = data?.tariff_plan ? ['limit', 'planning', 'switch'] : ['set'];
  return (
    <>
      <PageHeader
        title={data?.company_name ?? t('admin.title')}
        back={{ href: '/admin/tariffs', label: t('admin.back') }}
        actions={
          data &&
          kinds.map((one, place) => (
            <Button
              key={one}
              variant={place === kinds.length - 1 ? 'filled' : 'default'}
              onClick={() => setKind(one)}
            >
              {t(`admin.${one}`)}
            </Button>
          ))
        }
      />
      {error ? (
        <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={css.cards}>
          {data ? (
            <>
              <NowCard tariff={data} />
              <NextCard
                tariff={data}
                onCallOff={({ id }) =>
                  callOff.mutate(
                    { params: { change_id: id } },
                    { onSuccess: () => toasts.success(t('called_off')) },
                  )
                }
              />
              {data.payment_calendar.length > 0 && (
                <CalendarCard entries={data.payment_calendar} onPay={setPaying} />
              )}
              {data.plans.length > 1 && (
                <Card title={t('admin.plans')}>
                  <ul className="k-list k-rows">
                    {data.plans.map((plan) => (
                      <li key={plan.id}>
                        <span>
                          {plan.plan_type.name}, {priceOf(t, f, plan)}, {plan.period.name}
                        </span>
                        <span className={css.second}>
                          {plan.end_date
                            ? t('admin.until', { from: f.date(plan.start_date), to: f.date(plan.end_date) })
                            : t('admin.until_now', { from: f.date(plan.start_date) })}
                        </span>
                      </li>
                    ))}
                  </ul>
                </Card>
              )}
              <DayCard key={data.today} tariff={data} />
            </>
          ) : (
            <CardBones />
          )}
        </div>
      )}
      <Suspense>
        {kind && data && <ChangeDialog kind={kind} tariff={data} onClose={() => setKind(null)} />}
      </Suspense>
      <ConfirmDialog
        opened={paying !== null}
        onClose={() => setPaying(null)}
        title={t('admin.pay_ask', {
          number: numberOf(paying?.id ?? 0),
          amount: f.money(paying?.payment_amount ?? '0'),
        })}
        confirmLabel={t('admin.pay')}
        onConfirm={async () => {
          await pay.mutateAsync({ params: { id: paying!.id! } });
          toasts.success(t('admin.paid'));
        }}
      >
        {t('admin.pay_hint')}
      </ConfirmDialog>
    </>
  );
}

/** In the sandbox: lets the tariff of this company live on to a day to come. */
function DayCard({ tariff }: { tariff: Tariff }) {
  const t = useTexts('tariff');
  const f = useFormats();
  const { data: people } = useCall('sandbox.sign_ins', undefined, { staleTime: Number.POSITIVE_INFINITY });
  const [day, setDay] = useState(addDays(tariff.today, 1));
  const move = useAction('tariff.move_day', { stale: STALE, meta: { quiet: true } });
  if (!people) return null;
  return (
    <Card title={t('admin.day')}>
      <div className="k-stack">
        <p className={css.second}>{t('admin.day_hint', { date: f.date(tariff.today) })}</p>
        <div className={css.pair}>
          <DateInput
            aria-label={t('admin.day')}
            min={tariff.today}
            value={day}
            error={move.error ? errorText(move.error) : undefined}
            onChange={(value) => {
              setDay(value);
              move.reset();
            }}
          />
          <Button
            variant="default"
            disabled={day === ''}
            loading={move.isPending}
            onClick={() =>
              move.mutate(
                { body: { company_id: tariff.company_id, day } },
                { onSuccess: () => toasts.success(t('admin.day_moved')) },
              )
            }
          >
            {t('admin.day_move')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
