import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../db/database.ts';
import { counts, lockRun } from './change-run.ts';
import type { BulkDone, BulkItem, BulkKind, PreparedItem } from './run-kind.ts';
import type { Lease } from './run-lease.ts';

/** Thrown when another worker took the run over, or a person stopped it: whatever this one was about to write is undone. */
export class Fenced extends Error {}

/** As `holdItem`, for those of the batch that nobody has done meanwhile. */
export async function holdItems(tx: Tx, lease: Lease, whole: PreparedItem[]): Promise<PreparedItem[]> {
  const positions = whole.map(({ item }) => item.position);
  const { rows } = await sql<{ position: number }>`
    select position from bulk_items where run_id = ${lease.run_id} and status = 'waiting'
      and position = any(${positions}::int[]) order by position for update`.execute(tx);
  await holdRun(tx, lease);
  const waiting = new Set(rows.map((row) => row.position));
  return whole.filter(({ item }) => waiting.has(item.position));
}

export async function recordDone(
  tx: Tx,
  { run_id, kind }: Lease,
  results: Map<number, BulkDone>,
): Promise<void> {
  const done = [...results].map(([position, { subject_id, label }]) => ({ position, subject_id, label }));
  await sql`
    update bulk_items i set status = 'ok', finished_at = now(), label = coalesce(nullif(v.label, ''), i.label),
      subject_id = coalesce(v.subject_id, i.subject_id),
      left_as = ${leftAs(run_id, sql`coalesce(v.subject_id, i.subject_id)`)}, payload = ${without(kind.used_up)}
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) v (position integer, subject_id bigint, label text)
    where i.run_id = ${run_id} and i.position = v.position`.execute(tx);
}

/**
 * Holds the item until the transaction ends; false when somebody has done it meanwhile. Throws when the run belongs to
 * another worker by now. The run itself is not held: a worker that sleeps must not keep others from taking it over.
 */
export async function holdItem(tx: Tx, lease: Lease, position: number): Promise<boolean> {
  const waiting = await sql`
    select 1 from bulk_items where run_id = ${lease.run_id} and position = ${position} and status = 'waiting'
    for update`.execute(tx);
  await holdRun(tx, lease);
  return waiting.rows.length > 0;
}

async function holdRun(tx: Tx, lease: Lease): Promise<void> {
  const owned = await sql`
    select 1 from bulk_runs where id = ${lease.run_id} and lease_token = ${lease.token} and state = 'running'
    for key share`.execute(tx);
  if (owned.rows.length === 0) throw new Fenced('the run was stopped or taken over');
}

export async function record(
  tx: Tx,
  item: BulkItem,
  result: BulkDone & { status: 'ok' | 'failed' | 'pending_proof'; code?: ProblemCode; detail?: unknown },
  { used_up }: Pick<BulkKind, 'used_up'> = {},
): Promise<void> {
  await tx
    .updateTable('bulk_items')
    .set({
      status: result.status,
      code: result.code ?? null,
      detail: result.detail ? JSON.stringify(result.detail) : null,
      finished_at: sql`now()`,
      left_as: leftAs(item.run_id, sql`${result.subject_id ?? item.subject_id}::bigint`),
      ...(result.status === 'ok' ? { payload: without(used_up) } : {}),
      ...(result.subject_id ? { subject_id: result.subject_id } : {}),
      ...(result.label ? { label: result.label } : {}),
      ...(result.waits_for_id ? { waits_for_id: result.waits_for_id } : {}),
    })
    .where((eb) => eb.and({ run_id: item.run_id, position: item.position }))
    .execute();
}

/** The payload of a row that is done. */
function without(used_up: readonly string[] = []): RawBuilder<string | null> {
  return sql`payload - ${used_up}::text[]`;
}

/** What the state of a row's thing is now, of a run that is recognised by its content. */
function leftAs(run_id: number | RawBuilder<unknown>, subject_id: RawBuilder<unknown>) {
  return sql<string | null>`(
    select state_of(split_part(r.kind, '.', 1), r.company_id, ${subject_id})
    from bulk_runs r where r.id = ${run_id} and r.is_key_derived)`;
}

/** Tells the rows that wait for something what became of it, and their runs how many failed. */
export async function settleWaitingRows(
  tx: Tx,
  waits_for_id: number,
  end:
    | ({ status: 'ok' } & Pick<BulkKind, 'used_up'>)
    | { status: 'failed'; code: ProblemCode; detail: unknown },
): Promise<void> {
  const settled = await tx
    .updateTable('bulk_items')
    .set({
      status: end.status,
      code: end.status === 'failed' ? end.code : null,
      detail: end.status === 'failed' ? JSON.stringify(end.detail) : null,
      finished_at: sql`now()`,
      left_as: leftAs(sql`bulk_items.run_id`, sql`bulk_items.subject_id`),
      ...(end.status === 'ok' ? { payload: without(end.used_up) } : {}),
    })
    .where((eb) => eb.and({ waits_for_id, status: 'pending_proof' }))
    .returning('run_id')
    .execute();
  if (end.status === 'ok') return;
  const runs = [...new Set(settled.map((row) => row.run_id))].toSorted((a, b) => a - b);
  for (const run_id of runs) {
    await lockRun(tx, run_id);
    await tx.updateTable('bulk_runs').set(counts(run_id)).where('id', '=', run_id).execute();
  }
}
