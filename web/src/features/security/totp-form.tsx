import { Skeleton, TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/factors.confirm_totp';
import { useEffect, useState } from 'react';
import { isDeclined } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import type { Answer } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { useForm } from '../../ui/use-form.ts';
import css from './security.module.css';

interface FactorFormProps {
  /** Recovery codes, when they were made along with it. */
  onDone: (recovery_codes: string[] | null) => void;
  onCancel: () => void;
}

/** A QR code for the app, then its first code. */
export default function TotpForm({ onDone, onCancel }: FactorFormProps) {
  const t = useTexts('security');
  const [made, setMade] = useState<Answer<'factors.start_totp'> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const form = useForm({ code: '' }, { limits });
  useEffect(() => {
    let gone = false;
    api.call('factors.start_totp').then(
      (answer) => gone || setMade(answer),
      (reason: unknown) => gone || (isDeclined(reason) ? onCancel() : setError(reason)),
    );
    return () => {
      gone = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it appears
  }, []);
  const confirm = async (body: { code: string }) => {
    const { recovery_codes } = await api.call('factors.confirm_totp', { body });
    await invalidate(['factors.', 'security.']);
    onDone(recovery_codes);
  };
  return (
    <form className={css.form} {...form.bind(confirm)}>
      <p className={css.second}>{t('factors.totp_scan')}</p>
      {made ? (
        <>
          <img className={css.picture} src={made.picture} alt={t('factors.totp_picture')} draggable={false} />
          <div>
            <span className={css.second}>{t('factors.totp_secret')}</span>
            <p className="k-row k-nowrap k-middle k-anywhere">
              <code>{made.secret}</code>
              <CopyButton text={made.secret.replaceAll(' ', '')} name={t('factors.totp_secret')} />
            </p>
          </div>
        </>
      ) : (
        !error && <Skeleton h={220} />
      )}
      <TextInput
        label={t('factors.totp_code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        {...form.field('code')}
        required={false}
        maxLength={6}
        onChange={(event) => form.set({ code: event.currentTarget.value.replace(/\D/g, '') })}
      />
      <FormFoot
        error={form.failure ?? (error ? errorText(error) : null)}
        submit={t('factors.totp_confirm')}
        busy={form.busy}
        disabled={!made}
        onCancel={onCancel}
      />
    </form>
  );
}
