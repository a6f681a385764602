import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { Button } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDemoPeople, useSignIn, type DemoPerson } from './auth.data.ts';
import { DemoPeople } from './demo-people.tsx';
import { Failure } from '../../ui/failure.tsx';
import { EntryField } from './entry-field.tsx';
import { PasswordField } from './password-field.tsx';
import { signInErrorText } from './sign-in-error.ts';
import css from './sign-in.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';

const SecondStep = lazyPart(() => import('./second-step.tsx'));

type Field = 'email' | 'password';
type Fault = 'email_missing' | 'email_wrong' | 'password_missing';

export interface SignInFormProps {
  onDone: (me: Me) => void;
  /** Known already when a session has ended over a page. */
  email?: string;
  /** Of the demo data; asked for here where nobody gives them. */
  people?: readonly DemoPerson[];
  /** To which of one's companies: an organisation, or the own business of a sole trader. */
  to?: 'too' | 'ip';
}

/** E-mail and password; with a sandbox also the people of its demo data. */
export default function SignInForm({
  onDone,
  email: known = '',
  people: given,
  to = 'too',
}: SignInFormProps) {
  const t = useTexts('auth');
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<Partial<Record<Field, Fault>>>({});
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const people = useDemoPeople(given === undefined);
  const entry = useSignIn(onDone);
  const { pending, error, at } = entry;
  const signIn = (body: { email: string; password: string }) =>
    entry.signIn(() => api.call(to === 'ip' ? 'auth.login_ip' : 'auth.login_too', { body }));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(email.trim(), password);
    setFaults(found);
    const first = found.email ? emailField : found.password ? passwordField : null;
    if (first) return first.current?.focus();
    void signIn({ email: email.trim(), password }).then((failure) => {
      if (failure) (emailAtFault(failure) ? emailField : passwordField).current?.focus();
    });
  };
  const change = (field: Field, set: (value: string) => void) => (value: string) => {
    set(value);
    setFaults((now) => ({ ...now, [field]: undefined }));
  };
  const said = (field: Field) => {
    const fault = faults[field];
    return fault && t(fault);
  };

  if (entry.half) {
    return (
      <Suspense>
        <SecondStep entry={entry} />
      </Suspense>
    );
  }
  return (
    <>
      <form onSubmit={submit} noValidate className={css.form}>
        <EntryField
          ref={emailField}
          type="email"
          name="email"
          label={t('email')}
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={!known}
          value={email}
          error={said('email') ?? (emailAtFault(error) ? t('email_wrong') : undefined)}
          onChange={(event) => change('email', setEmail)(event.currentTarget.value)}
        />
        <PasswordField
          ref={passwordField}
          name="password"
          label={t('password')}
          autoComplete="current-password"
          autoFocus={!!known}
          value={password}
          error={said('password')}
          onChange={(event) => change('password', setPassword)(event.currentTarget.value)}
        />
        <Failure text={error !== null && at && !emailAtFault(error) && signInErrorText(error, at, t)} />
        <Button type="submit" size="md" fullWidth loading={pending}>
          {t('sign_in')}
        </Button>
      </form>
      <DemoPeople people={given ?? people ?? []} busy={pending} onChoose={(person) => void signIn(person)} />
    </>
  );
}

function faultsOf(email: string, password: string): Partial<Record<Field, Fault>> {
  return {
    email: !email ? 'email_missing' : /^[^@\s]+@[^@\s]+$/.test(email) ? undefined : 'email_wrong',
    password: password ? undefined : 'password_missing',
  };
}

/** The server is stricter about addresses than we are here. */
function emailAtFault(error: unknown): boolean {
  return error instanceof ApiError && error.field === 'email';
}
