import { Suspense } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { VatCard } from '../esf/public.ts';
import { AccountsCard } from './accounts-card.tsx';
import { CompanyCard } from './company-card.tsx';
import { HistoryCard } from './history-card.tsx';
import { SettingsTabs } from './settings-tabs.tsx';
import { useCompany, useMyRights } from './settings.data.ts';

/** `/lk/business/settings/company` and `/lk/executor/settings/company`: what papers say of one, and where money comes. */
export default function CompanyPage() {
  const t = useTexts('settings');
  const { data: company, error, refetch } = useCompany();
  const { me, may_change, may_pay } = useMyRights();
  return (
    <>
      <PageHeader title={t('title')} sub={t('lead')} />
      {(me?.role === 'business' || me?.role === 'executor') && may_change && (
        <SettingsTabs current="company" side={me.role} />
      )}
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="k-stack k-narrow">
          {company && me ? (
            <>
              <AccountsCard company={company} may_change={may_change} may_pay={may_pay} />
              <CompanyCard company={company} may_change={may_change} />
              {me.role === 'executor' && (
                <Suspense>
                  <VatCard />
                </Suspense>
              )}
              {may_change && <HistoryCard />}
            </>
          ) : (
            [0, 1].map((card) => (
              <Card key={card}>
                <Skeleton height={180} />
              </Card>
            ))
          )}
        </div>
      )}
    </>
  );
}
