import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { useMe } from '../../platform/use-who.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SettingsTabs } from '../settings/public.ts';
import { CardBones } from './card-bones.tsx';
import { AskCard } from './ask-card.tsx';
import { CalendarCard } from './calendar-card.tsx';
import { NextCard } from './next-card.tsx';
import { NowCard } from './now-card.tsx';
import css from './tariff.module.css';

/** `/lk/business/settings/tariff`: what the company pays for, what comes next, its bills, and what a change would cost. */
export default function TariffPage() {
  const t = useTexts('tariff');
  const me = useMe();
  const company_id = me?.company?.id ?? 0;
  const { data, error, refetch } = useCall(
    'tariff.get',
    { params: { company_id } },
    { enabled: company_id > 0 },
  );
  return (
    <>
      <PageHeader title={t('title')} sub={t('lead')} />
      {me?.rights.includes('manage_settings') && <SettingsTabs current="tariff" />}
      {error ? (
        <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={css.cards}>
          {data ? (
            <>
              <NowCard tariff={data} />
              {(data.tariff_plan || data.planned_changes.length > 0) && <NextCard tariff={data} />}
              {data.payment_calendar.length > 0 && <CalendarCard entries={data.payment_calendar} />}
              {data.tariff_plan && <AskCard tariff={data} />}
            </>
          ) : (
            <CardBones />
          )}
        </div>
      )}
    </>
  );
}
