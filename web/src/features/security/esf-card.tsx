import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useProof } from '../auth/public.ts';
import css from './security.module.css';

/** Login of ИС ЭСФ, for executors; it is never shown again. */
export function EsfCard() {
  const t = useTexts('security');
  const auth = useTexts('auth');
  const { withProof, proofWindow } = useProof(t('esf.title'), 'entry');
  const [login_esf, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !login_esf.trim() || !password) return;
    setBusy(true);
    setError(null);
    try {
      const body = { login_esf: login_esf.trim(), password };
      const saved = await withProof(async () => {
        toasts.success((await api.call('credentials.set_esf', { body })).message);
      });
      if (saved) setPassword('');
    } catch (reason) {
      setError(reason);
    }
    setBusy(false);
  };
  return (
    <Card title={t('esf.title')}>
      <p className={css.second}>{t('esf.lead')}</p>
      <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
        <TextInput
          label={t('esf.login')}
          autoComplete="off"
          value={login_esf}
          onChange={(event) => setLogin(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('esf.password')}
          autoComplete="off"
          value={password}
          error={error ? errorText(error) : null}
          visibilityToggleButtonProps={{ tabIndex: 0, 'aria-label': auth('show_password') }}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <div className={css.actions}>
          <Button type="submit" loading={busy} disabled={!login_esf.trim() || !password}>
            {t('esf.save')}
          </Button>
        </div>
      </form>
      {proofWindow}
    </Card>
  );
}
