import { RUN_JOB } from '@kelisim/shared/features/jobs/watched-jobs.ts';
import { sql } from 'kysely';
import type { Page } from '../../platform/db/page-of.ts';
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

const waiting = sql`
  from failing_jobs f
  left join bulk_runs r on f.job = ${RUN_JOB} and r.id = f.subject_id
  left join companies c on c.id = f.company_id
  where f.set_aside_at is not null`;

const columns = sql`f.id, f.job, r.kind as run_kind, f.subject_id, f.company_id, c.name as company_name, f.reason,
  f.failures, f.first_failed_at, f.last_failed_at`;

export async function listSetAside(
  db: Handle,
  { page, limit }: Page,
): Promise<{ rows: SetAsideRow[]; total: number }> {
  const { rows } = await sql<SetAsideRow>`
    select ${columns} ${waiting} order by f.set_aside_at, f.id limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  );
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${waiting}`.execute(db);
  return { rows, total: Number(counted[0]?.total) };
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
