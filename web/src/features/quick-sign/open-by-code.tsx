import { useId, useState } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { keepAccessToken } from '../../platform/session.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import css from './quick-sign.module.css';

interface OpenByCodeProps {
  token: string;
  /** Hidden but for its ends. */
  phone: string;
  /** What is behind the code: a new link, or the account. */
  what: 'link' | 'account';
}

/** A code to the phone that the link was for leads on: to a new link while the paper waits, else into the account. */
export function OpenByCode({ token, phone, what }: OpenByCodeProps) {
  const t = useTexts('quick-sign');
  const [isSent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const id = useId();
  const params = { token };
  const attempt = async (deed: () => Promise<void>) => {
    setBusy(true);
    setFault(null);
    await deed().catch((error: unknown) => setFault(errorText(error)));
    setBusy(false);
  };
  const send = () =>
    attempt(async () => {
      await api.call('quick_sign.code', { params });
      setSent(true);
    });
  const open = () =>
    attempt(async () => {
      const { url, session } = await api.call('quick_sign.open', { params, body: { code } });
      if (url) location.assign(new URL(url).pathname);
      else if (session && 'access_token' in session) {
        keepAccessToken(session);
        location.assign('/lk/executor/acts');
      } else location.assign('/auth/login');
    });
  return (
    <div className="k-stack k-gap-12">
      {isSent ? (
        <>
          <label className="k-medium" htmlFor={id}>
            {t('code.label', { phone })}
          </label>
          <input
            id={id}
            className={css.answer}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            autoFocus
            onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, ''))}
          />
          <PlainButton wide loading={busy} disabled={code.length !== 6} onClick={() => void open()}>
            {t(`code.open_${what}`)}
          </PlainButton>
          <PlainButton variant="default" wide loading={busy} onClick={() => void send()}>
            {t('code.again')}
          </PlainButton>
        </>
      ) : (
        <PlainButton wide loading={busy} onClick={() => void send()}>
          {t(`code.send_${what}`, { phone })}
        </PlainButton>
      )}
      {fault !== null && (
        <p role="alert" className="k-fault">
          {fault}
        </p>
      )}
    </div>
  );
}
