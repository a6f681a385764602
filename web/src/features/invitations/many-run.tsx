import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { makeStale, useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import { Pager } from '../../ui/pager.tsx';
import css from './many.module.css';

const POLL_MS = 700;
const ROWS = 50;

/** The invitations being sent, row by row; at the end the way to them. */
export function ManyRun({ run_id, onAgain }: { run_id: number; onAgain: () => void }) {
  const t = useTexts('invitations');
  const f = useFormats();
  const [page, setPage] = useState(1);
  const [only_failed, setOnlyFailed] = useState(false);
  const run = useCall(
    'jobs.get',
    { params: { run_id } },
    { refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false) },
  );
  const running = run.data?.state === 'running';
  const rows = useCall(
    'jobs.rows',
    { params: { run_id }, query: { page, limit: ROWS, only_failed } },
    { placeholderData: keepPreviousData, refetchInterval: running ? POLL_MS * 2 : false },
  );
  const ended = run.data !== undefined && !running;
  useEffect(() => {
    if (ended) void makeStale(['invitations.', 'executors.', 'jobs.rows']);
  }, [ended]);
  if (!run.data && run.error) return <ErrorState error={run.error} onRetry={() => void run.refetch()} />;
  const { total = 0, done = 0, failed = 0 } = run.data ?? {};
  const sent = total - failed;
  return (
    <div className={css.steps}>
      {ended && (
        <Card>
          <p className={css.sent} role="status">
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
          {rows.data && (rows.data.pages > 1 || page > rows.data.pages) && (
            <Pager
              page={page}
              pages={rows.data.pages}
              limit={ROWS}
              total={rows.data.total}
              busy={rows.isPlaceholderData}
              onPage={setPage}
            />
          )}
        </JobProgress>
      </Card>
    </div>
  );
}
