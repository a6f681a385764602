import type { PaymentChannel } from '@kelisim/shared/features/payments/order-status.ts';
import { Button, Radio, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { Answer } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Bone } from '../../ui/bone.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MoneyInput } from '../../ui/number-input.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import { useProof } from '../auth/public.ts';
import css from './orders.module.css';
import { useSettings } from './orders.data.ts';

/** How the company pays, and from which sum a second person has to agree. */
export function PaySettingsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('payment-orders');
  const { data, error, refetch } = useSettings();
  return (
    <Window opened onClose={onClose} title={t('settings.title')}>
      {error && <ErrorState title={t('settings.failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Bone height={220} />}
      {data && <SettingsForm settings={data} onClose={onClose} />}
    </Window>
  );
}

function SettingsForm({ settings, onClose }: { settings: Answer<'payments.settings'>; onClose: () => void }) {
  const t = useTexts('payment-orders');
  const [channel, setChannel] = useState<PaymentChannel>(settings.channel);
  const [through, setThrough] = useState(settings.banking_integration_type);
  const [limit, setLimit] = useState(settings.payment_limit ?? '');
  const [bookkeeper, setBookkeeper] = useState(settings.bookkeeper_name ?? '');
  const [fault, setFault] = useState<unknown>(null);
  const save = useDeed('payments.change_settings', { stale: ['payments.'], meta: { quiet: true } });
  const { withProof, proofWindow } = useProof(t('settings.title'), 'money');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFault(null);
    try {
      let saved: Answer<'payments.settings'> | undefined;
      const done = await withProof(async () => {
        saved = await save.mutateAsync({
          body: {
            channel,
            banking_integration_type: through,
            payment_limit: limit || null,
            bookkeeper_name: bookkeeper.trim() || null,
          },
        });
      });
      if (!done) return;
      toasts.success(t(saved?.pending_limit ? 'settings.limit_waits' : 'settings.saved'));
      onClose();
    } catch (error) {
      setFault(error);
    }
  };
  return (
    <>
      <form className="k-stack" noValidate onSubmit={(event) => void submit(event)}>
        <Radio.Group
          label={t('settings.channel')}
          value={channel}
          onChange={(value) => setChannel(value as PaymentChannel)}
        >
          <div className={css.choices}>
            {(['bank', 'file'] as const).map((key) => (
              <Radio
                key={key}
                value={key}
                label={t(`settings.${key}`)}
                description={t(settings.channels.includes(key) ? `settings.${key}_hint` : 'settings.no_bank')}
                disabled={!settings.channels.includes(key)}
              />
            ))}
          </div>
        </Radio.Group>
        {channel === 'bank' && settings.banks.length > 0 && (
          <Select
            label={t('settings.through')}
            placeholder={t('settings.through_default')}
            clearable
            data={settings.banks.map((kind) => ({ value: kind, label: t(`settings.through_banks.${kind}`) }))}
            value={through}
            onChange={(value) => setThrough(value as typeof through)}
          />
        )}
        <MoneyInput
          label={t('settings.limit')}
          description={t('settings.limit_hint')}
          value={limit}
          onChange={setLimit}
        />
        {settings.pending_limit && <PendingLimit pending={settings.pending_limit} />}
        <TextInput
          label={t('settings.bookkeeper')}
          description={t('settings.bookkeeper_hint')}
          maxLength={200}
          value={bookkeeper}
          onChange={(event) => setBookkeeper(event.currentTarget.value)}
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
          <Button type="submit" loading={save.isPending}>
            {t('settings.save')}
          </Button>
        </div>
      </form>
      {proofWindow}
    </>
  );
}

type Pending = NonNullable<Answer<'payments.settings'>['pending_limit']>;

/** A higher limit that does not hold yet: what, who asked, when it will, and what the reader can do about it. */
function PendingLimit({ pending }: { pending: Pending }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const { withProof, proofWindow } = useProof(t('settings.title'), 'money');
  const options = { stale: ['payments.'] };
  const confirm = useDeed('payments.confirm_limit', options);
  const cancel = useDeed('payments.cancel_limit', options);
  const input = { params: { change_id: pending.id } };
  const agree = async () => {
    // What went wrong is said in a toast.
    if (await withProof(() => confirm.mutateAsync(input)).catch(() => false))
      toasts.success(t('settings.limit_confirmed'));
  };
  const { payment_limit, applies_at } = pending;
  return (
    <div role="status" className={css.pending}>
      <p>
        {payment_limit === null
          ? t('settings.limit_asked_none')
          : t('settings.limit_asked', { amount: f.money(payment_limit) })}{' '}
        {applies_at ? t('settings.limit_from', { time: f.moment(applies_at) }) : t('settings.limit_second')}
      </p>
      <p>{t('settings.limit_by', { name: pending.asked_by, time: f.moment(pending.asked_at) })}</p>
      <div className="k-row k-end">
        <Button
          variant="subtle"
          loading={cancel.isPending}
          onClick={() =>
            cancel.mutate(input, { onSuccess: () => void toasts.success(t('settings.limit_cancelled')) })
          }
        >
          {t('settings.limit_cancel')}
        </Button>
        {pending.may_confirm && (
          <Button variant="default" loading={confirm.isPending} onClick={() => void agree()}>
            {t('settings.limit_confirm')}
          </Button>
        )}
      </div>
      {proofWindow}
    </div>
  );
}
