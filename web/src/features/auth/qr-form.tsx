import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import type { TokensAnswer } from '@kelisim/shared/features/auth/sign-in.contract.ts';
import { useMemo, useRef } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { QrSession } from '../qr-signing/public.ts';
import type { QrSource } from '../qr-signing/public.ts';
import { useSignIn } from './auth.data.ts';
import { signInErrorText } from './sign-in-error.ts';
import { Failure } from '../../ui/failure.tsx';
import css from './sign-in.module.css';

/** A code for eGov Mobile; once the phone has signed, this browser is in. */
export default function QrForm({ onDone }: { onDone: (me: Me) => void }) {
  const t = useTexts('auth');
  const { error, at, signIn } = useSignIn(onDone);
  const given = useRef<TokensAnswer | null>(null);
  const source = useMemo((): QrSource => {
    return {
      key: ['login'],
      open: (signal) => api.call('auth.login_qr_begin', {}, { signal }),
      check: async ({ session_id, expires_at }) => {
        const { state, error: refusal, tokens } = await api.call('auth.login_qr', { body: { session_id } });
        given.current = tokens ?? given.current;
        return {
          id: session_id,
          state: state === 'signed' && !given.current ? 'expired' : state,
          expires_at,
          total: 1,
          signed_count: tokens ? 1 : 0,
          errors: refusal ? [{ doc_id: null, ...refusal }] : [],
        };
      },
    };
  }, []);
  return (
    <div className={css.form}>
      <p className="k-flat">{t('qr.lead')}</p>
      <QrSession
        source={source}
        onSigned={() => {
          const tokens = given.current;
          if (tokens) void signIn(() => Promise.resolve(tokens));
        }}
      />
      <Failure text={error !== null && at && signInErrorText(error, at, t)} />
    </div>
  );
}
