import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ChangeEvent, FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Failure } from '../../ui/failure.tsx';
import { EntryField } from './entry-field.tsx';
import { NewPassword, useNewPasswordFaults } from './new-password.tsx';
import { SandboxHelp } from './sandbox-help.tsx';
import css from './sign-in.module.css';

/** A forgotten password: a code by e-mail, then a new one. */
export default function ForgotPasswordPage() {
  const t = useTexts('auth');
  const [email, setEmail] = useState('');
  const [step, setStep] = useState<'email' | 'code' | 'done'>('email');
  useEffect(() => {
    document.title = `${t('forgot.title')} · Kelisim`;
  }, [t]);
  return (
    <>
      <h1 className={`k-heading k-balance ${css.title}`}>{t('forgot.title')}</h1>
      {step === 'email' && <EmailStep email={email} onChange={setEmail} onSent={() => setStep('code')} />}
      {step === 'code' && (
        <CodeStep email={email} onOther={() => setStep('email')} onDone={() => setStep('done')} />
      )}
      {step === 'done' && (
        <div className={css.form}>
          <p role="status" className="k-soft-good k-good k-pad k-flat">
            {t('forgot.done')}
          </p>
          <Button component={AppLink} href="/auth/login" size="md" fullWidth autoFocus>
            {t('forgot.to_sign_in')}
          </Button>
        </div>
      )}
      {step !== 'done' && (
        <div className="k-stack k-gap-4 k-center k-above-16">
          <AppLink href="/auth/login" className={css.link}>
            {t('forgot.back')}
          </AppLink>
        </div>
      )}
    </>
  );
}

interface EmailStepProps {
  email: string;
  onChange: (email: string) => void;
  onSent: () => void;
}

function EmailStep({ email, onChange, onSent }: EmailStepProps) {
  const t = useTexts('auth');
  const { busy, error, run } = useAsk();
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const right = /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email.trim());
    setWrong(!right);
    if (!right) return field.current?.focus();
    const body = { email: email.trim() };
    if (await run(() => api.call('auth.forgot_init', { body }))) onSent();
    return undefined;
  };
  return (
    <form noValidate className={css.form} onSubmit={(event) => void submit(event)}>
      <p className="k-second k-above-4 k-below-20 k-anywhere">{t('forgot.lead')}</p>
      <EntryField
        ref={field}
        type="email"
        name="email"
        label={t('email')}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={email}
        error={wrong ? t('email_wrong') : undefined}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          setWrong(false);
        }}
      />
      <Said error={error} />
      <Button type="submit" size="md" fullWidth loading={busy}>
        {t('forgot.send')}
      </Button>
      <p className="k-second k-above-4 k-small">{t('forgot.no_mail')}</p>
    </form>
  );
}

function CodeStep({ email, onOther, onDone }: { email: string; onOther: () => void; onDone: () => void }) {
  const t = useTexts('auth');
  const { busy, error, run } = useAsk();
  const faultsOf = useNewPasswordFaults();
  const [typed, setTyped] = useState({ code: '', new_password: '', confirm_password: '' });
  const [faults, setFaults] = useState<Partial<typeof typed>>({});
  const form = useRef<HTMLFormElement>(null);
  const set = (part: Partial<typeof typed>) => {
    setTyped((before) => ({ ...before, ...part }));
    setFaults({});
  };
  const field = (name: 'new_password' | 'confirm_password') => ({
    name,
    value: typed[name],
    error: faults[name] ?? fieldText(error, name),
    onChange: (event: ChangeEvent<HTMLInputElement>) => set({ [name]: event.currentTarget.value }),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { password, again } = faultsOf(typed.new_password, typed.confirm_password, [email]);
    const found = {
      ...(typed.code.length < 6 && { code: t('code_missing') }),
      ...(typed.new_password === ''
        ? { new_password: t('password_missing') }
        : password && { new_password: password }),
      ...(again && { confirm_password: again }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return focusFirst(form.current);
    const body = { email: email.trim(), ...typed };
    if (await run(() => api.call('auth.forgot_confirm', { body }))) onDone();
    else focusFirst(form.current);
    return undefined;
  };
  return (
    <form ref={form} noValidate className={css.form} onSubmit={(event) => void submit(event)}>
      <p className="k-second k-above-4 k-below-20 k-anywhere">{t('forgot.sent', { email: email.trim() })}</p>
      <EntryField
        name="code"
        label={t('forgot.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        maxLength={6}
        value={typed.code}
        error={faults.code ?? fieldText(error, 'code')}
        onChange={(event) => set({ code: event.currentTarget.value.replace(/\D/g, '') })}
      />
      <SandboxHelp of="code" to={email.trim()} onFill={(code) => set({ code })} />
      <NewPassword
        labels={{ password: t('forgot.new_password'), again: t('forgot.confirm_password') }}
        password={field('new_password')}
        again={field('confirm_password')}
        about={[email]}
      />
      <Said error={error} fields={['code', 'new_password', 'confirm_password']} />
      <Button type="submit" size="md" fullWidth loading={busy}>
        {t('forgot.submit')}
      </Button>
      <button type="button" className={css.link} onClick={onOther}>
        {t('forgot.other')}
      </button>
    </form>
  );
}

/** One question to the server at a time; true when it was answered. */
function useAsk() {
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null });
  const run = async (ask: () => Promise<unknown>): Promise<boolean> => {
    setState({ busy: true, error: null });
    try {
      await ask();
      setState({ busy: false, error: null });
      return true;
    } catch (error) {
      setState({ busy: false, error });
      return false;
    }
  };
  return { ...state, run };
}

function fieldText(error: unknown, field: string): string | undefined {
  return error instanceof ApiError && error.field === field ? errorText(error) : undefined;
}

function focusFirst(form: HTMLFormElement | null): void {
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** What no field takes. */
function Said({ error, fields = [] }: { error: unknown; fields?: string[] }) {
  const shown = error !== null && !(error instanceof ApiError && error.field && fields.includes(error.field));
  return <Failure text={shown && errorText(error)} />;
}
