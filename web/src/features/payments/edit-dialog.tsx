import type { PaymentOrder } from '@kelisim/shared/features/payments/payments.contract.ts';
import { Textarea } from '@mantine/core';
import limits from 'virtual:form-limits/payments.edit';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { KnpInput } from '../../ui/knp-input.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { staleOrders } from './orders.data.ts';

/** КНП and the words of the purpose, while an order is still with the company. */
export default function EditDialog({ order, onClose }: { order: PaymentOrder; onClose: () => void }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const edit = useAction('payments.edit', { stale: staleOrders, meta: { quiet: true } });
  const form = useForm(
    { knp: order.knp, purpose: order.purpose },
    { limits, words: { knp: t('edit.knp_wrong'), purpose: t('edit.purpose_missing') } },
  );
  return (
    <FormDialog
      title={t('edit.title')}
      closeOnClickOutside={false}
      form={form}
      submit={t('settings.save')}
      save={async ({ knp, purpose }) => {
        const body = { knp, purpose: purpose.replace(/\s+/g, ' ').trim() };
        await edit.mutateAsync({ params: { order_id: order.id }, body });
        toasts.success(t('edit.done'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-flat">
        {order.payee.name}, <span className="k-figures">{f.money(order.amount)}</span>
      </p>
      <KnpInput
        label={t('edit.knp')}
        description={t('edit.knp_hint')}
        data-autofocus
        {...form.field('knp')}
      />
      <Textarea
        label={t('edit.purpose')}
        description={t('edit.purpose_hint', {
          left: Math.max(0, (limits.purpose?.max ?? 0) - form.values.purpose.length),
        })}
        minRows={3}
        {...form.field('purpose')}
      />
    </FormDialog>
  );
}
