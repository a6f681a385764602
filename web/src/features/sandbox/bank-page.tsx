import { Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { searchText, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import css from './bank.module.css';

const readState = (raw: RawSearch) => searchText(raw, 'state');

/** A bank that vouches for whom one chooses and leads back to the sign-in; only in the sandbox. */
export default function BankPage() {
  const t = useTexts('sandbox-bank');
  const [state] = useUrlState(readState);
  const people = useCall('sandbox.sign_ins', undefined, { staleTime: Number.POSITIVE_INFINITY });
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = `${t('title')} · Kelisim`;
  }, [t]);
  const vouch = async (email: string) => {
    setBusy(true);
    setError(null);
    try {
      const { assertion } = await api.call('sandbox.bank_vouch', { body: { email } });
      location.assign(`/auth/login#${new URLSearchParams({ assertion, state: state ?? '' }).toString()}`);
    } catch (reason) {
      setError(reason);
      setBusy(false);
    }
  };
  return (
    <div className={css.page}>
      <h1 className={css.name}>{t('title')}</h1>
      <p className="k-second">{t('sandbox')}</p>
      {!state ? (
        <p className="k-second">
          {t('stale')} <AppLink href="/auth/login">{t('to_sign_in')}</AppLink>
        </p>
      ) : (
        <section aria-labelledby="bank-clients">
          <h2 id="bank-clients" className="k-title k-above-12 k-below-4">
            {t('who')}
          </h2>
          {people.isPending && <Skeleton h={320} radius="lg" />}
          {people.error && <ErrorState error={people.error} onRetry={() => void people.refetch()} />}
          {error !== null && <ErrorState error={error} />}
          <ul className="k-list k-picks">
            {people.data?.map(({ email, name, company, role }) => (
              <li key={email}>
                <button type="button" className="k-hover" disabled={busy} onClick={() => void vouch(email)}>
                  <span className="k-stack k-gap-0 k-grow k-shrink k-anywhere">
                    <span className="k-medium">{name}</span>
                    <span className="k-second">{company === name ? role : `${role} · ${company}`}</span>
                  </span>
                  <IconChevronRight className="k-second" size={16} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
