import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useSignIn } from './auth.data.ts';
import { signInErrorText } from './sign-in-error.ts';
import css from './sign-in.module.css';
import { SignOnce } from './sign-once.tsx';

/** In by a key: its ИИН finds the person, its БИН the company. */
export default function CertificateForm({ onDone }: { onDone: (me: Me) => void }) {
  const t = useTexts('auth');
  const { pending, error, at, signIn } = useSignIn(onDone);
  return (
    <div className={css.form}>
      <h2 className="k-visually-hidden">{t('ways.ecp')}</h2>
      <p className="k-flat">{t('ecp.lead')}</p>
      <SignOnce
        ask={() => api.call('auth.ecp_challenge')}
        take={(signed) => signIn(() => api.call('auth.login_ecp', { body: signed }))}
        busy={pending}
        refusal={error !== null && at ? signInErrorText(error, at, t) : null}
        label={t('ecp.submit')}
      />
    </div>
  );
}
