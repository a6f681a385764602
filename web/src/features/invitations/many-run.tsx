import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import { ListPager } from '../../ui/list-pager.tsx';
import { ROWS_ON_A_PAGE, useRun, useRunRows } from '../jobs/public.ts';

/** The invitations being sent, row by row; at the end the way to them. */
export function ManyRun({ run_id, onAgain }: { run_id: number; onAgain: () => void }) {
  const t = useTexts('invitations');
  const f = useFormats();
  const [page, setPage] = useState(1);
  const [only_failed, setOnlyFailed] = useState(false);
  const run = useRun(run_id);
  const running = run.data?.state === 'running';
  const rows = useRunRows(run_id, page, only_failed, { running });
  const ended = run.data !== undefined && !running;
  if (!run.data && run.error) return <ErrorState error={run.error} onRetry={() => void run.refetch()} />;
  const { total = 0, done = 0, failed = 0 } = run.data ?? {};
  const sent = done - failed;
  return (
    <div className="k-stack k-broad">
      {ended && (
        <Card>
          <p className="k-title k-below-16" role="status">
            {t('many.done', { count: sent, shown: f.number(sent) })}
          </p>
          <div className="k-row">
            <Button component={AppLink} href="/lk/business/executors?view=invited">
              {t('many.to_list')}
            </Button>
            <Button variant="subtle" onClick={onAgain}>
              {t('many.more')}
            </Button>
          </div>
        </Card>
      )}
      <Card>
        <JobProgress
          title={t('many.running')}
          state={run.data?.state ?? 'running'}
          total={total}
          done={done}
          failed={failed}
          waits_for={run.data?.waits_for}
          isQueued={run.data?.is_queued}
          rows={(rows.data?.items ?? []).map((row) => ({
            key: row.position,
            label: row.label,
            status: row.status,
            message: row.status === 'failed' ? row.message : undefined,
          }))}
          onlyFailed={only_failed}
          onOnlyFailed={(only) => {
            setOnlyFailed(only);
            setPage(1);
          }}
        >
          <ListPager list={rows} page={page} limit={ROWS_ON_A_PAGE} onPage={setPage} />
        </JobProgress>
      </Card>
    </div>
  );
}
