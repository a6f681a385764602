import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { Button, Skeleton } from '@mantine/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { api } from '../../platform/api.ts';
import { withTexts, useTexts } from '../../platform/i18n.ts';
import { homeOf } from '../../platform/session.ts';
import { hrefWith, searchText, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { AppLink, useGo } from '../../ui/app-link.tsx';
import { leave, useBanks, useDemoPeople, useSignIn, whoIsIn } from './auth.data.ts';
import { comeBack, setOut } from './bank-way.ts';
import { knownEmail } from './known-email.ts';
import { askPasskey } from './passkey.ts';
import { signInErrorText } from './sign-in-error.ts';
import SignInForm from './sign-in-form.tsx';
import { Failure } from '../../ui/failure.tsx';
import css from './sign-in.module.css';
import { wayIn } from './way-in.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const PhoneForm = lazyPart(() => import('./phone-form.tsx'));
const CertificateForm = lazyPart(() => withTexts(import('./certificate-form.tsx'), ['signing']));
const SecondStep = lazyPart(() => import('./second-step.tsx'));
const QrForm = lazyPart(() => withTexts(import('./qr-form.tsx'), ['qr-signing']));

const WAYS = ['too', 'ip', 'phone', 'ecp', 'qr'] as const;
type Way = (typeof WAYS)[number];

const read = (raw: RawSearch) => ({ next: searchText(raw, 'next'), way: searchText(raw, 'way') });

/** The way named in the address; each has one of its own, so that it can be linked to and gone back from. */
function wayOf(path: string, asked: string | undefined): Way {
  if (path.endsWith('/login-ip')) return 'ip';
  return WAYS.find((way) => way === asked) ?? 'too';
}

function addressOf(way: Way, next: string | undefined): string {
  if (way === 'too') return hrefWith('/auth/login/login-too', { next });
  if (way === 'ip') return hrefWith('/auth/login/login-ip', { next });
  return hrefWith('/auth/login', { way, next });
}

/** The sign-in. Who is in already goes on at once; who belongs to no company is told so. */
export default function SignInPage() {
  const t = useTexts('auth');
  const go = useGo();
  const [{ next, way: asked }] = useUrlState(read);
  const [homeless, setHomeless] = useState(false);
  const way = wayOf(location.pathname, asked);
  const byPassword = way === 'too' || way === 'ip';
  const people = useDemoPeople(byPassword);
  const banks = useBanks();
  const enter = (me: Me, to = next) => {
    knownEmail.forget();
    if (homeOf(me)) go(wayIn(to, location.origin), { replace: true });
    else setHomeless(true);
  };
  const choose = (chosen: Way) => {
    if (chosen !== way) go(addressOf(chosen, next));
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
      <h1 className={`k-heading k-balance ${css.title}`}>{t('title')}</h1>
      <p className="k-second k-above-4 k-below-20 k-anywhere">{t(way === 'ip' ? 'sub_ip' : 'sub')}</p>
      {homeless ? (
        <div role="alert" className={css.form}>
          <p className="k-flat">{t('no_role')}</p>
          <Button variant="default" onClick={() => void leave().then(() => setHomeless(false))}>
            {t('sign_out')}
          </Button>
        </div>
      ) : (
        <>
          <Ways way={way} onChoose={choose} />
          <div role="tabpanel" id="way" aria-labelledby={`way-${way}`}>
            <Suspense fallback={<Skeleton h={180} />}>
              {byPassword && (
                <SignInForm
                  key={way}
                  to={way}
                  email={knownEmail.read()}
                  people={people ?? []}
                  onDone={enter}
                />
              )}
              {way === 'phone' && <PhoneForm onDone={enter} />}
              {way === 'ecp' && <CertificateForm onDone={enter} />}
              {way === 'qr' && <QrForm onDone={enter} />}
            </Suspense>
          </div>
          <Below way={way} next={next} banks={people && banks} onDone={enter} />
        </>
      )}
    </>
  );
}

/** Outlives the page: another address is another page, and the arrows go on in its tabs. */
let goesByArrows = false;

/** Arrows go from way to way, as in every list of tabs. */
function Ways({ way, onChoose }: { way: Way; onChoose: (way: Way) => void }) {
  const t = useTexts('auth');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (goesByArrows) list.current?.querySelector<HTMLElement>(`#way-${way}`)?.focus();
    goesByArrows = false;
  }, [way]);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = WAYS[(WAYS.indexOf(way) + step + WAYS.length) % WAYS.length]!;
    goesByArrows = true;
    onChoose(next);
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={t('ways.title')}
      className={`k-row k-gap-4 k-below-20 ${css.ways}`}
      onKeyDown={move}
    >
      {WAYS.map((one) => (
        <button
          key={one}
          id={`way-${one}`}
          type="button"
          role="tab"
          className={`k-press k-second k-medium ${css.way}`}
          aria-selected={one === way}
          aria-controls="way"
          tabIndex={one === way ? 0 : -1}
          onClick={() => onChoose(one)}
        >
          {t(`ways.${one}`)}
        </button>
      ))}
    </div>
  );
}

