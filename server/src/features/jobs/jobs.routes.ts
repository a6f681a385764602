import { GOES_ON_IN_ITSELF, type RunKind } from '@kelisim/shared/features/jobs/run-kinds.ts';
import { UNDONE_BY } from '@kelisim/shared/features/jobs/undone-by.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import type { Parts } from '../../parts.ts';
import { countRunRows, findRun, listDoneRows, listRunRows, listRuns } from './jobs.queries.ts';
import { rowMessage, toRun } from './jobs.view.ts';
import { runBulk } from './run-bulk.ts';

type Names = 'jobs.list' | 'jobs.get' | 'jobs.stop' | 'jobs.go_on' | 'jobs.undo' | 'jobs.rows';

export function jobsRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db, bulk } = parts;
  return {
    'jobs.list': async ({ input, actor }) => {
      const found = await listRuns(db, actor, input.query);
      return pageAnswer(found, input.query.limit, toRun);
    },
    'jobs.get': async ({ input, actor }) => {
      const run = orNotFound(await findRun(db, actor, input.params.run_id));
      return toRun(run);
    },
    'jobs.stop': async ({ input, actor }) => {
      const { run_id } = input.params;
      if (!(await findRun(db, actor, run_id))) throw new Problem('not_found');
      await bulk.halt(run_id);
      return toRun((await findRun(db, actor, run_id))!);
    },
    'jobs.go_on': async ({ input, actor }) => {
      const { run_id } = input.params;
      const run = orNotFound(await findRun(db, actor, run_id));
      if (!GOES_ON_IN_ITSELF.includes(run.kind as RunKind)) throw new Problem('job.goes_on_elsewhere');
      await bulk.goOn(run_id, [input.body.rows], { session_id: actor.session_id, ip: actor.ip ?? null });
      return toRun((await findRun(db, actor, run_id))!);
    },
    'jobs.undo': async (context) => {
      const { run_id } = context.input.params;
      const run = orNotFound(await findRun(db, context.actor, run_id));
      const kind = UNDONE_BY[run.kind as RunKind];
      if (!kind) throw new Problem('job.not_undone');
      if (run.state === 'running') throw new Problem('job.runs_yet');
      const items = await listDoneRows(db, run_id);
      if (items.length === 0) throw new Problem('job.nothing_to_do');
      return runBulk(parts, context, kind, items, { undoes: run_id });
    },
    'jobs.rows': async ({ input, actor, locale }) => {
      const { run_id } = input.params;
      const { page, limit, only_failed } = input.query;
      if (!(await findRun(db, actor, run_id))) throw new Problem('not_found');
      const rows = await listRunRows(db, run_id, { page, limit }, only_failed);
      const total = await countRunRows(db, run_id, only_failed);
      return pageAnswer({ rows, total }, limit, (row) => ({
        position: row.position,
        subject_id: row.subject_id,
        label: row.label,
        status: row.status,
        code: row.code,
        message: rowMessage(row, locale),
      }));
    },
  };
}
