import { Button } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useDeedsOverAll } from '../acts/public.ts';
import { TO_PAY_FILTER, toSignFilter } from './act-links.ts';
import { useAskedDeed } from './use-asked-deed.ts';
import { useExecutorFirst, useHome, useRights } from './home.data.ts';
import { CertificateWarning } from '../profile/public.ts';
import type { BusinessHome } from './home.data.ts';
import { FirstSteps } from './first-steps.tsx';
import { ExecutorCounts } from './executor-counts.tsx';
import { HomeEvents } from './home-events.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { MonthLine } from './month-line.tsx';
import { SignInTurn } from './sign-in-turn.tsx';
import { StuckActs } from './stuck-acts.tsx';
import { useSignInTurn } from './use-sign-in-turn.ts';
import { WaitingForYou } from './waiting-for-you.tsx';

const newAct = '/lk/business/acts/creating-act';

/** What waits for the company today, how the month goes, what hangs, what is new. */
export default function BusinessHomePage() {
  const t = useTexts('home');
  const may = useRights();
  const turn = useSignInTurn();
  const { data, error, refetch } = useHome('business');
  const home = turn.isComing ? undefined : data;
  const deeds = useDeedsOverAll('business');
  const executor_first = useExecutorFirst();
  useAskedDeed(
    home
      ? {
          sign: () => deeds.begin('sign', toSignFilter('business', executor_first), turn.next),
          pay: () => deeds.begin('pay', TO_PAY_FILTER),
        }
      : null,
  );
  const create = may('manage_acts') && (
    <Button component={AppLink} href={newAct} variant="default">
      {t('new_act')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} actions={home && !home.first_step && create} />
      <CertificateWarning />
      {home && <SignInTurn turn={turn} />}
      {home ? (
        isNew(home) && home.first_step ? (
          <FirstSteps step={home.first_step} deeds={deeds} />
        ) : (
          <div className="k-stack k-gap-20">
            {home.first_step ? (
              <FirstSteps step={home.first_step} deeds={deeds} />
            ) : (
              <WaitingForYou home={home} deeds={deeds} />
            )}
            <MonthLine steps={home.month} />
            <ExecutorCounts home={home} />
            <div className="k-halves">
              <StuckActs acts={home.stuck} />
              <HomeEvents events={home.events} side="business" />
            </div>
          </div>
        )
      ) : error ? (
        <ErrorCard error={error} title={t('failed')} hint={t('failed_hint')} onRetry={() => void refetch()} />
      ) : (
        <HomeSkeleton side="business" />
      )}
      {deeds.dialogs}
    </>
  );
}

/** No act has ever been made here. */
function isNew(home: BusinessHome): boolean {
  return home.events.length === 0 && home.month.every((step) => step.count === 0);
}