interface BelowProps {
  way: Way;
  next: string | undefined;
  /** Undefined while they, or what stands above, are still coming: nothing may jump under a finger. */
  banks: ReturnType<typeof useBanks>;
  onDone: (me: Me, next?: string) => void;
}

/** A passkey, a bank, a forgotten password, and the doors for those who have no account yet. */
function Below({ way, next, banks, onDone }: BelowProps) {
  const t = useTexts('auth');
  const wanted = useRef(next);
  const entry = useSignIn((me) => onDone(me, wanted.current));
  const { pending, error, at, half, signIn } = entry;
  const [lost, setLost] = useState(false);
  useEffect(() => {
    const back = comeBack();
    if (!back) return;
    const { assertion } = back;
    if (assertion) {
      wanted.current = back.next;
      void signIn(() => api.call('auth.login_bank', { body: { assertion } }));
    } else setLost(true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when one comes from the bank
  }, []);
  const byPasskey = () =>
    signIn(async () => {
      const credential = await askPasskey(await api.call('auth.passkey_options'));
      return api.call('auth.login_passkey', { body: { credential } });
    });
  if (half)
    return (
      <Suspense>
        <SecondStep entry={entry} />
      </Suspense>
    );
  return (
    <div className="k-stack k-gap-4 k-center k-above-16" style={banks ? undefined : { visibility: 'hidden' }}>
      <Failure text={error !== null && at ? signInErrorText(error, at, t) : lost && t('bank_lost')} />
      {banks?.map(({ bank, name, address }) => (
        <button
          key={bank}
          type="button"
          className={css.link}
          disabled={pending}
          onClick={() => location.assign(setOut(address, next))}
        >
          {t('bank', { name })}
        </button>
      ))}
      {'PublicKeyCredential' in globalThis && (
        <button type="button" className={css.link} disabled={pending} onClick={() => void byPasskey()}>
          {t('passkey')}
        </button>
      )}
      <AppLink href="/auth/login/forgot-password" className={css.link}>
        {t('forgot_link')}
      </AppLink>
      {way === 'too' && (
        <AppLink href={addressOf('ip', next)} className={css.link}>
          {t('i_am_executor')}
        </AppLink>
      )}
      {way === 'ip' && (
        <AppLink href={addressOf('phone', next)} className={css.link}>
          {t('by_phone')}
        </AppLink>
      )}
      {way !== 'ip' && (
        <AppLink href="/auth/sign-up/business" className={css.link}>
          {t('sign_up')}
        </AppLink>
      )}
      {way !== 'too' && (
        <AppLink href="/auth/sign-up/executor" className={css.link}>
          {t('sign_up_executor')}
        </AppLink>
      )}
      <AppLink href="/auth/login/consultation" className={css.link}>
        {t('consultation_link')}
      </AppLink>
      <AppLink href="/verify" className={css.link}>
        {t('verify_link')}
      </AppLink>
    </div>
  );
}
