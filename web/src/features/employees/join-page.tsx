import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import limits from 'virtual:form-limits/employee_invitations.join';
import { api } from '../../platform/api.ts';
import type { Answer } from '../../platform/api.ts';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { hrefWith, useTextParam } from '../../platform/url-state.ts';
import { useGo } from '../../ui/app-link.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useForm } from '../../ui/use-form.ts';
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
  | { kind: 'cut'; words: string }
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
  if (view.kind === 'gone' || view.kind === 'used' || view.kind === 'cut')
    return (
      <>
        <h1 className={css.title}>{view.kind === 'cut' ? view.words : t(`join.${view.kind}`)}</h1>
        {view.kind !== 'cut' && <p className={`k-second ${css.second}`}>{t(`join.${view.kind}_hint`)}</p>}
        <Button
          variant="default"
          className={view.kind === 'cut' ? 'k-above-8' : ''}
          onClick={() => toSignIn()}
        >
          {t('join.to_sign_in')}
        </Button>
      </>
    );
  if (view.kind === 'joined')
    return (
      <>
        <h1 className={css.title}>{t('join.title')}</h1>
        <p role="status" className="k-above-12 k-below-12">
          {t('join.done', { email: view.email })}
        </p>
        <Button size="md" fullWidth onClick={() => toSignIn()}>
          {t('join.to_sign_in')}
        </Button>
      </>
    );
  const { invitation, me } = view;
  return (
    <>
      <h1 className={css.title}>{t('join.title')}</h1>
      <p className="k-above-12 k-below-12">{t('join.lead', { company: invitation.company_name })}</p>
      {invitation.rights.length === 0 ? (
        <p className="k-below-12">{t('join.you_may_look')}</p>
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
  // Of a link there is nothing to try again.
  if (error instanceof ApiError && error.field === 'token') return { kind: 'cut', words: error.message };
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
      <Failure text={error !== null && errorText(error)} />
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
  const form = useForm(
    { full_name: '', password: '' },
    { limits, words: { full_name: t('join.full_name_missing'), password: t('join.password_missing') } },
  );
  const save = async (typed: { full_name: string; password: string }) => {
    try {
      const { email } = await api.call('employee_invitations.join', { body: { token, ...typed } });
      onJoined(email);
    } catch (reason) {
      if (viewOfFailure(reason).kind === 'failed') throw reason;
      onLost(reason);
    }
  };
  return (
    <form className={css.form} {...form.bind(save)}>
      <p className={`k-second ${css.second}`}>{t('join.for', { email: invitation.email })}</p>
      {/* So that a password manager keeps the password under the right address. */}
      <input type="email" autoComplete="username" value={invitation.email} readOnly hidden />
      <EntryField {...form.field('full_name')} label={t('join.full_name')} name="name" autoComplete="name" />
      <PasswordField {...form.field('password')} label={t('join.password')} autoComplete="new-password" />
      <p className={`k-second ${css.second}`}>{t('join.password_hint')}</p>
      <Failure text={form.failure} />
      <Button type="submit" size="md" fullWidth loading={form.busy}>
        {t('join.submit')}
      </Button>
    </form>
  );
}
