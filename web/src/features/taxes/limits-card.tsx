import { isNear } from '@kelisim/shared/features/taxes/limits.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { useLimitRows } from './use-limit-rows.tsx';

/** One's own counters, and what a limit that is near will change. Nothing for who has none. */
export default function LimitsCard() {
  const t = useTexts('standings');
  const { data, error, refetch } = useCall('taxes.standing', { query: {} });
  const limits = data?.limits ?? [];
  const rows = useLimitRows(limits, true);
  const near = [...new Set(limits.filter(isNear).map(({ kind }) => kind))];
  if (!data && error)
    return (
      <Card title={t('limits_title')}>
        <ErrorState error={error} title={t('limits_failed')} onRetry={() => void refetch()} />
      </Card>
    );
  if (rows.length === 0) return null;
  return (
    <Card title={t('limits_title')}>
      <KeyValue rows={rows} />
      {near.map((kind) => (
        <p key={kind} className="k-second k-small k-flat">
          {t(`limit_hints.${kind}`)}
        </p>
      ))}
    </Card>
  );
}
