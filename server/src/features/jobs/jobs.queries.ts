import type { Run } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import { sql } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import { rowsOfPage, totalOf, type Page } from '../../platform/db/page-of.ts';
import type { Handle } from '../../platform/db/database.ts';

/** Runs of this person in this company, nobody else's; of a key those that it started itself. */
function ownRuns(db: Handle, { user_id, company_id, key }: CompanyActor) {
  return db
    .selectFrom('bulk_runs')
    .where((eb) => eb.and({ user_id, company_id, ...(key && { api_key_id: key.id }) }));
}

const columns = [
  'id',
  'kind',
  'state',
  'total',
  'waits_for',
  'created_at',
  'finished_at',
  sql<string | null>`(select k.name from api_keys k where k.id = bulk_runs.api_key_id)`.as('api_key'),
  sql<boolean>`state = 'running' and not_before is null and coalesce(leased_until < now(), true)`.as(
    'is_queued',
  ),
] as const;

/** Counted from the rows, so that the figure is true also between two writes of the worker. */
const counts = [
  sql<number>`(select count(*) from bulk_items i where i.run_id = bulk_runs.id and i.status not in ('waiting', 'stopped'))`.as(
    'done',
  ),
  sql<number>`(select count(*) from bulk_items i where i.run_id = bulk_runs.id and i.status = 'failed')`.as(
    'failed',
  ),
  pendingCount(),
];

function pendingCount() {
  return sql<number>`(select count(*) from bulk_items i where i.run_id = bulk_runs.id and i.status = 'pending_proof')`.as(
    'pending_proof',
  );
}

export function findRun(db: Handle, actor: CompanyActor, run_id: number) {
  return ownRuns(db, actor).select(columns).select(counts).where('id', '=', run_id).executeTakeFirst();
}

export async function getRunState(db: Handle, run_id: number): Promise<Run['state']> {
  const { state } = await db
    .selectFrom('bulk_runs')
    .select('state')
    .where('id', '=', run_id)
    .executeTakeFirstOrThrow();
  return state as Run['state'];
}

export async function listRuns(db: Handle, actor: CompanyActor, page: Page) {
  const rows = await rowsOfPage(
    ownRuns(db, actor)
      .select([...columns, 'done', 'failed'])
      .select(pendingCount())
      .orderBy('id', 'desc'),
    page,
  );
  return { rows, total: await totalOf(ownRuns(db, actor)) };
}

/** What the run was told for all of its rows. */
export async function getRunParams(db: Handle, run_id: number): Promise<unknown> {
  const { params } = await db
    .selectFrom('bulk_runs')
    .select('params')
    .where('id', '=', run_id)
    .executeTakeFirstOrThrow();
  return params;
}

export function listRunRows(db: Handle, run_id: number, page: Page, only_failed = false) {
  let query = db
    .selectFrom('bulk_items')
    .select(['position', 'subject_id', 'label', 'status', 'code', 'detail'])
    .where('run_id', '=', run_id)
    .orderBy('position');
  if (only_failed) query = query.where('status', '=', 'failed');
  return rowsOfPage(query, page);
}

/** What a run has done, as items of another over the same things. */
export function listDoneRows(db: Handle, run_id: number) {
  return db
    .selectFrom('bulk_items')
    .select(['subject_id', 'label'])
    .where((eb) => eb.and({ run_id, status: 'ok' }))
    .orderBy('position')
    .execute();
}

export async function countRunRows(db: Handle, run_id: number, only_failed: boolean): Promise<number> {
  let query = db
    .selectFrom('bulk_items')
    .select(sql<number>`count(*)`.as('n'))
    .where('run_id', '=', run_id);
  if (only_failed) query = query.where('status', '=', 'failed');
  return (await query.executeTakeFirstOrThrow()).n;
}
