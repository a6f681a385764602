import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { homeOf } from '../../platform/session.ts';
import { searchText, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useGo } from '../../ui/app-link.tsx';
import { leave, whoIsIn } from './auth.data.ts';
import SignInForm from './sign-in-form.tsx';
import css from './sign-in.module.css';
import { wayIn } from './way-in.ts';

const read = (raw: RawSearch) => searchText(raw, 'next');

/** The sign-in. Who is in already goes on at once; who belongs to no company is told so. */
export default function SignInPage() {
  const t = useTexts('auth');
  const go = useGo();
  const [next] = useUrlState(read);
  const [homeless, setHomeless] = useState(false);
  const enter = (me: Me) => {
    if (homeOf(me)) go(wayIn(next, location.origin), { replace: true });
    else setHomeless(true);
  };
  useEffect(() => {
    document.title = `${t('title')} · Kelisim`;
  }, [t]);
  useEffect(() => {
    void whoIsIn().then((me) => me && enter(me));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page is opened
  }, []);

  return (
    <>
      <h1 className={css.title}>{t('title')}</h1>
      <p className={css.sub}>{t('sub')}</p>
      {homeless ? (
        <div role="alert" className={css.form}>
          <p className={css.notice}>{t('no_role')}</p>
          <Button variant="default" onClick={() => void leave().then(() => setHomeless(false))}>
            {t('sign_out')}
          </Button>
        </div>
      ) : (
        <SignInForm onDone={enter} />
      )}
    </>
  );
}
