import { Suspense } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ComingMoney } from './coming-money.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { HomeEvents } from './home-events.tsx';
import { useDeedsOverAll } from '../acts/public.ts';
import { BalanceCard } from '../bookkeeping/public.ts';
import { OwnInvitations } from '../invitations/public.ts';
import { LimitsCard, StandingCard } from '../taxes/public.ts';
import { CertificateWarning } from '../profile/public.ts';
import { toSignFilter } from './act-links.ts';
import { useAskedDeed } from './use-asked-deed.ts';
import { useHome } from './home.data.ts';
import type { ExecutorHome } from './home.data.ts';
import { SignInTurn } from './sign-in-turn.tsx';
import { SignNow } from './sign-now.tsx';
import { useSignInTurn } from './use-sign-in-turn.ts';

/** What to sign now, when and where the money comes, what is new. Made for a phone. */
export default function ExecutorHomePage() {
  const t = useTexts('home');
  const turn = useSignInTurn();
  const { data, error, refetch } = useHome('executor');
  const home = turn.isComing ? undefined : data;
  const deeds = useDeedsOverAll('executor');
  useAskedDeed(home ? { sign: () => deeds.begin('sign', toSignFilter('executor'), turn.next) } : null);
  return (
    <>
      <PageHeader title={t('title')} />
      <CertificateWarning />
      {home && <SignInTurn turn={turn} />}
      <OwnInvitations />
      <div className="k-stack k-gap-20">
        <Suspense>
          <StandingCard may_change is_question />
        </Suspense>
        {home ? (
          isNew(home) ? (
            <Card>
              <EmptyState
                title={t('executor_empty.title')}
                hint={t('executor_empty.hint')}
                action={{ label: t('executor_empty.contracts'), href: '/lk/executor/contracts' }}
              />
            </Card>
          ) : (
            <div className="k-stack k-gap-20">
              <SignNow home={home} deeds={deeds} />
              <div className="k-halves">
                <ComingMoney home={home} />
                <HomeEvents events={home.events} side="executor" />
              </div>
              <Suspense>
                <BalanceCard side="executor" />
                <LimitsCard />
              </Suspense>
            </div>
          )
        ) : error ? (
          <ErrorCard
            error={error}
            title={t('failed')}
            hint={t('failed_hint')}
            onRetry={() => void refetch()}
          />
        ) : (
          <HomeSkeleton side="executor" />
        )}
      </div>
      {deeds.dialogs}
    </>
  );
}

/** Nothing has ever been sent to this person. */
function isNew(home: ExecutorHome): boolean {
  return (
    home.events.length +
      home.acts_pending_sign +
      home.contracts_pending_sign +
      home.reconciliations_waiting +
      home.coming.length ===
    0
  );
}
