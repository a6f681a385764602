import type { IncomingPayment } from '@kelisim/shared/features/tariff/incoming.contract.ts';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { toasts } from '../../ui/toasts.ts';
import { numberOf, STALE } from './tariff.data.ts';
import css from './tariff.module.css';

/** Take back what it was said to pay; say that it pays no bill; or take that back. */
export type PaymentDeed = 'unmatch' | 'aside' | 'back';

export interface PaymentDialogProps {
  payment: IncomingPayment;
  deed: PaymentDeed;
  onClose: () => void;
}

/** What is done with a payment with a word of why. */
export function PaymentDialog({ payment, deed, onClose }: PaymentDialogProps) {
  const t = useTexts('tariff');
  const f = useFormats();
  const [reason, setReason] = useState('');
  const options = { stale: STALE, meta: { quiet: true } };
  const unmatch = useAction('tariff.unmatch', options);
  const setAside = useAction('tariff.set_aside', options);
  const save = async () => {
    const given = { params: { payment_id: payment.id }, body: { reason } };
    await (deed === 'aside' ? setAside : unmatch).mutateAsync(given);
    toasts.success(t(`admin.incoming.done_so.${deed}`));
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`admin.incoming.ask.${deed}`)}
      confirmLabel={t(`admin.incoming.deed.${deed}`)}
      disabled={!reason.trim()}
      onConfirm={save}
    >
      {deed !== 'unmatch' && (
        <p className={css.second}>
          {[payment.payer_name, f.money(payment.amount), payment.purpose].filter(Boolean).join(' · ')}
        </p>
      )}
      <p>
        {t(`admin.incoming.hint.${deed}`, {
          bills: payment.entry_ids.map(numberOf).join(', '),
          company: payment.company?.name ?? '',
        })}
      </p>
      <ReasonField
        label={t('admin.incoming.reason')}
        description={t('admin.incoming.reason_hint')}
        value={reason}
        onChange={setReason}
      />
    </ConfirmDialog>
  );
}
