import { useTexts } from '../../platform/i18n.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PackageCard } from '../month-package/public.ts';
import { SettingsTabs } from '../settings/public.ts';
import { DecisionsCard } from '../taxes/public.ts';
import { useMe } from './bookkeeping.data.ts';
import css from './bookkeeping.module.css';
import { OpeningsCard } from './openings-card.tsx';
import { PeriodCard } from './period-card.tsx';
import { WithholdingCard } from './withholding-card.tsx';

/** `/lk/business/settings/bookkeeping`: until when the books are closed, and what is withheld from individuals. */
export default function BookkeepingPage() {
  const t = useTexts('bookkeeping');
  const may_close = useMe()?.rights.includes('manage_settings') ?? false;
  return (
    <>
      <PageHeader title={t('title')} sub={t('lead')} />
      <SettingsTabs current="bookkeeping" />
      <div className={css.cards}>
        <PeriodCard may_close={may_close} />
        {may_close && <PackageCard />}
        <OpeningsCard />
        <WithholdingCard />
        <DecisionsCard may_answer={may_close} />
      </div>
    </>
  );
}
