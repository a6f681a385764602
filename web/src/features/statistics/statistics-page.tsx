import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { STEPS_OF } from '@kelisim/shared/features/statistics/statistics-steps.ts';
import { useMutation } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query.ts';
import { useUrlState } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useDelayed } from '../../ui/use-delayed.ts';
import { PartiesCard } from './parties-card.tsx';
import { monthBefore, readPeriod, SPANS, useSide, useStatistics, useThisMonth } from './statistics.data.ts';
import type { Statistics } from './statistics.data.ts';
import css from './statistics.module.css';
import { SumsCard } from './sums-card.tsx';
import { TimeCard } from './time-card.tsx';
import { useMonthWords } from './use-month-words.ts';

/** How much was made, signed and paid, how fast and with whom; for either side. */
export default function StatisticsPage() {
  const t = useTexts('statistics');
  const side = useSide();
  const [{ span, until }, change] = useUrlState(readPeriod);
  const now = useThisMonth();
  const to = until ?? now;
  const period = { from: monthBefore(to, span - 1), to };
  const { data, error, refetch, isPlaceholderData } = useStatistics(period);
  const download = useMutation(
    {
      mutationFn: async () => {
        const file = await api.call('statistics.sheet', { query: period });
        saveFile(file, file.name);
      },
    },
    queryClient,
  );
  const isEmpty = data && data.total.made.count === 0 && data.hours_to_sign === null;
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            {side && (
              <Button
                variant="default"
                component={AppLink}
                href={`/lk/${side}/reconciliation`}
                leftSection={<IconScale size={16} aria-hidden />}
              >
                {t('reconciliation')}
              </Button>
            )}
            <DownloadButton disabled={!data || isEmpty} download={download}>
              {t('download')}
            </DownloadButton>
          </>
        }
      />
      <Period span={span} to={to} now={now} change={change} />
      {error && !data && (
        <ErrorCard error={error} title={t('failed')} hint={t('failed_hint')} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Bones />}
      {data && side && isEmpty && (
        <Card>
          <EmptyState
            title={t(`${side}_empty`)}
            hint={t(`${side}_empty_hint`)}
            action={{ label: t('to_acts'), href: `/lk/${side}/acts` }}
          />
        </Card>
      )}
      {data && side && !isEmpty && (
        <div className="k-stack k-gap-20" aria-busy={isPlaceholderData}>
          <Tiles statistics={data} side={side} />
          <SumsCard statistics={data} />
          <div className="k-halves">
            <TimeCard statistics={data} />
            <PartiesCard statistics={data} side={side} />
          </div>
        </div>
      )}
    </>
  );
}

interface PeriodProps {
  span: number;
  to: string;
  now: string;
  change: (part: Record<string, string | undefined>, how?: { replace?: boolean }) => void;
}

function Period({ span, to, now, change }: PeriodProps) {
  const t = useTexts('statistics');
  const words = useMonthWords();
  const ends = Array.from({ length: 36 }, (_, back) => monthBefore(now, back));
  return (
    <div className="k-row k-gap-12 k-below-20">
      <NativeSelect
        label={t('period')}
        value={String(span)}
        data={SPANS.map((months) => ({ value: String(months), label: t('months', { count: months }) }))}
        onChange={(event) => change({ months: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('until')}
        value={to}
        data={[...(ends.includes(to) ? [] : [to]), ...ends].map((month) => ({
          value: month,
          label: words.long(month),
        }))}
        onChange={(event) =>
          change({ until: event.currentTarget.value === now ? undefined : event.currentTarget.value })
        }
      />
    </div>
  );
}

function Tiles({ statistics, side }: { statistics: Statistics; side: 'business' | 'executor' }) {
  const t = useTexts('statistics');
  const f = useFormats();
  return (
    <dl className={css.tiles} style={{ '--tiles': STEPS_OF[side].length } as CSSProperties}>
      {STEPS_OF[side].map((step) => {
        const { count, amount } = statistics.total[step];
        const name = side === 'executor' && step === 'made' ? t('received') : t(`step.${step}`);
        return (
          <div key={step} className={`k-column k-gap-0 k-between k-surface ${css.tile}`}>
            <dt className={css.second}>{name}</dt>
            <dd className="k-stack k-gap-0 k-flat k-above-4">
              <span className={css.count}>{f.number(count)}</span>
              <Money amount={amount} short />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Bones() {
  const late = useDelayed(true);
  return (
    <div className="k-stack k-gap-20" aria-busy style={{ visibility: late ? undefined : 'hidden' }}>
      <Skeleton h={96} radius="lg" />
      <Skeleton h={340} radius="lg" />
      <div className="k-halves">
        <Skeleton h={320} radius="lg" />
        <Skeleton h={320} radius="lg" />
      </div>
    </div>
  );
}
