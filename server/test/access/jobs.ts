import { randomUUID } from 'node:crypto';
import { idOf } from '../../src/platform/db/id-of.ts';
import { makeDraftAct } from '../papers.ts';
import { type Asking, MISSING, type Cases } from './access.ts';

async function runOfDirector({ app, world }: Asking): Promise<number> {
  const { run_id } = await app.ok(
    'acts.annul_many',
    world.director,
    { body: { act_ids: [999_999_999], reason: world.mark } },
    { key: randomUUID() },
  );
  return run_id;
}

async function deletionByDirector({ app, world }: Asking): Promise<number> {
  const { id } = await makeDraftAct(app, world);
  const body = { act_ids: [id] };
  const { run_id } = await app.ok('acts.delete_many', world.director, { body }, { key: randomUUID() });
  return run_id;
}

/** A run one row of which failed by an error of ours. */
async function brokenRun({ app, world }: Asking): Promise<number> {
  const { db } = app.parts;
  const id = await idOf(
    db
      .insertInto('bulk_runs')
      .values({
        company_id: world.company.id,
        user_id: world.director.user_id,
        session_id: world.director.session_id,
        kind: 'acts.delete',
        idempotency_key: randomUUID(),
        request_hash: Buffer.alloc(32),
        params: '{}',
        state: 'done',
        total: 1,
      })
      .returning('id'),
  );
  await db
    .insertInto('bulk_items')
    .values({ run_id: id, position: 1, subject_id: MISSING, status: 'failed', code: 'internal' })
    .execute();
  return id;
}

/** A run that was tried often enough. */
async function setAsideRun(asking: Asking): Promise<number> {
  const { db } = asking.app.parts;
  const subject_id = await brokenRun(asking);
  await db.updateTable('bulk_runs').set({ state: 'failed' }).where('id', '=', subject_id).execute();
  const company_id = asking.world.company.id;
  const failed = { failures: 10, reason: 'Error: x', set_aside_at: new Date() };
  return idOf(
    db
      .insertInto('failing_jobs')
      .values({ job: 'bulk.run', subject_id, company_id, ...failed })
      .returning('id'),
  );
}

export const jobsCases = {
  'jobs.try_set_aside': { names: 'path', thing: setAsideRun, given: (job_id) => ({ params: { job_id } }) },
  'jobs.close_set_aside': {
    names: 'path',
    thing: setAsideRun,
    given: (job_id) => ({ params: { job_id }, body: { reason: 'Причина' } }),
  },
  'jobs.run_again': { names: 'path', thing: brokenRun, given: (run_id) => ({ params: { run_id } }) },
  'jobs.get': {
    // A key reads the runs that it started itself.
    answers: { employee: 'missing', executor: 'missing', key: 'missing' },
    names: 'path',
    thing: runOfDirector,
    given: (run_id) => ({ params: { run_id } }),
  },
  'jobs.stop': {
    answers: { employee: 'missing', executor: 'missing' },
    names: 'path',
    thing: runOfDirector,
    given: (run_id) => ({ params: { run_id } }),
  },
  'jobs.go_on': {
    answers: { director: 409, employee: 'missing', executor: 'missing' },
    names: 'path',
    thing: runOfDirector,
    given: (run_id) => ({ params: { run_id }, body: { rows: 'failed' } }),
  },
  'jobs.undo': {
    answers: { director: 'row ok', employee: 'missing', executor: 'missing' },
    names: 'path',
    thing: deletionByDirector,
    given: (run_id) => ({ params: { run_id } }),
  },
  'jobs.rows': {
    // A key reads the runs that it started itself.
    answers: { employee: 'missing', executor: 'missing', key: 'missing' },
    names: 'path',
    thing: runOfDirector,
    given: (run_id) => ({ params: { run_id } }),
  },
} satisfies Cases;
