import type { EndpointView } from '@kelisim/shared/features/webhooks/webhooks.contract.ts';
import { almatyDate, almatyTime } from '@kelisim/shared/kernel/dates.ts';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

interface ResendDialogProps {
  item: EndpointView;
  stale: readonly string[];
  onClose: () => void;
}

/** From which moment on everything is sent once more. */
export default function ResendDialog({ item, stale, onClose }: ResendDialogProps) {
  const t = useTexts('webhooks');
  const f = useFormats();
  const [now] = useState(() => new Date());
  const resend = useAction('webhooks.resend_since', { stale: [...stale], meta: { quiet: true } });
  const form = useForm(
    { day: almatyDate(now), time: '00:00' },
    {
      check: ({ day, time }) => ({
        day: day ? undefined : 'field.required',
        time: `${day} ${time}` <= almatyTime(now) ? undefined : t('since_wrong'),
      }),
    },
  );
  return (
    <FormDialog
      title={t('since')}
      form={form}
      submit={t('again')}
      save={async ({ day, time }) => {
        // Almaty has had this offset longer than events are kept.
        const since = new Date(`${day}T${time}:00+05:00`).toISOString();
        await resend.mutateAsync({ params: { endpoint_id: item.id }, body: { since } });
        toasts.success(t('since_done', { time: f.moment(since) }));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-second">{t('since_hint')}</p>
      <div className="k-pair">
        <DateInput data-autofocus label={t('since_day')} max={almatyDate(now)} {...form.field('day')} />
        <Select allowDeselect={false} label={t('since_time')} data={HOURS} {...form.field('time')} />
      </div>
    </FormDialog>
  );
}
