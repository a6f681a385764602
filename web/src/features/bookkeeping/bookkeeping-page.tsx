import { withTexts, useTexts } from '../../platform/i18n.ts';
import { useMe } from '../../platform/use-who.ts';
import { WhenWhole } from '../../ui/late-parts.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PackageCard } from '../month-package/public.ts';
import { SettingsTabs } from '../settings/public.ts';
import { DecisionsCard, EarlierCard } from '../taxes/public.ts';
import { OpeningsCard } from './openings-card.tsx';
import { PeriodCard } from './period-card.tsx';
import { WithholdingCard } from './withholding-card.tsx';

const DifferencesCard = lazyPart(() => withTexts(import('./differences-card.tsx'), ['differences']));

/** `/lk/business/settings/bookkeeping`: until when the books are closed, and what is withheld from individuals. */
export default function BookkeepingPage() {
  const t = useTexts('bookkeeping');
  const rights = useMe()?.rights;
  const may_close = rights?.includes('manage_settings') ?? false;
  const may_tell = rights?.includes('manage_executors') ?? false;
  const may_pay = rights?.includes('pay') ?? false;
  return (
    <>
      <PageHeader title={t('title')} sub={t('lead')} />
      {may_close ? (
        <SettingsTabs current="bookkeeping" />
      ) : (
        rights && <p className="k-second k-narrow k-below-16">{t('others_change')}</p>
      )}
      <WhenWhole className="k-stack k-narrow">
        <PeriodCard may_close={may_close} />
        {may_close && <PackageCard />}
        {may_pay && <DifferencesCard />}
        <OpeningsCard may_take={may_close} />
        {may_tell && <EarlierCard />}
        <WithholdingCard may_turn={may_close} may_pay={may_pay} />
        <DecisionsCard may_answer={may_close} />
      </WhenWhole>
    </>
  );
}
