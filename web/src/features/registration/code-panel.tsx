import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { SandboxHelp } from '../auth/public.ts';
import { fieldError, focusFirst, formError } from './field-error.ts';
import { hashKey } from './hash-key.ts';
import { Failure } from '../../ui/failure.tsx';
import css from './registration.module.css';
import { entryOf, useKind, useStep } from './registration.data.ts';
import type { RegistrationState } from './registration.data.ts';
import { StepActions, StepFrame } from './step-frame.tsx';
import { useGo } from '../../ui/app-link.tsx';

interface CodePanelProps {
  of: 'phone' | 'email';
  state: RegistrationState;
}

const DIGITS = 6;
/** The server sends no second code before. */
const PAUSE_S = 60;

/** Six digits out of an SMS or an e-mail. The last one typed sends them. */
export function CodePanel({ of, state }: CodePanelProps) {
  const t = useTexts('sign-up');
  const kind = useKind();
  const go = useGo();
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const [short, setShort] = useState(false);
  const { busy, error, forgive, take } = useStep();
  const to = (of === 'phone' ? state.phone : state.email) ?? '';

  const check = async (value: string) => {
    if (value.length < DIGITS) {
      setShort(true);
      focusFirst(form.current);
      return;
    }
    const body = (hash_key: string) => ({ body: { code: value, hash_key } });
    const taken = await take((key) => api.call('registration.check_code', body(key)));
    if (!taken) form.current?.querySelector('input')?.select();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void check(code);
  };
  const correct = async () => {
    if (of === 'email') {
      await take((hash_key) => api.call('registration.email_stage', { body: { hash_key } }));
      return;
    }
    go(`${entryOf(kind)}?phone=again`);
  };
  const taken = error instanceof ApiError && error.code === 'registration.has_account';
  return (
    <StepFrame
      stage={of === 'phone' ? 'phone_code' : 'email_code'}
      state={state}
      title={t(`code.title_${of}`)}
      hint={t(`code.sent_${of}`, { to })}
    >
      <form ref={form} noValidate className={css.form} onSubmit={submit}>
        <TextInput
          className={css.code}
          label={t('code.label')}
          size="md"
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={DIGITS + 2}
          readOnly={busy}
          value={code}
          error={short ? t('code.wrong_length') : fieldError(error, 'code')}
          onChange={(event) => {
            const next = event.currentTarget.value.replace(/\D/g, '').slice(0, DIGITS);
            setCode(next);
            setShort(false);
            forgive();
            if (next.length === DIGITS && next !== code) void check(next);
          }}
        />
        <SandboxHelp
          of="code"
          to={hashKey.current()}
          onFill={(sent) => {
            setCode(sent);
            void check(sent);
          }}
        />
        <Failure text={formError(error, ['code'])} />
        {taken && (
          <AppLink href="/auth/login" className={css.quiet}>
            {t('sign_in')}
          </AppLink>
        )}
        <StepActions>
          <Button type="submit" size="md" loading={busy}>
            {t('code.check')}
          </Button>
        </StepActions>
      </form>
      <div className={css.quiets}>
        <Again wait_s={state.code_wait_s} />
        {(of === 'email' || !state.need_sign_contract) && (
          <button type="button" className={css.quiet} disabled={busy} onClick={() => void correct()}>
            {t(`code.other_${of}`)}
          </button>
        )}
      </div>
    </StepFrame>
  );
}

/** Another code, once a minute has gone. */
function Again({ wait_s }: { wait_s: number }) {
  const t = useTexts('sign-up');
  const [left, setLeft] = useState(wait_s);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  const send = async () => {
    try {
      await api.call('registration.send_code', { body: { hash_key: hashKey.current() } });
      setLeft(PAUSE_S);
      setSaid(t('code.sent_again'));
    } catch (error) {
      if (error instanceof ApiError && error.retry_after_s) setLeft(error.retry_after_s);
      setSaid(errorText(error));
    }
  };
  return (
    <>
      <button type="button" className={css.quiet} disabled={left > 0} onClick={() => void send()}>
        {left > 0 ? t('code.again_in', { seconds: left }) : t('code.again')}
      </button>
      <p role="status" className={css.second}>
        {said}
      </p>
    </>
  );
}
