import limits from 'virtual:form-limits/tariff.set';
import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { Fault } from '../../ui/failure.tsx';
import { MoneyInput, NumberInput } from '../../ui/number-input.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { Window } from '../../ui/window.tsx';
import { STALE, type Tariff } from './tariff.data.ts';
import css from './tariff.module.css';

export type ChangeKind = 'set' | 'switch' | 'planning' | 'limit';

export interface ChangeDialogProps {
  kind: ChangeKind;
  tariff: Tariff;
  onClose: () => void;
}

/** One form for the first tariff, a switch, a planned change and a limit; it counts before it changes anything. */
export default function ChangeDialog({ kind, tariff, onClose }: ChangeDialogProps) {
  const t = useTexts('tariff');
  const f = useFormats();
  const { company_id, today, tariff_plan: plan } = tariff;
  const { limit_count } = tariff.executor_limit;
  const forever = { staleTime: Number.POSITIVE_INFINITY };
  const { data: types } = useCall('tariff.plan_types', undefined, forever);
  const { data: periods } = useCall('tariff.periods', { query: { limit: 100 } });
  const asksLimit = kind === 'set' || kind === 'limit';
  const count = useAction('tariff.preview', { meta: { quiet: true } });
  const form = useForm(
    {
      plan_type_id: String(plan?.plan_type.id ?? 1),
      period_id: plan ? String(plan.period.id) : '',
      price_per_executor: plan?.price_per_executor ?? '',
      commission_percentage: plan?.commission_percentage ?? '0',
      banking_integration_enabled: plan?.banking_integration_enabled ?? true,
      // A plan leaves the limit as it will be on its day, unless another is said.
      executor_limit_count: kind === 'limit' || !plan ? String(limit_count ?? '') : '',
      tariff_start_date: kind === 'planning' ? addDays(today, 1) : today,
      reason: '',
    },
    {
      limits,
      // What is empty is nothing, or stays as it was.
      check: () => ({
        period_id: null,
        price_per_executor: null,
        ...(!asksLimit && { executor_limit_count: null }),
      }),
      fieldOf: (wire) => (wire === 'scheduled_for' ? 'tariff_start_date' : wire),
      onChange: () => count.reset(),
    },
  );
  const fields = form.values;
  const options = { stale: STALE, meta: { quiet: true } };
  const first = useAction('tariff.set', options);
  const change = useAction('tariff.switch', options);
  const later = useAction('tariff.plan_change', options);
  const limit = useAction('tariff.set_limit', options);
  const executor_limit_count = Number(fields.executor_limit_count);
  const someLimit = asksLimit || fields.executor_limit_count !== '' ? { executor_limit_count } : {};
  const period_id = Number(fields.period_id || (periods?.items[0]?.id ?? 0));
  const terms = {
    company_id,
    plan_type_id: Number(fields.plan_type_id),
    period_id,
    price_per_executor: fields.price_per_executor || '0',
    commission_percentage: fields.commission_percentage || '0',
    banking_integration_enabled: fields.banking_integration_enabled,
    reason: fields.reason,
  };
  const hasTerms = kind !== 'limit';
  const hasDate = kind !== 'switch';
  const isReady =
    (fields.executor_limit_count !== '' || !asksLimit) && fields.tariff_start_date !== '' && period_id > 0;
  const send = () => {
    const { tariff_start_date, reason } = fields;
    if (kind === 'set') {
      return first.mutateAsync({ body: { ...terms, executor_limit_count, tariff_start_date } });
    }
    if (kind === 'switch') return change.mutateAsync({ body: { ...terms, ...someLimit } });
    if (kind === 'planning')
      return later.mutateAsync({ body: { ...terms, ...someLimit, tariff_start_date } });
    return limit.mutateAsync({
      body: { company_id, executor_limit_count, reason, scheduled_for: tariff_start_date },
    });
  };
  const save = async () => {
    await send();
    toasts.success(t('admin.saved'));
    onClose();
  };
  const tell = () => {
    const { plan_type_id, price_per_executor } = terms;
    count.mutate({
      body: {
        company_id,
        scheduled_for: fields.tariff_start_date,
        ...someLimit,
        ...(hasTerms ? { plan_type_id, period_id, price_per_executor } : {}),
      },
    });
  };
  const told = count.data;
  const next = told?.after.find((row) => row.kind === 'period' && row.period_start > told.scheduled_for);
  return (
    <Window opened onClose={onClose} title={t(`admin.${kind}`)}>
      <form className="k-stack" {...form.bind(save)}>
        {hasTerms && (
          <>
            <div className={css.pair}>
              <Select
                label={t('plan')}
                allowDeselect={false}
                data={(types?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
                {...form.field('plan_type_id')}
              />
              <Select
                label={t('period')}
                allowDeselect={false}
                data={(periods?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
                {...form.field('period_id')}
                value={String(period_id)}
              />
            </div>
            <MoneyInput
              label={t('admin.price')}
              description={t('admin.price_hint')}
              {...form.field('price_per_executor')}
              required={false}
            />
            <NumberInput
              label={t('admin.commission')}
              fraction={2}
              whole={3}
              {...form.field('commission_percentage')}
            />
            <Checkbox label={t('admin.bank')} {...form.field('banking_integration_enabled')} />
          </>
        )}
        <div className={css.pair}>
          <NumberInput
            label={t('admin.limit_count')}
            description={
              asksLimit || limit_count === null
                ? undefined
                : t('admin.limit_hint', { limit: f.number(limit_count) })
            }
            whole={6}
            {...form.field('executor_limit_count')}
            required={false}
          />
          {hasDate && (
            <DateInput
              label={t('admin.from')}
              min={kind === 'planning' ? addDays(today, 1) : today}
              {...form.field('tariff_start_date')}
            />
          )}
        </div>
        <TextInput label={t('admin.reason')} {...form.field('reason')} />
        <div role="status">
          {told && (
            <p className={css.second}>
              {t('admin.cost_now', {
                amount: f.money(told.charges[0]?.payment_amount ?? '0.00'),
                credit: f.money(told.credit_amount),
              })}{' '}
              {next && t('admin.cost_next', { amount: f.money(next.payment_amount) })}
            </p>
          )}
        </div>
        <Fault text={form.failure} />
        <div className="k-row k-end">
          {kind !== 'set' && plan && (
            <Button variant="default" disabled={!isReady} loading={count.isPending} onClick={tell}>
              {t('admin.count')}
            </Button>
          )}
          <Button type="submit" disabled={!isReady} loading={form.busy}>
            {t('admin.save')}
          </Button>
        </div>
      </form>
    </Window>
  );
}
