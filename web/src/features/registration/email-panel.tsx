import { Button, PasswordInput, TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/registration.email';
import { api } from '../../platform/api.ts';
import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import { Failure } from '../../ui/failure.tsx';
import { useForm } from '../../ui/use-form.ts';
import { passwordFaultNow, SandboxHelp, StrengthMeter, usePasswordStrength } from '../auth/public.ts';
import { stepDraft } from './draft.ts';
import css from './registration.module.css';
import { useKind, useTake } from './registration.data.ts';
import type { RegistrationState } from './registration.data.ts';
import { StepActions, StepFrame } from './step-frame.tsx';

/** What one will sign in with. The password is kept nowhere but in its field. */
export function EmailPanel({ state }: { state: RegistrationState }) {
  const t = useTexts('sign-up');
  const problem = useTextByCode('faults');
  const kind = useKind();
  const take = useTake();
  const aboutOf = (email: string) => [email, state.company_name ?? ''];
  const form = useForm(
    { email: '', password: '' },
    {
      limits,
      draft: stepDraft('email', { email: '' }),
      check: ({ email, password }) => {
        const fault = passwordFaultNow(password, aboutOf(email));
        return {
          email: email.trim() === '' ? t('required') : undefined,
          password: password === '' ? t('required') : fault ? problem(fault, '') : undefined,
        };
      },
      words: { email: t('email.email_wrong') },
    },
  );
  const { email, password } = form.values;
  const strength = usePasswordStrength(password, aboutOf(email));
  const save = (typed: typeof form.values) =>
    take((hash_key) =>
      api.call('registration.email', { body: { ...typed, email: typed.email.trim(), hash_key } }),
    );
  return (
    <StepFrame stage="email" state={state} title={t('email.title')} hint={t('email.hint')}>
      <form className={css.form} {...form.bind(save)}>
        <TextInput
          label={t('email.email')}
          type="email"
          size="md"
          autoFocus
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('email')}
        />
        <SandboxHelp
          of="sample"
          kinds={[kind === 'business' ? 'too' : 'individual']}
          field="email"
          onFill={(sample) => form.set({ email: sample.email })}
        />
        <div className="k-stack k-gap-12">
          <PasswordInput
            label={t('email.password')}
            description={t('email.password_hint')}
            size="md"
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('email.show_password'), tabIndex: 0 }}
            {...form.field('password')}
          />
          <StrengthMeter strength={strength} />
        </div>
        <Failure text={form.failure} />
        <StepActions>
          <Button type="submit" size="md" loading={form.busy}>
            {t('email.submit')}
          </Button>
        </StepActions>
      </form>
    </StepFrame>
  );
}
