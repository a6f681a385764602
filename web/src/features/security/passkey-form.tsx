import { TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/factors.add_passkey';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import css from './security.module.css';
import { FormFoot } from '../../ui/form-foot.tsx';
import { useForm } from '../../ui/use-form.ts';

interface PasskeyFormProps {
  onDone: (recovery_codes: string[] | null) => void;
  onCancel: () => void;
}

/** A name for the passkey; the browser does the rest. */
export default function PasskeyForm({ onDone, onCancel }: PasskeyFormProps) {
  const t = useTexts('security');
  // Without a name it is called as its device.
  const form = useForm({ name: '' }, { limits, check: ({ name }) => (name.trim() ? {} : { name: null }) });
  const [said, setSaid] = useState<string | null>(
    'PublicKeyCredential' in globalThis ? null : t('factors.passkey_unsupported'),
  );
  const make = async ({ name }: { name: string }) => {
    setSaid(null);
    const options = await api.call('factors.start_passkey');
    const { startRegistration } = await import('@simplewebauthn/browser');
    const made = await startRegistration({ optionsJSON: options }).catch(() => null);
    if (!made) return setSaid(t('factors.passkey_stopped'));
    const credential = { ...made, clientExtensionResults: { ...made.clientExtensionResults } };
    const body = { name: name.trim() || navigator.platform || 'Kelisim', credential };
    const { recovery_codes } = await api.call('factors.add_passkey', { body });
    await invalidate(['factors.', 'security.']);
    return onDone(recovery_codes);
  };
  return (
    <form className={css.form} {...form.bind(make)}>
      <p className={css.second}>{t('factors.passkeys_hint')}</p>
      <TextInput
        label={t('factors.passkey_name')}
        description={t('factors.passkey_name_hint')}
        data-autofocus
        {...form.field('name')}
        required={false}
        error={form.fault('name') ?? form.failure ?? said}
      />
      <FormFoot submit={t('factors.passkey_make')} busy={form.busy} onCancel={onCancel} />
    </form>
  );
}
