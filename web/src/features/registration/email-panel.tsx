import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { api } from '../../platform/api.ts';
import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import { useDraft } from './draft.ts';
import { fieldError, focusFirst, formError } from './field-error.ts';
import { SandboxHelp, StrengthMeter, usePasswordStrength } from '../auth/public.ts';
import { Failure } from '../../ui/failure.tsx';
import css from './registration.module.css';
import { useKind, useStep } from './registration.data.ts';
import type { RegistrationState } from './registration.data.ts';
import { StepActions, StepFrame } from './step-frame.tsx';

const SHAPE = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** What one will sign in with. The password is kept nowhere but in its field. */
export function EmailPanel({ state }: { state: RegistrationState }) {
  const t = useTexts('sign-up');
  const problem = useTextByCode('faults');
  const kind = useKind();
  const form = useRef<HTMLFormElement>(null);
  const [{ email }, change] = useDraft('email', { email: '' });
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const { busy, error, forgive, take } = useStep();
  const strength = usePasswordStrength(password, [email, state.company_name ?? '']);

  const faults = {
    email:
      email.trim() === '' ? t('required') : SHAPE.test(email.trim()) ? undefined : t('email.email_wrong'),
    password: password === '' ? t('required') : strength?.fault ? problem(strength.fault, '') : undefined,
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (faults.email || faults.password) return focusFirst(form.current);
    const body = { email: email.trim(), password };
    const taken = await take((hash_key) => api.call('registration.email', { body: { ...body, hash_key } }));
    if (!taken) focusFirst(form.current);
    return undefined;
  };
  return (
    <StepFrame stage="email" state={state} title={t('email.title')} hint={t('email.hint')}>
      <form ref={form} noValidate className={css.form} onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t('email.email')}
          type="email"
          size="md"
          required
          autoFocus
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          error={(asked && faults.email) || fieldError(error, 'email')}
          onChange={(event) => {
            change({ email: event.currentTarget.value });
            forgive();
          }}
        />
        <SandboxHelp
          of="sample"
          kinds={[kind === 'business' ? 'too' : 'individual']}
          field="email"
          onFill={(sample) => {
            change({ email: sample.email });
            forgive();
          }}
        />
        <div className="k-stack k-gap-12">
          <PasswordInput
            label={t('email.password')}
            description={t('email.password_hint')}
            size="md"
            required
            autoComplete="new-password"
            value={password}
            error={(asked && faults.password) || fieldError(error, 'password')}
            visibilityToggleButtonProps={{ 'aria-label': t('email.show_password'), tabIndex: 0 }}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              forgive();
            }}
          />
          <StrengthMeter strength={strength} />
        </div>
        <Failure text={formError(error, ['email', 'password'])} />
        <StepActions>
          <Button type="submit" size="md" loading={busy}>
            {t('email.submit')}
          </Button>
        </StepActions>
      </form>
    </StepFrame>
  );
}
