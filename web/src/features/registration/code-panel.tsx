import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import limits from 'virtual:form-limits/registration.check_code';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useForm } from '../../ui/use-form.ts';
import { SandboxHelp } from '../auth/public.ts';
import { hashKey } from './hash-key.ts';
import css from './registration.module.css';
import { entryOf, useKind, useTake } from './registration.data.ts';
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
  const take = useTake();
  const to = (of === 'phone' ? state.phone : state.email) ?? '';
  const form = useForm({ code: '' }, { limits, words: { code: t('code.wrong_length') } });
  const [taken, setTaken] = useState(false);

  const check = ({ code }: { code: string }) =>
    take((hash_key) => api.call('registration.check_code', { body: { code, hash_key } })).catch(
      (error: unknown) => {
        setTaken(error instanceof ApiError && error.code === 'registration.has_account');
        throw error;
      },
    );
  const put = (code: string) => {
    const isNew = code !== form.values.code;
    form.set({ code });
    setTaken(false);
    if (code.length === DIGITS && isNew) void form.submit(check);
  };
  const correct = async () => {
    if (of === 'phone') return go(`${entryOf(kind)}?phone=again`);
    return form.run(() => take((hash_key) => api.call('registration.email_stage', { body: { hash_key } })));
  };
  return (
    <StepFrame
      stage={of === 'phone' ? 'phone_code' : 'email_code'}
      state={state}
      title={t(`code.title_${of}`)}
      hint={t(`code.sent_${of}`, { to })}
    >
      <form className={css.form} {...form.bind(check)}>
        <TextInput
          className={css.code}
          label={t('code.label')}
          size="md"
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          readOnly={form.busy}
          {...form.field('code')}
          required={false}
          maxLength={DIGITS + 2}
          onChange={(event) => put(event.currentTarget.value.replace(/\D/g, '').slice(0, DIGITS))}
        />
        <SandboxHelp of="code" to={hashKey.current()} onFill={put} />
        <Failure text={form.failure} />
        {taken && (
          <AppLink href="/auth/login" className={css.quiet}>
            {t('sign_in')}
          </AppLink>
        )}
        <StepActions>
          <Button type="submit" size="md" loading={form.busy}>
            {t('code.check')}
          </Button>
        </StepActions>
      </form>
      <div className={css.quiets}>
        <Again wait_s={state.code_wait_s} />
        {(of === 'email' || !state.need_sign_contract) && (
          <button type="button" className={css.quiet} disabled={form.busy} onClick={() => void correct()}>
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
