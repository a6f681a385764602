import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { Button, PasswordInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { callKey, queryClient } from '../../platform/query.ts';
import css from './prove-form.module.css';

export interface ProveFormProps {
  /** The password was right; the proof holds for ten minutes. */
  onProved: () => void;
  onCancel: () => void;
  /** The deed that waits for it («Оплатить 48 000 ₸»). */
  submitLabel?: string;
  cancelLabel: string;
}

/** Asks for the password once more, inside the dialog of a deed that moves money. */
export function ProveForm({ onProved, onCancel, submitLabel, cancelLabel }: ProveFormProps) {
  const t = useTexts('auth');
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const prove = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const password = field.current?.value ?? '';
    if (password === '') {
      setError(t('password_missing'));
      field.current?.focus();
      return;
    }
    setBusy(true);
    setError(null);
    try {
      const { proof_until } = await api.call('auth.prove', { body: { password } });
      queryClient.setQueryData<Me>(callKey('auth.me'), (me) => me && { ...me, proof_until });
      onProved();
    } catch (reason) {
      setError(errorText(reason));
      setBusy(false);
      field.current?.select();
    }
  };
  return (
    <form className={css.form} noValidate onSubmit={(event) => void prove(event)}>
      <p className={css.hint}>{t('prove.hint')}</p>
      <PasswordInput
        ref={field}
        name="password"
        label={t('prove.password')}
        autoComplete="current-password"
        data-autofocus
        autoFocus
        readOnly={busy}
        error={error}
        visibilityToggleButtonProps={{ tabIndex: 0, 'aria-label': t('show_password') }}
      />
      <div className={css.actions}>
        <Button variant="default" disabled={busy} onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button type="submit" loading={busy}>
          {submitLabel ?? t('prove.submit')}
        </Button>
      </div>
    </form>
  );
}

/** A proof given less than ten minutes ago still holds, with some seconds left for the way to the server. */
export function isProved(me: Me | undefined): boolean {
  return Boolean(me?.proof_until && Date.parse(me.proof_until) - Date.now() > 5000);
}
