import type { PaymentOrder } from '@kelisim/shared/features/payments/payments.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Radio, Textarea } from '@mantine/core';
import { useState } from 'react';
import limits from 'virtual:form-limits/payments.decide';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { staleOrders } from './orders.data.ts';

/** A person says what the bank has told them of an order, and how they know it. */
export default function DecideDialog({ order, onClose }: { order: PaymentOrder; onClose: () => void }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const decide = useAction('payments.decide', { stale: staleOrders, meta: { quiet: true } });
  const [today] = useState(() => almatyDate(new Date()));
  const sent = almatyDate(new Date(order.sent_at ?? order.created_at));
  const form = useForm(
    { outcome: 'settled' as 'settled' | 'rejected', reason: '', date: today },
    {
      limits,
      check: ({ outcome, date }) => ({
        date:
          outcome === 'settled' && date && (date < sent || date > today)
            ? t('decide.date_outside', { from: f.date(sent), to: f.date(today) })
            : undefined,
      }),
      words: { reason: t('decide.reason_missing') },
    },
  );
  return (
    <FormDialog
      title={t('decide.title')}
      form={form}
      submit={t('decide.submit')}
      save={async ({ outcome, reason, date }) => {
        const body = { outcome, reason: reason.trim(), ...(outcome === 'settled' && { date }) };
        await decide.mutateAsync({ params: { order_id: order.id }, body });
        toasts.success(t(`decide.done_${outcome}`));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-flat">
        {order.payee.name}, <span className="k-figures">{f.money(order.amount)}</span>. {t('decide.hint')}
      </p>
      <Radio.Group label={t('decide.outcome')} {...form.field('outcome')} required={false}>
        <div className="k-grid k-gap-12 k-above-8">
          <Radio value="settled" label={t('decide.settled')} />
          <Radio value="rejected" label={t('decide.rejected')} />
        </div>
      </Radio.Group>
      {form.values.outcome === 'settled' && (
        <DateInput
          label={t('decide.date')}
          description={t('decide.date_hint')}
          min={sent}
          max={today}
          {...form.field('date')}
        />
      )}
      <Textarea
        label={t('decide.reason')}
        description={t('decide.reason_hint')}
        data-autofocus
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
