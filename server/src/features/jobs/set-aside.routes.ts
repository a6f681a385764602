import type { SetAsideJob } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import { RUN_JOB } from '@kelisim/shared/features/jobs/watched-jobs.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import { noteDeskDeed } from '../security-log/public.ts';
import { deleteSetAside, listSetAside, lockSetAside, type SetAsideRow } from './set-aside.queries.ts';

type Names = 'jobs.set_aside' | 'jobs.try_set_aside' | 'jobs.close_set_aside';

export function setAsideRoutes({ db, bulk }: Parts): Pick<Handlers, Names> {
  return {
    'jobs.set_aside': async ({ input }) => {
      const found = await listSetAside(db, input.query);
      return pageAnswer(found, input.query.limit, toSetAsideJob);
    },
    'jobs.try_set_aside': async ({ input, actor }) => {
      const { job_id } = input.params;
      await db.transaction().execute(async (tx) => {
        const job = orNotFound(await lockSetAside(tx, job_id));
        if (job.job === RUN_JOB) await bulk.again(tx, job.subject_id);
        else await deleteSetAside(tx, job_id);
        await noteDeskDeed(tx, actor, {
          kind: 'job_tried_again',
          company_id: job.company_id,
          detail: detailOf(job),
        });
      });
      return {};
    },
    'jobs.close_set_aside': async ({ input, actor }) => {
      const { job_id } = input.params;
      const { reason } = input.body;
      await db.transaction().execute(async (tx) => {
        const job = await lockSetAside(tx, job_id);
        // The next round of a watcher would find its job again: only its cause can be mended.
        if (job?.job !== RUN_JOB) throw new Problem('not_found');
        await bulk.halt(job.subject_id, tx);
        await noteDeskDeed(tx, actor, {
          kind: 'job_closed',
          company_id: job.company_id,
          detail: { ...detailOf(job), reason },
        });
      });
      return {};
    },
  };
}

const detailOf = ({ job, run_kind, subject_id }: SetAsideRow): Record<string, string | number> =>
  run_kind === null ? { job, subject_id } : { run_id: subject_id, run_kind };

function toSetAsideJob(row: SetAsideRow): SetAsideJob {
  return {
    id: row.id,
    job: row.job as SetAsideJob['job'],
    run_kind: row.run_kind as SetAsideJob['run_kind'],
    subject_id: row.subject_id,
    company_name: row.company_name,
    reason: row.reason,
    failures: row.failures,
    first_failed_at: row.first_failed_at.toISOString(),
    last_failed_at: row.last_failed_at.toISOString(),
  };
}
