import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { ChangeForm } from './change-window.tsx';

/** `/auth/login/password-recovery`: a new password for who is signed in. */
export default function NewPasswordPage() {
  const t = useTexts('auth');
  // Of the light pages this one alone asks it: `useMe` comes with the cabinet.
  const { data: me } = useCall('auth.me', undefined, { staleTime: 60_000 });
  const [done, setDone] = useState(false);
  useEffect(() => {
    document.title = `${t('recovery.title')} · Kelisim`;
  }, [t]);
  return (
    <>
      <h1 className="k-heading k-below-12">{t('recovery.title')}</h1>
      {done ? (
        <div className="k-stack">
          <p role="status" className="k-soft-good k-good k-pad k-flat">
            {t('recovery.done')}
          </p>
          <Button component={AppLink} href="/lk/profile" fullWidth autoFocus>
            {t('recovery.to_profile')}
          </Button>
        </div>
      ) : (
        <>
          <p className="k-second k-below-16">{t('recovery.lead')}</p>
          {me && <ChangeForm me={me} kind="password" onDone={() => setDone(true)} />}
        </>
      )}
    </>
  );
}
