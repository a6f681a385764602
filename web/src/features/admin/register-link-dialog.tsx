import { isMobilePhone, normalisePhone } from '@kelisim/shared/kernel/phone.ts';
import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import css from './admin.module.css';

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
  const field = useRef<HTMLInputElement>(null);
  const [destination, setDestination] = useState(known);
  const [wrong, setWrong] = useState(false);
  const send = useDeed('consultation.register_link', {
    stale: ['consultation.', 'companies.'],
    meta: { quiet: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = readDestination(destination);
    setWrong(!found);
    if (!found) return field.current?.focus();
    send.mutate(
      { body: { ...of, ...found } },
      {
        onSuccess: () => {
          toasts.success(t('consultations.sent'));
          onClose();
        },
      },
    );
  };
  return (
    <Window
      opened
      onClose={onClose}
      title={t('consultations.link_title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form className={css.form} noValidate onSubmit={submit}>
        <p className={css.second}>{t('consultations.link_lead')}</p>
        <TextInput
          ref={field}
          data-autofocus
          required
          label={t('consultations.destination')}
          description={t('consultations.destination_hint')}
          value={destination}
          error={
            wrong ? t('consultations.destination_wrong') : send.error ? errorText(send.error) : undefined
          }
          onChange={(event) => {
            setDestination(event.currentTarget.value);
            setWrong(false);
            send.reset();
          }}
        />
        <FormFoot submit={t('consultations.send')} busy={send.isPending} onCancel={onClose} />
      </form>
    </Window>
  );
}

function readDestination(text: string): { destination: string; receive_method: 'sms' | 'email' } | null {
  const typed = text.trim();
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(typed)) return { destination: typed, receive_method: 'email' };
  const phone = normalisePhone(typed);
  return phone && isMobilePhone(phone) ? { destination: phone, receive_method: 'sms' } : null;
}
