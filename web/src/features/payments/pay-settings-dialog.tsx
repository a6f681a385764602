import { findOddField } from '@kelisim/shared/features/payments/payment-purpose.ts';
import type { PaymentChannel } from '@kelisim/shared/features/payments/order-status.ts';
import { Button, Radio, Select, TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/payments.change_settings';
import type { Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { KnpInput } from '../../ui/knp-input.tsx';
import { MoneyInput } from '../../ui/number-input.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { Window } from '../../ui/window.tsx';
import { PurposeField } from './purpose-field.tsx';
import { useSettings } from './orders.data.ts';

/** How the company pays, and from which sum a second person has to agree. */
export default function PaySettingsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('payment-orders');
  const { data, error, refetch } = useSettings();
  return (
    <Window opened onClose={onClose} title={t('settings.title')}>
      {error && <ErrorState title={t('settings.failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={220} />}
      {data && <SettingsForm settings={data} onClose={onClose} />}
    </Window>
  );
}

function SettingsForm({ settings, onClose }: { settings: Answer<'payments.settings'>; onClose: () => void }) {
  const t = useTexts('payment-orders');
  const change = useAction('payments.change_settings', { stale: ['payments.'], meta: { quiet: true } });
  const form = useForm(
    {
      channel: settings.channel as PaymentChannel,
      banking_integration_type: settings.banking_integration_type ?? '',
      payment_limit: settings.payment_limit ?? '',
      bookkeeper_name: settings.bookkeeper_name ?? '',
      purpose: settings.purpose ?? '',
      knp: settings.knp ?? '',
    },
    {
      limits,
      check: ({ purpose }) => {
        const name = findOddField(purpose);
        return { purpose: name === null ? undefined : t('settings.purpose_odd', { name }) };
      },
    },
  );
  const { channel } = form.values;
  const save = async (values: typeof form.values) => {
    const { banking_integration_type, payment_limit, bookkeeper_name, purpose, knp } = values;
    const saved = await change.mutateAsync({
      body: {
        channel,
        banking_integration_type: (banking_integration_type ||
          null) as typeof settings.banking_integration_type,
        payment_limit: payment_limit || null,
        bookkeeper_name: bookkeeper_name.trim() || null,
        purpose: purpose.trim() || null,
        knp: knp || null,
      },
    });
    toasts.success(t(saved.pending_limit ? 'settings.limit_waits' : 'settings.saved'));
    onClose();
  };
  return (
    <form className="k-stack" {...form.bind(save)}>
      <Radio.Group label={t('settings.channel')} {...form.field('channel')} required={false}>
        <div className="k-grid k-gap-12 k-above-8">
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
          {...form.field('banking_integration_type')}
          value={form.values.banking_integration_type || null}
        />
      )}
      <MoneyInput
        label={t('settings.limit')}
        description={t('settings.limit_hint')}
        {...form.field('payment_limit')}
      />
      {settings.pending_limit && <PendingLimit pending={settings.pending_limit} />}
      <TextInput
        label={t('settings.bookkeeper')}
        description={t('settings.bookkeeper_hint')}
        {...form.field('bookkeeper_name')}
      />
      <PurposeField field={form.field('purpose')} onPut={(purpose) => form.set({ purpose })} />
      <KnpInput label={t('settings.knp')} description={t('settings.knp_hint')} {...form.field('knp')} />
      <FormFoot error={form.failure} submit={t('settings.save')} busy={form.busy} onCancel={onClose} />
    </form>
  );
}

type Pending = NonNullable<Answer<'payments.settings'>['pending_limit']>;

/** A higher limit that does not hold yet: what, who asked, when it will, and what the reader can do about it. */
function PendingLimit({ pending }: { pending: Pending }) {
  const t = useTexts('payment-orders');
  const f = useFormats();
  const options = { stale: ['payments.'] };
  const confirm = useAction('payments.confirm_limit', options);
  const cancel = useAction('payments.cancel_limit', options);
  const input = { params: { change_id: pending.id } };
  const { payment_limit, applies_at } = pending;
  return (
    <div role="status" className="k-grid k-gap-4 k-anywhere k-pad-12 k-framed k-round-8">
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
          <Button
            variant="default"
            loading={confirm.isPending}
            onClick={() =>
              confirm.mutate(input, { onSuccess: () => void toasts.success(t('settings.limit_confirmed')) })
            }
          >
            {t('settings.limit_confirm')}
          </Button>
        )}
      </div>
    </div>
  );
}
