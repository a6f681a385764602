import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { useNoticeNewRuns, useRuns } from './jobs.data.ts';
import css from './jobs.module.css';

/** How far the works that run now have come; leads to all of them. */
export default function RunningWork() {
  const t = useTexts('jobs');
  const f = useFormats();
  useNoticeNewRuns();
  const { data } = useRuns(1, 5);
  const running = data?.items.filter((run) => run.state === 'running') ?? [];
  if (running.length === 0) return null;
  const total = running.reduce((sum, run) => sum + run.total, 0);
  const done = running.reduce((sum, run) => sum + run.done, 0);
  const share = total === 0 ? 0 : done / total;
  const label = t('running', { count: running.length, percent: f.percent(share, 0) });
  return (
    <AppLink href="/lk/jobs" className={`k-hover ${css.indicator}`} aria-label={label} title={label}>
      <svg viewBox="0 0 28 28" width={24} height={24} className={css.ring} aria-hidden>
        <circle cx="14" cy="14" r="11" />
        <circle cx="14" cy="14" r="11" pathLength={100} strokeDasharray={`${share * 100} 100`} />
      </svg>
    </AppLink>
  );
}
