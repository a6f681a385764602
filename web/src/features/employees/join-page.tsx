import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { api } from '../../platform/api.ts';
import type { Answer } from '../../platform/api.ts';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { hrefWith, useTextParam } from '../../platform/url-state.ts';
import { useGo } from '../../ui/app-link.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { EntryField, leave, PasswordField, whoIsIn } from '../auth/public.ts';
import css from './join.module.css';
import { switchCompany } from '../../platform/switch-company.ts';

type Invitation = Answer<'employee_invitations.open'>;
type View =
  | { kind: 'waiting' }
  | { kind: 'open'; invitation: Invitation; me: Me | null }
  | { kind: 'joined'; email: string }
  | { kind: 'gone' }
  | { kind: 'used' }
  | { kind: 'failed'; error: unknown };

/** `/join/$token`: the page behind the link of an employee's invitation. */
export default function JoinPage() {
  const t = useTexts('employees');
  const go = useGo();
  const token = useTextParam('token');
  const [view, setView] = useState<View>({ kind: 'waiting' });
  useEffect(() => {
    document.title = `${t('join.title')} · Kelisim`;
  }, [t]);
  const fail = (error: unknown) => setView(viewOfFailure(error));
  const open = async () => {
    const invitation = await api.call('employee_invitations.open', { body: { token } });
    setView({ kind: 'open', invitation, me: await whoIsIn() });
  };
  useEffect(() => {
    open().catch(fail);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each link
  }, [token]);
  const toSignIn = (next?: string) => go(hrefWith('/auth/login', { next }), { replace: next === undefined });

  if (view.kind === 'waiting') return <div className={css.waiting} aria-busy="true" />;
  if (view.kind === 'failed')
    return (
      <ErrorState
        error={view.error}
        onRetry={() => {
          setView({ kind: 'waiting' });
          open().catch(fail);
        }}
      />
    );
  if (view.kind === 'gone' || view.kind === 'used')
    return (
      <>
        <h1 className={css.title}>{t(`join.${view.kind}`)}</h1>
        <p className={`k-second ${css.second}`}>{t(`join.${view.kind}_hint`)}</p>
        <Button variant="default" onClick={() => toSignIn()}>
          {t('join.to_sign_in')}
        </Button>
      </>
    );
  if (view.kind === 'joined')
    return (
      <>
        <h1 className={css.title}>{t('join.title')}</h1>
        <p role="status">{t('join.done', { email: view.email })}</p>
        <Button size="md" fullWidth onClick={() => toSignIn()}>
          {t('join.to_sign_in')}
        </Button>
      </>
    );
  const { invitation, me } = view;
  return (
    <>
      <h1 className={css.title}>{t('join.title')}</h1>
      <p>{t('join.lead', { company: invitation.company_name })}</p>
      {invitation.rights.length === 0 ? (
        <p>{t('join.you_may_look')}</p>
      ) : (
        <>
          <p className="k-flat k-below-4 k-medium">{t('join.you_may')}</p>
          <ul className={css.rights}>
            {invitation.rights.map((right) => (
              <li key={right}>{t(`rights.${right}`)}</li>
            ))}
          </ul>
        </>
      )}
      {invitation.has_account ? (
        <AcceptPart
          token={token}
          invitation={invitation}
          me={me}
          onSignIn={() => toSignIn(location.pathname)}
          onSignOut={() => void leave().then(() => setView({ ...view, me: null }))}
        />
      ) : (
        <JoinForm
          token={token}
          invitation={invitation}
          onJoined={(email) => setView({ kind: 'joined', email })}
          onLost={fail}
        />
      )}
    </>
  );
}

function viewOfFailure(error: unknown): View {
  if (error instanceof ApiError && error.code === 'not_found') return { kind: 'gone' };
  if (error instanceof ApiError && error.code === 'employee_invitation.used') return { kind: 'used' };
  return { kind: 'failed', error };
}

interface AcceptPartProps {
  token: string;
  invitation: Invitation;
  me: Me | null;
  onSignIn: () => void;
  onSignOut: () => void;
}

/** Somebody who signs in already: as the right one, as another, or not yet. */
function AcceptPart({ token, invitation, me, onSignIn, onSignOut }: AcceptPartProps) {
  const t = useTexts('employees');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { email } = invitation;
  if (!me)
    return (
      <div className={css.form}>
        <p>{t('join.has_account', { email })}</p>
        <Button size="md" fullWidth onClick={onSignIn}>
          {t('join.sign_in')}
        </Button>
      </div>
    );
  if (me.email.toLowerCase() !== email.toLowerCase())
    return (
      <div className={css.form}>
        <p role="alert">{t('join.other', { email, me: me.email })}</p>
        <Button variant="default" onClick={onSignOut}>
          {t('join.sign_out')}
        </Button>
      </div>
    );
  const accept = async () => {
    setBusy(true);
    setError(null);
    try {
      const { company_id } = await api.call('employee_invitations.accept', { body: { token } });
      await switchCompany(company_id);
    } catch (reason) {
      setError(reason);
      setBusy(false);
    }
  };
  return (
    <div className={css.form}>
      <p>{t('join.signed_in_as', { email: me.email })}</p>
      {error !== null && (
        <p role="alert" className={css.error}>
          {errorText(error)}
        </p>
      )}
      <Button size="md" fullWidth loading={busy} onClick={() => void accept()}>
        {t('join.submit')}
      </Button>
    </div>
  );
}

interface JoinFormProps {
  token: string;
  invitation: Invitation;
  onJoined: (email: string) => void;
  onLost: (error: unknown) => void;
}

/** A new person: name and password. */
function JoinForm({ token, invitation, onJoined, onLost }: JoinFormProps) {
  const t = useTexts('employees');
  const [full_name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const atPassword = error instanceof ApiError && error.field === 'password';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!full_name.trim()) return nameField.current?.focus();
    if (!password) return passwordField.current?.focus();
    setBusy(true);
    setError(null);
    try {
      const { email } = await api.call('employee_invitations.join', { body: { token, full_name, password } });
      onJoined(email);
    } catch (reason) {
      setBusy(false);
      if (viewOfFailure(reason).kind !== 'failed') return onLost(reason);
      setError(reason);
      passwordField.current?.focus();
    }
  };
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={`k-second ${css.second}`}>{t('join.for', { email: invitation.email })}</p>
      {/* So that a password manager keeps the password under the right address. */}
      <input type="email" autoComplete="username" value={invitation.email} readOnly hidden />
      <EntryField
        ref={nameField}
        label={t('join.full_name')}
        name="name"
        autoComplete="name"
        value={full_name}
        error={tried && !full_name.trim() ? t('join.full_name_missing') : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <PasswordField
        ref={passwordField}
        label={t('join.password')}
        name="password"
        autoComplete="new-password"
        value={password}
        error={atPassword ? errorText(error) : tried && !password ? t('join.password_missing') : undefined}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setError(null);
        }}
      />
      <p className={`k-second ${css.second}`}>{t('join.password_hint')}</p>
      {error !== null && !atPassword && (
        <p role="alert" className={css.error}>
          {errorText(error)}
        </p>
      )}
      <Button type="submit" size="md" fullWidth loading={busy}>
        {t('join.submit')}
      </Button>
    </form>
  );
}
