import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { isMobilePhone } from '@kelisim/shared/kernel/phone.ts';
import { Button } from '@mantine/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { PhoneInput } from '../../ui/id-inputs.tsx';
import { useSignIn } from './auth.data.ts';
import { Failure } from '../../ui/failure.tsx';
import { EntryField } from './entry-field.tsx';
import { PasswordField } from './password-field.tsx';
import { SandboxHelp } from './sandbox-help.tsx';
import { signInErrorText } from './sign-in-error.ts';
import css from './sign-in.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';

const SecondStep = lazyPart(() => import('./second-step.tsx'));

/** The server sends no second code before. */
const PAUSE_S = 60;

/** By phone: with the password, or with a code by SMS. */
export default function PhoneForm({ onDone }: { onDone: (me: Me) => void }) {
  const t = useTexts('auth');
  const entry = useSignIn(onDone);
  const { pending, error, at, signIn } = entry;
  const [phone, setPhone] = useState('');
  const [by, setBy] = useState<'code' | 'password'>('code');
  const [secret, setSecret] = useState('');
  const [sent, setSent] = useState(false);
  const [asked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const faults = {
    phone: isMobilePhone(phone) ? undefined : t('phone_wrong'),
    secret:
      by === 'password'
        ? secret === ''
          ? t('password_missing')
          : undefined
        : sent && !/^\d{6}$/.test(secret)
          ? t('code_missing')
          : undefined,
  };
  const enter = async (given: string) => {
    const body = { phone, ...(by === 'password' ? { password: given } : { code: given }) };
    const failure = await signIn(async () => {
      const answer = await api.call('auth.login_phone', { body });
      if ('message' in answer) throw new Error('a code was sent where one was given');
      return answer;
    });
    if (failure) form.current?.querySelectorAll('input')[1]?.select();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (faults.phone || faults.secret) {
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    } else if (by === 'password' || sent) void enter(secret);
  };
  const turn = (next: 'code' | 'password') => {
    setBy(next);
    setSecret('');
    setAsked(false);
  };
  if (entry.half) {
    return (
      <Suspense>
        <SecondStep entry={entry} />
      </Suspense>
    );
  }
  const ofField = error instanceof ApiError && error.field === 'code';
  return (
    <form ref={form} noValidate className={css.form} onSubmit={submit}>
      <PhoneInput
        label={t('phone')}
        value={phone}
        autoFocus
        error={asked ? faults.phone : undefined}
        onChange={(value) => {
          setPhone(value);
          setAsked(false);
        }}
      />
      {by === 'password' ? (
        <PasswordField
          name="password"
          label={t('password')}
          autoComplete="current-password"
          value={secret}
          error={asked ? faults.secret : undefined}
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
      ) : (
        sent && (
          <EntryField
            name="code"
            label={t('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            maxLength={6}
            value={secret}
            error={asked ? faults.secret : ofField ? errorText(error) : undefined}
            onChange={(event) => {
              const typed = event.currentTarget.value.replace(/\D/g, '');
              setSecret(typed);
              if (typed.length === 6 && typed !== secret && !pending) void enter(typed);
            }}
          />
        )
      )}
      {by === 'code' && sent && (
        <SandboxHelp
          of="code"
          to={phone}
          onFill={(code) => {
            setSecret(code);
            void enter(code);
          }}
        />
      )}
      <Failure text={error !== null && at && !ofField && signInErrorText(error, at, t, 'phone')} />
      {by === 'code' && (
        <SendCode
          phone={phone}
          sent={sent}
          onSent={() => {
            setSent(true);
            setAsked(false);
          }}
          onRefused={() => setAsked(true)}
        />
      )}
      {(by === 'password' || sent) && (
        <Button type="submit" size="md" fullWidth loading={pending}>
          {t('sign_in')}
        </Button>
      )}
      <div className="k-stack k-gap-4 k-center">
        <button type="button" className={css.link} onClick={() => turn(by === 'code' ? 'password' : 'code')}>
          {t(by === 'code' ? 'by_password' : 'by_code')}
        </button>
      </div>
    </form>
  );
}

interface SendCodeProps {
  phone: string;
  sent: boolean;
  onSent: () => void;
  onRefused: () => void;
}

function SendCode({ phone, sent, onSent, onRefused }: SendCodeProps) {
  const t = useTexts('auth');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  const send = async () => {
    if (!isMobilePhone(phone)) return onRefused();
    setBusy(true);
    setError(null);
    try {
      await api.call('auth.send_login_code', { body: { phone } });
      setLeft(PAUSE_S);
      onSent();
    } catch (reason) {
      setError(reason);
    }
    setBusy(false);
    return undefined;
  };
  return (
    <>
      {sent && <p className="k-flat">{t('code_sent')}</p>}
      <Failure text={error !== null && errorText(error)} />
      {sent ? (
        <button type="button" className={css.link} disabled={busy || left > 0} onClick={() => void send()}>
          {left > 0 ? t('again_in', { seconds: left }) : t('again')}
        </button>
      ) : (
        <Button size="md" fullWidth loading={busy} onClick={() => void send()}>
          {t('send_code')}
        </Button>
      )}
    </>
  );
}
