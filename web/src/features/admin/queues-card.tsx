import type { Health } from '@kelisim/shared/features/administration/administration.contract.ts';
import { HEALTH_QUEUES, type HealthQueue } from '@kelisim/shared/features/administration/health-queues.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';

/** Where one sees what waits, and can do something about it. */
const PAGES: Partial<Record<HealthQueue, string>> = {
  runs: '/admin/jobs',
  set_aside: '/admin/jobs',
  messages: '/admin/outbox',
};

/** How much waits for work, since when, and how much it was at most within a day. */
export function QueuesCard({ queues, hours, now }: Pick<Health, 'queues' | 'hours'> & { now: number }) {
  const t = useTexts('admin');
  const f = useFormats();
  const mostOf = (of: HealthQueue) =>
    Math.max(0, ...hours.flatMap(({ queues }) => queues ?? []).map((one) => (one.of === of ? one.most : 0)));
  return (
    <Card title={t('health.queues')}>
      <KeyValue
        rows={HEALTH_QUEUES.map((of) => {
          const { count = 0, oldest_s = 0 } = queues.find((one) => one.of === of) ?? {};
          const says =
            count === 0
              ? t('health.queue_none')
              : t('health.queue_is', {
                  count: f.number(count),
                  since: f.moment(new Date(now - oldest_s * 1000).toISOString()),
                });
          const page = PAGES[of];
          return {
            label: t(`health.queue.${of}`),
            value: (
              <TwoLines under={t('health.most', { count: f.number(mostOf(of)) })}>
                {page && count > 0 ? (
                  <AppLink href={page} className="k-inline k-middle k-high-24">
                    {says}
                  </AppLink>
                ) : (
                  says
                )}
              </TwoLines>
            ),
          };
        })}
      />
    </Card>
  );
}
