import { RUN_JOB } from '@kelisim/shared/features/jobs/watched-jobs.ts';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';

export interface SetAsideRow {
  id: number;
  job: string;
  run_kind: string | null;
  subject_id: number;
  company_id: number | null;
  company_name: string | null;
  reason: string;
  failures: number;
  first_failed_at: Date;
  last_failed_at: Date;
}

/** A run that its user has begun again since is theirs once more. */
const waiting = sql`
  from failing_jobs f
  left join bulk_runs r on f.job = ${RUN_JOB} and r.id = f.subject_id
  left join companies c on c.id = f.company_id
  where f.set_aside_at is not null and f.closed_at is null and (f.job <> ${RUN_JOB} or r.state = 'failed')`;

const columns = sql`f.id, f.job, r.kind as run_kind, f.subject_id, f.company_id, c.name as company_name, f.reason,
  f.failures, f.first_failed_at, f.last_failed_at`;

export async function listSetAside(
  db: Handle,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: SetAsideRow[]; total: number }> {
  const { rows } = await sql<SetAsideRow & { total: number }>`
    select ${columns}, (select count(*) ${waiting}) as total ${waiting}
    order by f.set_aside_at, f.id limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Locks it: of two administrators the second finds it gone. */
export async function lockSetAside(tx: Tx, job_id: number): Promise<SetAsideRow | undefined> {
  const { rows } = await sql<SetAsideRow>`
    select ${columns} ${waiting} and f.id = ${job_id} for update of f`.execute(tx);
  return rows[0];
}

export async function deleteSetAside(tx: Tx, job_id: number): Promise<void> {
  await tx.deleteFrom('failing_jobs').where('id', '=', job_id).execute();
}

export async function closeSetAside(tx: Tx, job_id: number): Promise<void> {
  await tx
    .updateTable('failing_jobs')
    .set({ closed_at: sql`now()` })
    .where('id', '=', job_id)
    .execute();
}
