import { useTexts } from '../../platform/i18n.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { useWaitingCount } from './reconciliations.data.ts';
import type { Side } from './reconciliation-look.ts';

/** The ways to look at it: what the books say now, the acts that were sent, and those that wait for this side. */
export function ReconciliationTabs({
  side,
  current,
}: {
  side: Side;
  current: 'live' | 'acts' | 'waiting' | null;
}) {
  const t = useTexts('reconciliations');
  const waiting = useWaitingCount();
  const acts = `/lk/${side}/reconciliation/acts`;
  return (
    <ViewTabs
      label={t('views')}
      current={current}
      tabs={[
        { key: 'live', label: t('tab_live'), href: `/lk/${side}/reconciliation` },
        { key: 'acts', label: t('tab_acts'), href: acts },
        {
          key: 'waiting',
          label: t('tab_waiting'),
          href: `${acts}?waiting=true`,
          ...(waiting ? { count: waiting } : {}),
        },
      ]}
    />
  );
}
