import { earlierAskedOf } from '@kelisim/shared/features/taxes/earlier.ts';
import type { StandingView } from '@kelisim/shared/features/taxes/standings.contract.ts';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Money } from '../../ui/money.tsx';
import { Timeline } from '../../ui/timeline.tsx';

const EarlierDialog = lazyPart(() => import('./earlier-dialog.tsx'));

interface EarlierPartProps {
  data: StandingView;
  is_own: boolean;
  may_change: boolean;
}

/** What was told of incomes before Kelisim or outside it, and the way to tell more. */
export function EarlierPart({ data, is_own, may_change }: EarlierPartProps) {
  const t = useTexts('earlier');
  const f = useFormats();
  const [is_open, setOpen] = useState(false);
  const { earlier, now } = data;
  const asked = earlierAskedOf(now.standing, is_own);
  // The turnover of who pays VAT, or has no threshold, says nothing.
  const has_threshold = data.limits.some(({ kind }) => kind === 'vat_threshold');
  const matters = asked !== null && (asked !== 'turnover' || has_threshold);
  if (!matters && earlier.length === 0) return null;
  const periodOf = (period: string) => {
    const [year, month] = period.split('-').map(Number) as [number, number?];
    return month === undefined ? period : f.month(year, month);
  };
  const held = earlier.filter((row) => !row.is_past);
  const past = earlier.filter((row) => row.is_past);
  const whose = (row: StandingView['earlier'][number]) =>
    row.side === 'executor' && !is_own ? t('by_executor') : (row.by ?? undefined);
  return (
    <section className="k-stack k-gap-8">
      <div className="k-split k-middle">
        <h3 className="k-title k-flat">{t(is_own ? 'own_title' : 'title')}</h3>
        {may_change && matters && (
          <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
            {t('tell')}
          </Button>
        )}
      </div>
      {held.length === 0 && <p className="k-second k-flat">{t('none')}</p>}
      <ul className="k-list k-gap-8">
        {held.map((row) => (
          <li key={row.id}>
            {t(`kinds.${row.kind}`)}, {periodOf(row.period)}: <Money amount={row.amount} />
            <span className="k-block k-second k-small k-anywhere">
              {t('from', { source: row.source, date: f.date(row.source_on) })}
              {whose(row) && `, ${whose(row)}`}
            </span>
          </li>
        ))}
      </ul>
      {past.length > 0 && (
        <details>
          <summary>{t('history')}</summary>
          <Timeline
            entries={past.map((row) => ({
              key: row.id,
              at: row.created_at,
              title: `${t(`kinds.${row.kind}`)}, ${periodOf(row.period)}: ${f.money(row.amount)}`,
              who: whose(row),
              note: t('from', { source: row.source, date: f.date(row.source_on) }),
            }))}
          />
        </details>
      )}
      <Suspense>
        {is_open && <EarlierDialog data={data} is_own={is_own} onClose={() => setOpen(false)} />}
      </Suspense>
    </section>
  );
}
