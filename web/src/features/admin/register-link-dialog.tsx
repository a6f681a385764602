import { isMobilePhone, normalisePhone } from '@kelisim/shared/kernel/phone.ts';
import { TextInput } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';

interface RegisterLinkDialogProps {
  company_id?: number;
  consultation_id?: number;
  /** Known already: a phone or an e-mail. */
  destination: string;
  onClose: () => void;
}

/** Sends a link for registration. Whether it goes by SMS or e-mail is seen from where it goes. */
export function RegisterLinkDialog({ destination: known, onClose, ...of }: RegisterLinkDialogProps) {
  const t = useTexts('admin');
  const send = useAction('consultation.register_link', {
    stale: ['consultation.', 'companies.'],
    meta: { quiet: true },
  });
  const form = useForm(
    { destination: known },
    {
      check: ({ destination }) => ({
        destination: readDestination(destination) ? undefined : t('consultations.destination_wrong'),
      }),
    },
  );
  return (
    <FormDialog
      title={t('consultations.link_title')}
      form={form}
      submit={t('consultations.send')}
      save={async ({ destination }) => {
        await send.mutateAsync({ body: { ...of, ...readDestination(destination)! } });
        toasts.success(t('consultations.sent'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-second">{t('consultations.link_lead')}</p>
      <TextInput
        data-autofocus
        label={t('consultations.destination')}
        description={t('consultations.destination_hint')}
        {...form.field('destination')}
        required
      />
    </FormDialog>
  );
}

function readDestination(text: string): { destination: string; receive_method: 'sms' | 'email' } | null {
  const typed = text.trim();
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(typed)) return { destination: typed, receive_method: 'email' };
  const phone = normalisePhone(typed);
  return phone && isMobilePhone(phone) ? { destination: phone, receive_method: 'sms' } : null;
}
