import { nameOnPaper } from '@kelisim/shared/kernel/name-on-paper.ts';
import { useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { homeOf } from '../../platform/session.ts';
import { switchCompany } from '../../platform/switch-company.ts';
import { searchText, searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useMe } from '../../platform/use-who.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PlainButton, PlainButtonLink } from '../../ui/plain-button.tsx';

const read = (raw: RawSearch) => ({
  company: searchWhole(raw, 'company', 0),
  next: searchText(raw, 'next') ?? '/',
});

/** `/lk/other-company`: a link leads to what another company of this person has; they say whether to go over to it. */
export default function OtherCompanyPage() {
  const t = useTexts('notices');
  const locale = useLocale();
  const [{ company, next }] = useUrlState(read);
  const me = useMe();
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  if (!me) return null;
  const other = me.companies.find(({ id }) => id === company);
  const name = other ? nameOnPaper(other, locale) : '';
  const now = me.company ? nameOnPaper(me.company, locale) : '';
  // Only a place of ours: the address bar is anybody's to write.
  const to = next.startsWith('/lk/') ? next : '/';
  const go = async () => {
    setBusy(true);
    setError(null);
    try {
      await switchCompany(company, to);
    } catch (reason) {
      setError(reason);
      setBusy(false);
    }
  };
  return (
    <>
      <PageHeader title={t('other.title')} />
      <Card title={name || t('other.unknown')}>
        <p className="k-second k-below-12">
          {other
            ? t(me.company ? 'other.lead' : 'other.lead_alone', {
                name,
                now,
              })
            : t('other.lost')}
        </p>
        {error !== null && <p role="alert">{errorText(error)}</p>}
        <div className="k-row k-gap-12 k-above-16">
          {other && (
            <PlainButton loading={busy} onClick={() => void go()}>
              {t('other.go', { name })}
            </PlainButton>
          )}
          <PlainButtonLink href={homeOf(me) ?? '/'} variant={other ? 'default' : 'filled'}>
            {me.company && other ? t('other.stay', { name: now }) : t('other.home')}
          </PlainButtonLink>
        </div>
      </Card>
    </>
  );
}
