import type { PaymentOrder } from '@kelisim/shared/features/payments/payments.contract.ts';
import { MAX_PURPOSE } from '@kelisim/shared/features/payments/payment-purpose.ts';
import { Button, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { MaskedInput } from '../../ui/masked-input.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import css from './orders.module.css';
import { staleOrders } from './orders.data.ts';

/** КНП and the words of the purpose, while an order is still with the company. */
export function EditDialog({ order, onClose }: { order: PaymentOrder; onClose: () => void }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState({ knp: order.knp, purpose: order.purpose });
  const [tried, setTried] = useState(false);
  const edit = useDeed('payments.edit', { stale: staleOrders, meta: { quiet: true } });
  const purpose = fields.purpose.replace(/\s+/g, ' ').trim();
  const refused = edit.error instanceof ApiError ? edit.error.field : null;
  const faults = {
    knp: fields.knp.length === 3 ? undefined : t('edit.knp_wrong'),
    purpose: purpose === '' ? t('edit.purpose_missing') : undefined,
  };
  const errorOf = (field: keyof typeof faults) =>
    (tried && faults[field]) || (refused === field ? errorText(edit.error) : undefined);
  const set = (part: Partial<typeof fields>) => {
    edit.reset();
    setFields((before) => ({ ...before, ...part }));
  };
  const toFirstWrong = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (faults.knp || faults.purpose) return toFirstWrong();
    edit.mutate(
      { params: { order_id: order.id }, body: { knp: fields.knp, purpose } },
      {
        onSuccess: () => {
          toasts.success(t('edit.done'));
          onClose();
        },
        onError: toFirstWrong,
      },
    );
    return undefined;
  };
  return (
    <Window opened onClose={onClose} title={t('edit.title')} closeOnClickOutside={false}>
      <form ref={form} className={css.form} noValidate onSubmit={submit}>
        <p className={css.lead}>
          {order.payee.name}, <span className="k-figures">{f.money(order.amount)}</span>
        </p>
        <MaskedInput
          label={t('edit.knp')}
          description={t('edit.knp_hint')}
          mask="###"
          inputMode="numeric"
          required
          data-autofocus
          value={fields.knp}
          error={errorOf('knp')}
          onChange={(knp) => set({ knp })}
        />
        <Textarea
          label={t('edit.purpose')}
          description={t('edit.purpose_hint', { left: MAX_PURPOSE - fields.purpose.length })}
          required
          autosize
          minRows={3}
          maxLength={MAX_PURPOSE}
          value={fields.purpose}
          error={errorOf('purpose')}
          onChange={(event) => set({ purpose: event.currentTarget.value })}
        />
        {edit.error && refused === null && (
          <p role="alert" className={css.error}>
            {errorText(edit.error)}
          </p>
        )}
        <div className={css.actions}>
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
          <Button type="submit" loading={edit.isPending}>
            {t('settings.save')}
          </Button>
        </div>
      </form>
    </Window>
  );
}
