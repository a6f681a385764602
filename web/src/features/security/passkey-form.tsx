import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { makeStale } from '../../platform/query.ts';
import css from './security.module.css';
import { FormFoot } from '../../ui/form-foot.tsx';

interface PasskeyFormProps {
  onDone: (recovery_codes: string[] | null) => void;
  onCancel: () => void;
}

/** A name for the passkey; the browser does the rest. */
export function PasskeyForm({ onDone, onCancel }: PasskeyFormProps) {
  const t = useTexts('security');
  const [name, setName] = useState('');
  const [said, setSaid] = useState<string | null>(
    'PublicKeyCredential' in globalThis ? null : t('factors.passkey_unsupported'),
  );
  const [busy, setBusy] = useState(false);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setSaid(null);
    try {
      const options = await api.call('factors.start_passkey');
      const { startRegistration } = await import('@simplewebauthn/browser');
      const made = await startRegistration({ optionsJSON: options }).catch(() => null);
      if (!made) {
        setSaid(t('factors.passkey_stopped'));
        setBusy(false);
        return;
      }
      const credential = { ...made, clientExtensionResults: { ...made.clientExtensionResults } };
      const body = { name: name.trim() || navigator.platform || 'Kelisim', credential };
      const { recovery_codes } = await api.call('factors.add_passkey', { body });
      await makeStale(['factors.', 'security.']);
      onDone(recovery_codes);
    } catch (reason) {
      setSaid(errorText(reason));
      setBusy(false);
    }
  };
  return (
    <form className={css.form} noValidate onSubmit={(event) => void make(event)}>
      <p className={css.second}>{t('factors.passkeys_hint')}</p>
      <TextInput
        label={t('factors.passkey_name')}
        description={t('factors.passkey_name_hint')}
        data-autofocus
        maxLength={80}
        value={name}
        error={said}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <FormFoot submit={t('factors.passkey_make')} busy={busy} onCancel={onCancel} />
    </form>
  );
}
