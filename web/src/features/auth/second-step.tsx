import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import type { SignIn } from './auth.data.ts';
import { Failure } from '../../ui/failure.tsx';
import { EntryField } from './entry-field.tsx';
import { askPasskey } from './passkey.ts';
import { signInErrorText } from './sign-in-error.ts';
import css from './sign-in.module.css';

/** After the password: a code of the app, a recovery code or a passkey. */
export default function SecondStep({ entry }: { entry: SignIn }) {
  const t = useTexts('auth');
  const { half, signIn, pending, error, at, startAnew } = entry;
  const factors = half?.factors ?? [];
  const [kind, setKind] = useState<'totp' | 'recovery'>(factors.includes('totp') ? 'totp' : 'recovery');
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const half_token = half?.half_token ?? '';
  const hasCode = factors.includes('totp') || factors.includes('recovery_code');

  const failure = error !== null && at && signInErrorText(error, at, t);

  const send = async (typed: string) => {
    const refused = await signIn(() => api.call('auth.second_factor', { body: { half_token, code: typed } }));
    if (refused) field.current?.select();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(code.trim() === '');
    if (code.trim() === '') field.current?.focus();
    else void send(code.trim());
  };
  const byPasskey = () =>
    signIn(async () => {
      const options = await api.call('auth.second_factor_options', { body: { half_token } });
      const credential = await askPasskey(options);
      return api.call('auth.second_factor', { body: { half_token, credential } });
    });
  const turn = (next: 'totp' | 'recovery') => {
    setKind(next);
    setCode('');
    setMissing(false);
    setTimeout(() => field.current?.focus());
  };

  return (
    <div className={css.form}>
      <h2 className="k-title">{t('second.title')}</h2>
      {factors.includes('passkey') && (
        <Button size="md" fullWidth loading={pending} onClick={() => void byPasskey()}>
          {t('second.passkey')}
        </Button>
      )}
      {hasCode && (
        <form onSubmit={submit} noValidate className={css.form}>
          <p className="k-flat">{t(`second.${kind}_hint`)}</p>
          <EntryField
            ref={field}
            key={kind}
            name="code"
            label={t(`second.${kind}`)}
            inputMode={kind === 'totp' ? 'numeric' : 'text'}
            autoComplete={kind === 'totp' ? 'one-time-code' : 'off'}
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus={!factors.includes('passkey')}
            maxLength={30}
            value={code}
            error={missing ? t('second.code_missing') : undefined}
            onChange={(event) => {
              const typed = event.currentTarget.value;
              setCode(typed);
              setMissing(false);
              if (kind === 'totp' && /^\d{6}$/.test(typed) && !pending) void send(typed);
            }}
          />
          <Failure text={failure} />
          <Button
            type="submit"
            size="md"
            fullWidth
            loading={pending}
            variant={factors.includes('passkey') ? 'default' : 'filled'}
          >
            {t('second.submit')}
          </Button>
        </form>
      )}
      {!hasCode && <Failure text={failure} />}
      <div className="k-stack k-gap-4 k-center">
        {kind === 'totp' && factors.includes('recovery_code') && (
          <button type="button" className={css.link} onClick={() => turn('recovery')}>
            {t('second.to_recovery')}
          </button>
        )}
        {kind === 'recovery' && factors.includes('totp') && (
          <button type="button" className={css.link} onClick={() => turn('totp')}>
            {t('second.to_totp')}
          </button>
        )}
        <button type="button" className={css.link} onClick={startAnew}>
          {t('second.back')}
        </button>
      </div>
    </div>
  );
}
