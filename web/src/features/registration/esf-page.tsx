import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDraft } from './draft.ts';
import { fieldError, focusFirst, formError } from './field-error.ts';
import { Failure } from '../../ui/failure.tsx';
import css from './registration.module.css';
import { useStep } from './registration.data.ts';
import type { RegistrationState } from './registration.data.ts';
import { Step, StepActions, StepFrame } from './step-frame.tsx';

/** The login of ИС ЭСФ, or later. */
export default function EsfPage() {
  return <Step stages={['esf']}>{(state) => <EsfForm state={state} />}</Step>;
}

function EsfForm({ state }: { state: RegistrationState }) {
  const t = useTexts('sign-up');
  const form = useRef<HTMLFormElement>(null);
  const [{ login_esf }, change] = useDraft('esf', { login_esf: '' });
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const { busy, error, forgive, take } = useStep();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!login_esf.trim() || !password) return focusFirst(form.current);
    const body = { login_esf: login_esf.trim(), password };
    const taken = await take((hash_key) => api.call('registration.esf', { body: { ...body, hash_key } }));
    if (!taken) focusFirst(form.current);
    return undefined;
  };
  const postpone = () =>
    void take((hash_key) => api.call('registration.esf', { body: { postponed: true, hash_key } }));
  return (
    <StepFrame stage="esf" state={state} title={t('esf.title')} hint={t('esf.hint')}>
      <form ref={form} noValidate className={css.form} onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t('esf.login')}
          description={t('esf.login_hint')}
          size="md"
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={login_esf}
          error={asked && !login_esf.trim() ? t('required') : fieldError(error, 'login_esf')}
          onChange={(event) => {
            change({ login_esf: event.currentTarget.value });
            forgive();
          }}
        />
        <PasswordInput
          label={t('esf.password')}
          size="md"
          maxLength={200}
          autoComplete="off"
          value={password}
          error={asked && !password ? t('required') : fieldError(error, 'password')}
          visibilityToggleButtonProps={{ 'aria-label': t('email.show_password'), tabIndex: 0 }}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            forgive();
          }}
        />
        <Failure text={formError(error, ['login_esf', 'password'])} />
        <StepActions>
          <Button type="submit" size="md" loading={busy}>
            {t('next')}
          </Button>
          <Button variant="default" size="md" disabled={busy} onClick={postpone}>
            {t('esf.postpone')}
          </Button>
        </StepActions>
        <p className={css.second}>{t('esf.postpone_hint')}</p>
      </form>
    </StepFrame>
  );
}
