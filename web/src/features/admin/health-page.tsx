import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { SOON_MS } from './admin.data.ts';
import css from './admin.module.css';
import { BackupsCard } from './backups-card.tsx';
import { DayStrip } from './day-strip.tsx';
import { KatoCard } from './kato-card.tsx';
import { ProcessesCard } from './processes-card.tsx';
import { QueuesCard } from './queues-card.tsx';
import { WatchersCard } from './watchers-card.tsx';

const TONES = { ok: 'good', failed: 'bad', off: 'quiet' } as const;
/** `/admin/health`: how everything the product stands on fares, tried when the page is opened. */
export default function HealthPage() {
  const t = useTexts('admin');
  const f = useFormats();
  const { data, error, refetch, dataUpdatedAt } = useCall('administration.health', undefined, {
    refetchInterval: SOON_MS * 4,
  });
  return (
    <>
      <PageHeader title={t('health.title')} sub={t('health.lead')} />
      {error && !data && <ErrorCard error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={400} />}
      {data && (
        <div className={css.form}>
          <Card title={t('health.parts')}>
            <KeyValue
              rows={data.parts.map(({ part, state, says, took_ms }) => ({
                label: t(`health.part.${part}`),
                value: (
                  <>
                    <StatusDot tone={TONES[state]} label={t(`health.state.${state}`)} />
                    <span className="k-under">
                      {[says, took_ms === null ? null : t('health.took', { ms: f.number(took_ms) })]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                    {state !== 'off' && <DayStrip part={part} hours={data.hours} />}
                  </>
                ),
              }))}
            />
          </Card>
          <ProcessesCard processes={data.processes} hours={data.hours} />
          <QueuesCard queues={data.queues} hours={data.hours} now={dataUpdatedAt} />
          <BackupsCard backups={data.backups} now={dataUpdatedAt} />
          <Card title={t('health.certificates')}>
            <KeyValue
              rows={[
                ...data.certificates.map(({ name, valid_until, days_left }) => ({
                  label: name,
                  value: (
                    <StatusDot
                      tone={days_left < 30 ? 'bad' : days_left < 180 ? 'attention' : 'good'}
                      label={t('health.until', { date: f.date(valid_until) })}
                    />
                  ),
                })),
                { label: t('health.people'), value: f.number(data.people_whose_certificate_ends) },
              ]}
            />
          </Card>
          <KatoCard />
          <WatchersCard watchers={data.watchers} />
        </div>
      )}
    </>
  );
}
