import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import ofNew from 'virtual:form-limits/auth.forgot_confirm';
import ofEmail from 'virtual:form-limits/auth.forgot_init';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useForm } from '../../ui/use-form.ts';
import { EntryField } from './entry-field.tsx';
import { NewPassword, useNewPasswordFaults } from './new-password.tsx';
import { SandboxHelp } from './sandbox-help.tsx';
import css from './sign-in.module.css';

const EMPTY = { email: '', code: '', new_password: '', confirm_password: '' };

/** A forgotten password: a code by e-mail, then a new one. */
export default function ForgotPasswordPage() {
  const t = useTexts('auth');
  const [step, setStep] = useState<'email' | 'code' | 'done'>('email');
  const faultsOf = useNewPasswordFaults();
  const form = useForm(EMPTY, {
    limits: step === 'email' ? ofEmail : ofNew,
    words: { email: t('email_wrong'), code: t('code_missing'), new_password: t('password_missing') },
    check: ({ email, new_password, confirm_password }) => {
      if (step === 'email') return {};
      const { password, again } = faultsOf(new_password, confirm_password, [email]);
      return { ...(new_password && { new_password: password }), confirm_password: again };
    },
  });
  useEffect(() => {
    document.title = `${t('forgot.title')} · Kelisim`;
  }, [t]);
  const email = form.values.email.trim();
  const save = async (typed: typeof EMPTY) => {
    if (step === 'email') await api.call('auth.forgot_init', { body: { email } });
    else await api.call('auth.forgot_confirm', { body: { ...typed, email } });
    setStep(step === 'email' ? 'code' : 'done');
  };
  return (
    <>
      <h1 className={`k-heading k-balance ${css.title}`}>{t('forgot.title')}</h1>
      {step === 'email' && (
        <form className={css.form} {...form.bind(save)}>
          <p className="k-second k-above-4 k-below-20 k-anywhere">{t('forgot.lead')}</p>
          <EntryField
            {...form.field('email')}
            type="email"
            label={t('email')}
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
          />
          <Failure text={form.failure} />
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            {t('forgot.send')}
          </Button>
          <p className="k-second k-above-4 k-small">{t('forgot.no_mail')}</p>
        </form>
      )}
      {step === 'code' && (
        <form className={css.form} {...form.bind(save)}>
          <p className="k-second k-above-4 k-below-20 k-anywhere">{t('forgot.sent', { email })}</p>
          <EntryField
            {...form.field('code')}
            label={t('forgot.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            maxLength={6}
            onChange={(event) => form.set({ code: event.currentTarget.value.replace(/\D/g, '') })}
          />
          <SandboxHelp of="code" to={email} onFill={(code) => form.set({ code })} />
          <NewPassword
            labels={{ password: t('forgot.new_password'), again: t('forgot.confirm_password') }}
            password={form.field('new_password')}
            again={form.field('confirm_password')}
            about={[email]}
          />
          <Failure text={form.failure} />
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            {t('forgot.submit')}
          </Button>
          <button type="button" className={css.link} onClick={() => setStep('email')}>
            {t('forgot.other')}
          </button>
        </form>
      )}
      {step === 'done' ? (
        <div className={css.form}>
          <p role="status" className="k-soft-good k-good k-pad k-flat">
            {t('forgot.done')}
          </p>
          <Button component={AppLink} href="/auth/login" size="md" fullWidth autoFocus>
            {t('forgot.to_sign_in')}
          </Button>
        </div>
      ) : (
        <div className="k-stack k-gap-4 k-center k-above-16">
          <AppLink href="/auth/login" className={css.link}>
            {t('forgot.back')}
          </AppLink>
        </div>
      )}
    </>
  );
}
