import type { Run, RunRow } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import type { JobRow } from '../../ui/job-progress.tsx';
import { ListPager } from '../../ui/list-pager.tsx';
import {
  goesOnInItself,
  goOnWith,
  ROWS_ON_A_PAGE,
  stopRun,
  useRun,
  useRunName,
  useRunRows,
} from '../jobs/public.ts';
import type { Actor } from './actor.ts';
import css from './acts.module.css';

export interface RunProgressProps {
  run_id: number;
  side: Actor['side'];
  /** In place of the name of the work, where that stands above already. */
  title?: string;
  /** For runs that do not continue by themselves: the same deed again. */
  onRetryFailed?: (() => void) | undefined;
  /** The rest of a work that was stopped. */
  onGoOn?: (() => void) | undefined;
  /** What can be done next, once it is over. */
  next?: (run: Run) => ReactNode;
}

/** A run followed by its id: progress, what became of each row, only the errors, another try. */
export function RunProgress({ run_id, side, title, next, ...of }: RunProgressProps) {
  const t = useTexts('acts');
  const [page, setPage] = useState(1);
  const [only_failed, setOnlyFailed] = useState(false);
  const { data: run, error, refetch } = useRun(run_id);
  const runName = useRunName();
  const goOn = useMutation({ mutationFn: (rows: 'failed' | 'stopped') => goOnWith(run_id, rows) });
  const again = (rows: 'failed' | 'stopped', given: (() => void) | undefined) =>
    run && goesOnInItself(run) && !goOn.isPending ? () => goOn.mutate(rows) : given;
  const rows = useRunRows(run_id, page, only_failed, { running: run?.state === 'running' });
  if (!run && error)
    return <ErrorState error={error} hint={t('bulk.not_found')} onRetry={() => void refetch()} />;
  const toRow = (row: RunRow): JobRow => ({
    key: row.position,
    label: nameOf(row),
    status: row.status,
    message: row.status === 'failed' ? row.message : undefined,
    href:
      row.subject_id === null || (run?.kind === 'acts.delete' && row.status === 'ok')
        ? undefined
        : `/lk/${side}/acts/${row.subject_id}`,
  });
  const nameOf = ({ label, position }: RunRow) =>
    /^\d+\/\d+$/.test(label) ? t('number', { number: label }) : label || t('bulk.row', { position });
  return (
    <div className={css.run}>
      <JobProgress
        title={title ?? runName(run?.kind)}
        state={run?.state ?? 'running'}
        total={run?.total ?? 0}
        done={run?.done ?? 0}
        failed={run?.failed ?? 0}
        pending={run?.pending_proof ?? 0}
        waits_for={run?.waits_for}
        isQueued={run?.is_queued}
        rows={rows.data?.items.map(toRow) ?? []}
        onlyFailed={only_failed}
        onOnlyFailed={(only) => {
          setOnlyFailed(only);
          setPage(1);
        }}
        onRetryFailed={again('failed', of.onRetryFailed)}
        onStop={() => stopRun(run_id)}
        onGoOn={again('stopped', of.onGoOn)}
      >
        <ListPager list={rows} page={page} limit={ROWS_ON_A_PAGE} onPage={setPage} />
        {run && run.state !== 'running' && next?.(run)}
      </JobProgress>
    </div>
  );
}
