import type { Run, RunRow } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { homeOf } from '../../platform/session.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useMe } from '../../platform/use-who.ts';
import { useGo } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import type { JobRow } from '../../ui/job-progress.tsx';
import { ListPager } from '../../ui/list-pager.tsx';
import { asksFirst, canRepeat, repeatRows } from './jobs.data.ts';
import { useRunName } from './run-name.ts';
import { ROWS_ON_A_PAGE, stopRun, useRunRows } from './runs.data.ts';
import { UndoRun } from './undo-run.tsx';

export interface RunCardProps {
  run: Run;
  /** Its rows are shown. */
  opened: boolean;
  onOpen: (opened: boolean) => void;
  /** Another run was started that takes it back. */
  onUndone?: (run_id: number) => void;
}

/** One work: how far it has come, when, and on demand the result of each row, those that failed first. */
export function RunCard({ run, opened, onOpen, onUndone }: RunCardProps) {
  const t = useTexts('jobs');
  const runName = useRunName();
  const f = useFormats();
  const [choice, setOnlyFailed] = useState<boolean | null>(null);
  const [page, setPage] = useState(1);
  const onlyFailed = choice ?? run.failed > 0;
  const rows = useRunRows(run.id, page, onlyFailed, {
    running: run.state === 'running',
    enabled: opened,
  });
  const toRow = useToRow(run);
  const repeat = useMutation({ mutationFn: (rows: 'failed' | 'stopped') => repeatRows(run, rows) });
  const go = useGo();
  const home = useHomeAddress();
  const again = (rows: 'failed' | 'stopped') => {
    if (canRepeat(run)) return repeat.isPending ? undefined : () => repeat.mutate(rows);
    return asksFirst(run) && home ? () => go(`${home}/acts?run=${run.id}`) : undefined;
  };
  const title = runName(run.kind);
  const when = run.finished_at
    ? t('finished', { started: f.moment(run.created_at), finished: f.moment(run.finished_at) })
    : t('started', { when: f.moment(run.created_at) });
  const toggle = t(opened ? 'hide_rows' : 'show_rows');
  const choose = (only: boolean) => {
    setOnlyFailed(only);
    setPage(1);
  };
  return (
    <Card>
      <JobProgress
        title={title}
        state={run.state}
        total={run.total}
        done={run.done}
        failed={run.failed}
        pending={run.pending_proof}
        waits_for={run.waits_for}
        isQueued={run.is_queued}
        rows={opened ? rows.data?.items.map(toRow) : undefined}
        onlyFailed={onlyFailed}
        onOnlyFailed={opened ? choose : undefined}
        onRetryFailed={again('failed')}
        onStop={() => stopRun(run.id)}
        onGoOn={again('stopped')}
      >
        {opened && <ListPager list={rows} page={page} limit={ROWS_ON_A_PAGE} onPage={setPage} />}
        {opened && rows.error && !rows.data && (
          <ErrorState title={t('rows_failed')} error={rows.error} onRetry={() => void rows.refetch()} />
        )}
        <div className="k-split k-gap-4-16 k-middle">
          <span className="k-second k-small">
            {run.api_key ? `${when}. ${t('by_key', { key: run.api_key })}` : when}
          </span>
          <UndoRun run={run} onUndone={onUndone} />
          <Button
            size="xs"
            variant="subtle"
            loading={opened && rows.isPending}
            aria-expanded={opened}
            aria-label={`${toggle}: ${title}, ${when}`}
            onClick={() => onOpen(!opened)}
          >
            {toggle}
          </Button>
        </div>
      </JobProgress>
    </Card>
  );
}

function useHomeAddress(): string | null | undefined {
  const me = useMe();
  return me && homeOf(me);
}

function useToRow(run: Run): (row: RunRow) => JobRow {
  const t = useTexts('jobs');
  const home = useHomeAddress();
  const list = run.kind.startsWith('documents.') ? 'contracts' : 'acts';
  return (row) => ({
    key: row.position,
    label: row.label || t('row', { position: row.position }),
    status: row.status,
    message: row.status === 'failed' ? row.message : undefined,
    href: home && row.subject_id !== null ? `${home}/${list}/${row.subject_id}` : undefined,
  });
}
