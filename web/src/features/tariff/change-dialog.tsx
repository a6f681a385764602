import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useDeed } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { MoneyInput, NumberInput } from '../../ui/number-input.tsx';
import { toasts } from '../../ui/toasts.ts';
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
export function ChangeDialog({ kind, tariff, onClose }: ChangeDialogProps) {
  const t = useTexts('tariff');
  const f = useFormats();
  const { company_id, today, tariff_plan: plan } = tariff;
  const { limit_count } = tariff.executor_limit;
  const forever = { staleTime: Number.POSITIVE_INFINITY };
  const { data: types } = useCall('tariff.plan_types', undefined, forever);
  const { data: periods } = useCall('tariff.periods', { query: { limit: 100 } });
  const [fields, setFields] = useState({
    plan_type_id: String(plan?.plan_type.id ?? 1),
    period_id: plan ? String(plan.period.id) : null,
    price: plan?.price_per_executor ?? '',
    commission: plan?.commission_percentage ?? '0',
    bank: plan?.banking_integration_enabled ?? true,
    // A plan leaves the limit as it will be on its day, unless another is said.
    limit: kind === 'limit' || !plan ? String(limit_count ?? '') : '',
    date: kind === 'planning' ? addDays(today, 1) : today,
    reason: '',
  });
  const options = { stale: STALE, meta: { quiet: true } };
  const first = useDeed('tariff.set', options);
  const change = useDeed('tariff.switch', options);
  const later = useDeed('tariff.plan_change', options);
  const limit = useDeed('tariff.set_limit', options);
  const count = useDeed('tariff.preview', { meta: { quiet: true } });
  const deeds = [first, change, later, limit, count];
  const error = deeds.find((deed) => deed.error)?.error ?? null;
  const refused = error instanceof ApiError ? error.field : null;
  const errorOf = (field: string) => (refused === field ? errorText(error) : undefined);
  const set = (part: Partial<typeof fields>) => {
    setFields((before) => ({ ...before, ...part }));
    for (const deed of deeds) deed.reset();
  };
  const executor_limit_count = Number(fields.limit);
  const asksLimit = kind === 'set' || kind === 'limit';
  const someLimit = asksLimit || fields.limit !== '' ? { executor_limit_count } : {};
  const period_id = Number(fields.period_id ?? periods?.items[0]?.id ?? 0);
  const terms = {
    company_id,
    plan_type_id: Number(fields.plan_type_id),
    period_id,
    price_per_executor: fields.price || '0',
    commission_percentage: fields.commission || '0',
    banking_integration_enabled: fields.bank,
    reason: fields.reason,
  };
  const hasTerms = kind !== 'limit';
  const hasDate = kind !== 'switch';
  const isReady = (fields.limit !== '' || !asksLimit) && fields.date !== '' && period_id > 0;
  const send = () => {
    const { date: tariff_start_date, reason } = fields;
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
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await send().catch(() => null))) return;
    toasts.success(t('admin.saved'));
    onClose();
  };
  const tell = () => {
    const { plan_type_id, price_per_executor } = terms;
    count.mutate({
      body: {
        company_id,
        scheduled_for: fields.date,
        ...someLimit,
        ...(hasTerms ? { plan_type_id, period_id, price_per_executor } : {}),
      },
    });
  };
  const told = count.data;
  const next = told?.after.find((row) => row.kind === 'period' && row.period_start > told.scheduled_for);
  return (
    <Window opened onClose={onClose} title={t(`admin.${kind}`)}>
      <form className="k-stack" noValidate onSubmit={(event) => void submit(event)}>
        {hasTerms && (
          <>
            <div className={css.pair}>
              <Select
                label={t('plan')}
                allowDeselect={false}
                data={(types?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
                value={fields.plan_type_id}
                onChange={(value) => set({ plan_type_id: value ?? '1' })}
              />
              <Select
                label={t('period')}
                allowDeselect={false}
                data={(periods?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
                value={String(period_id)}
                error={errorOf('period_id')}
                onChange={(value) => set({ period_id: value })}
              />
            </div>
            <MoneyInput
              label={t('admin.price')}
              description={t('admin.price_hint')}
              value={fields.price}
              error={errorOf('price_per_executor')}
              onChange={(price) => set({ price })}
            />
            <NumberInput
              label={t('admin.commission')}
              fraction={2}
              whole={3}
              value={fields.commission}
              error={errorOf('commission_percentage')}
              onChange={(commission) => set({ commission })}
            />
            <Checkbox
              label={t('admin.bank')}
              checked={fields.bank}
              onChange={(event) => set({ bank: event.currentTarget.checked })}
            />
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
            value={fields.limit}
            error={errorOf('executor_limit_count')}
            onChange={(value) => set({ limit: value })}
          />
          {hasDate && (
            <DateInput
              label={t('admin.from')}
              min={kind === 'planning' ? addDays(today, 1) : today}
              value={fields.date}
              error={errorOf('tariff_start_date') ?? errorOf('scheduled_for')}
              onChange={(date) => set({ date })}
            />
          )}
        </div>
        <TextInput
          label={t('admin.reason')}
          maxLength={500}
          value={fields.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
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
        {error && !refused && (
          <p role="alert" className="k-fault">
            {errorText(error)}
          </p>
        )}
        <div className="k-row k-end">
          {kind !== 'set' && plan && (
            <Button variant="default" disabled={!isReady} loading={count.isPending} onClick={tell}>
              {t('admin.count')}
            </Button>
          )}
          <Button
            type="submit"
            disabled={!isReady}
            loading={deeds.some((deed) => deed !== count && deed.isPending)}
          >
            {t('admin.save')}
          </Button>
        </div>
      </form>
    </Window>
  );
}
