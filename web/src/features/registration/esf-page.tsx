import { Button, PasswordInput, TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/registration.esf';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Failure } from '../../ui/failure.tsx';
import { useForm } from '../../ui/use-form.ts';
import { stepDraft } from './draft.ts';
import css from './registration.module.css';
import { useTake } from './registration.data.ts';
import type { RegistrationState } from './registration.data.ts';
import { Step, StepActions, StepFrame } from './step-frame.tsx';

/** The login of ИС ЭСФ, or later. */
export default function EsfPage() {
  return <Step stages={['esf']}>{(state) => <EsfForm state={state} />}</Step>;
}

function EsfForm({ state }: { state: RegistrationState }) {
  const t = useTexts('sign-up');
  const take = useTake();
  const form = useForm(
    { login_esf: '', password: '' },
    {
      limits: {
        login_esf: { ...limits.login_esf, required: true },
        password: { ...limits.password, required: true },
      },
      draft: stepDraft('esf', { login_esf: '' }),
      words: { login_esf: t('required'), password: t('required') },
    },
  );
  const save = ({ login_esf, password }: typeof form.values) =>
    take((hash_key) =>
      api.call('registration.esf', { body: { login_esf: login_esf.trim(), password, hash_key } }),
    );
  const postpone = () =>
    form.run(() => take((hash_key) => api.call('registration.esf', { body: { postponed: true, hash_key } })));
  return (
    <StepFrame stage="esf" state={state} title={t('esf.title')} hint={t('esf.hint')}>
      <form className={css.form} {...form.bind(save)}>
        <TextInput
          label={t('esf.login')}
          description={t('esf.login_hint')}
          size="md"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('login_esf')}
          required={false}
        />
        <PasswordInput
          label={t('esf.password')}
          size="md"
          autoComplete="off"
          {...form.field('password')}
          required={false}
          visibilityToggleButtonProps={{ 'aria-label': t('email.show_password'), tabIndex: 0 }}
        />
        <Failure text={form.failure} />
        <StepActions>
          <Button type="submit" size="md" loading={form.busy}>
            {t('next')}
          </Button>
          <Button variant="default" size="md" disabled={form.busy} onClick={() => void postpone()}>
            {t('esf.postpone')}
          </Button>
        </StepActions>
        <p className={css.second}>{t('esf.postpone_hint')}</p>
      </form>
    </StepFrame>
  );
}
