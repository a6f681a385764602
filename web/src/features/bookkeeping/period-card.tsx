import { Button } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { endOfLastMonth, usePeriod, usePeriodCheck, useToday } from './bookkeeping.data.ts';
import css from './bookkeeping.module.css';
import { ClosingBlockers } from './closing-blockers.tsx';
import { ClosePeriodDialog, OpenPeriodDialog } from './period-dialogs.tsx';

/** Without the right to close the books, only what is closed is shown. */
export function PeriodCard({ may_close }: { may_close: boolean }) {
  const t = useTexts('bookkeeping');
  const f = useFormats();
  const { data, error, refetch } = usePeriod();
  const [open, setOpen] = useState<'close' | 'open' | null>(null);
  return (
    <Card
      title={t('period.title')}
      aside={
        data &&
        may_close && (
          <div className="k-row k-end">
            {data.closed_until && (
              <Button
                variant="default"
                leftSection={<IconLockOpen size={16} aria-hidden />}
                onClick={() => setOpen('open')}
              >
                {t('period.open')}
              </Button>
            )}
            <Button leftSection={<IconLock size={16} aria-hidden />} onClick={() => setOpen('close')}>
              {t('period.change')}
            </Button>
          </div>
        )
      }
    >
      {error && !data && <ErrorState error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={80} />}
      {data && (
        <>
          <p className={css.second}>{t('period.about')}</p>
          <p className="k-bold k-flat">
            {data.closed_until ? t('period.until', { date: f.date(data.closed_until) }) : t('period.none')}
          </p>
          {may_close && <Unfinished closed_until={data.closed_until} />}
          {data.changes.length > 0 && (
            <details className={css.part}>
              <summary>{t('period.history')}</summary>
              <ul className="k-list k-grid k-gap-8 k-above-12">
                {data.changes.map((change) => (
                  <li key={change.created_at}>
                    {change.closed_until
                      ? t('period.closed', { date: f.date(change.closed_until) })
                      : t('period.opened')}
                    <div className={css.second}>
                      {[change.by, f.moment(change.created_at), change.note].filter(Boolean).join(' · ')}
                    </div>
                  </li>
                ))}
              </ul>
            </details>
          )}
          {open === 'close' && (
            <ClosePeriodDialog closed_until={data.closed_until} onClose={() => setOpen(null)} />
          )}
          {open === 'open' && data.closed_until && (
            <OpenPeriodDialog closed_until={data.closed_until} onClose={() => setOpen(null)} />
          )}
        </>
      )}
    </Card>
  );
}

/** The last whole month while it is open: what is left to do before it is closed. */
function Unfinished({ closed_until }: { closed_until: string | null }) {
  const t = useTexts('bookkeeping');
  const f = useFormats();
  const until = endOfLastMonth(useToday());
  const is_open = closed_until === null || closed_until < until;
  const { data, error, refetch } = usePeriodCheck(is_open ? until : '');
  if (!is_open) return null;
  if (!data)
    return error ? (
      <ErrorState error={error} title={t('period.not_checked')} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={60} />
    );
  const [year, month] = until.split('-').map(Number);
  return (
    <section className={css.part}>
      <h3>{t('period.month', { month: f.month(year ?? 0, month ?? 0) })}</h3>
      <ClosingBlockers check={data} closed_until={closed_until} until={until} />
    </section>
  );
}
