import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import type { Tone } from '../../ui/status-dot.tsx';

type Payment = NonNullable<ActView['payment']>;

const tones: Record<Payment['status'], Tone> = {
  created: 'moving',
  sending: 'moving',
  unknown: 'attention',
  accepted: 'moving',
  settled: 'good',
  rejected: 'bad',
  cancelled: 'quiet',
};

/** What became of the money. */
export function ActPayment({ act }: { act: ActView }) {
  const t = useTexts('acts');
  const f = useFormats();
  const { payment } = act;
  if (!payment) return null;
  const key =
    payment.status === 'created' || payment.status === 'settled'
      ? (`${payment.status}_state` as const)
      : payment.status;
  return (
    <Card
      title={t('page.payment')}
      aside={<StatusDot tone={tones[payment.status]} label={t(`payment.${key}`)} />}
    >
      <KeyValue
        rows={[
          { label: t('payment.amount'), value: <Money amount={payment.amount} />, copy: payment.amount },
          { label: t('payment.payee'), value: payment.payee_name },
          {
            label: t('payment.account'),
            value: f.iban(payment.payee_iban),
            copy: payment.payee_iban,
          },
          { label: t('payment.knp'), value: payment.knp },
          { label: t('payment.number'), value: payment.number, copy: payment.number },
          { label: t('payment.created'), value: f.moment(payment.created_at) },
          ...(payment.status === 'settled' && payment.settled_on
            ? [{ label: t('payment.settled'), value: f.date(payment.settled_on) }]
            : []),
          ...(payment.reason ? [{ label: t('reason'), value: payment.reason }] : []),
        ]}
      />
    </Card>
  );
}
