import type { PaymentOrder } from '@kelisim/shared/features/payments/payments.contract.ts';
import { Button, Radio, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import { useProof } from '../auth/public.ts';
import css from './orders.module.css';
import { staleOrders } from './orders.data.ts';

/** A person says what the bank has told him of an order, and how he knows it. */
export function DecideDialog({ order, onClose }: { order: PaymentOrder; onClose: () => void }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const field = useRef<HTMLTextAreaElement>(null);
  const [outcome, setOutcome] = useState<'settled' | 'rejected'>('settled');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const decide = useDeed('payments.decide', { stale: staleOrders, meta: { quiet: true } });
  const { withProof, proofWindow } = useProof(t('decide.title'), 'money');
  const [fault, setFault] = useState<unknown>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(reason.trim() === '');
    if (reason.trim() === '') return field.current?.focus();
    setFault(null);
    try {
      const done = await withProof(() =>
        decide.mutateAsync({ params: { order_id: order.id }, body: { outcome, reason: reason.trim() } }),
      );
      if (!done) return;
      toasts.success(t(`decide.done_${outcome}`));
      onClose();
    } catch (error) {
      setFault(error);
    }
  };
  return (
    <>
      <Window opened onClose={onClose} title={t('decide.title')}>
        <form className="k-stack" noValidate onSubmit={(event) => void submit(event)}>
          <p className="k-flat">
            {order.payee.name}, <span className="k-figures">{f.money(order.amount)}</span>. {t('decide.hint')}
          </p>
          <Radio.Group
            label={t('decide.outcome')}
            value={outcome}
            onChange={(value) => setOutcome(value as typeof outcome)}
          >
            <div className={css.choices}>
              <Radio value="settled" label={t('decide.settled')} />
              <Radio value="rejected" label={t('decide.rejected')} />
            </div>
          </Radio.Group>
          <Textarea
            ref={field}
            data-autofocus
            label={t('decide.reason')}
            description={t('decide.reason_hint')}
            required
            autosize
            minRows={2}
            maxLength={500}
            value={reason}
            error={missing ? t('decide.reason_missing') : undefined}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setMissing(false);
            }}
          />
          {fault !== null && (
            <p role="alert" className="k-anywhere k-fault">
              {errorText(fault)}
            </p>
          )}
          <div className="k-row k-end">
            <Button variant="default" onClick={onClose}>
              {t('close')}
            </Button>
            <Button type="submit" loading={decide.isPending}>
              {t('decide.submit')}
            </Button>
          </div>
        </form>
      </Window>
      {proofWindow}
    </>
  );
}
