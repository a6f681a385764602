import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { sql } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { idOf } from '../../platform/db/id-of.ts';
import { labelledActs } from './acts.queries.ts';
import { actsMatching, type ActFilter } from './find-acts.queries.ts';
import type { Where } from './seen-acts.queries.ts';

export async function addSelection(tx: Tx, actor: CompanyActor, created_at: Date): Promise<number> {
  return idOf(
    tx
      .insertInto('act_selections')
      .values({ company_id: actor.company_id, user_id: actor.user_id, created_at })
      .returning('id'),
  );
}

export interface WantedActs {
  filter: ActFilter;
  /** Only acts of these rows of a work. */
  run?: { run_id: number; rows: 'ok' | 'failed' | 'stopped' } | undefined;
  only: readonly number[] | undefined;
  without: readonly number[];
  most: number;
}

/** Writes the ids down as they are now, in the order of their numbers. */
export async function fillSelection(
  tx: Tx,
  actor: CompanyActor,
  selection_id: number,
  { filter, run, only, without, most }: WantedActs,
): Promise<number> {
  const ofRun = run
    ? sql`and a.id in (
        select i.subject_id from bulk_items i join bulk_runs r on r.id = i.run_id
        where r.id = ${run.run_id} and r.user_id = ${actor.user_id} and r.company_id = ${actor.company_id}
          and i.status = ${run.rows})`
    : sql``;
  const picked = only ? sql`and a.id = any(${[...only]}::bigint[])` : sql``;
  const made = await sql`
    insert into act_selection_items (selection_id, position, act_id)
    select ${selection_id}::bigint, row_number() over (order by a.year, a.number, a.id), a.id
    from acts a where ${await actsMatching(tx, actor, filter)} and a.id <> all(${[...without]}::bigint[]) ${ofRun} ${picked}
    limit ${most}`.execute(tx);
  return Number(made.numAffectedRows ?? 0);
}

/** What decides which deeds are offered, and how many acts are alike in it. */
export async function countKinds(db: Handle, actor: CompanyActor, selection_id: number) {
  const kinds = kindsOf(db, await actsMatching(db, actor, {}), selection_id);
  return kinds
    .select([sql<number>`count(*)`.as('count'), sql<bigint>`sum(a.amount_tiyn)::bigint`.as('amount_tiyn')])
    .groupBy([
      'a.status',
      'a.annulment_requested_by',
      'c.executor_signs_first',
      'is_below_zero',
      'is_correction',
      'has_file',
    ])
    .execute();
}

/** The same of each act by itself. */
export async function listKinds(db: Handle, actor: CompanyActor, selection_id: number) {
  const kinds = kindsOf(db, await actsMatching(db, actor, {}), selection_id);
  return kinds.select('i.act_id').execute();
}

function kindsOf(db: Handle, seen: Where, selection_id: number) {
  return db
    .selectFrom('act_selection_items as i')
    .innerJoin('acts as a', 'a.id', 'i.act_id')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .select([
      'a.status',
      'a.annulment_requested_by',
      'c.executor_signs_first',
      sql<boolean>`a.amount_tiyn < 0`.as('is_below_zero'),
      sql<boolean>`a.corrects_act_id is not null`.as('is_correction'),
      sql<boolean>`a.frozen_file_id is not null`.as('has_file'),
    ])
    .where('i.selection_id', '=', selection_id)
    .where(seen);
}

/** The ids of one's own selection in their order; null for a stranger's and for one of yesterday. */
export async function listSelectionIds(
  db: Handle,
  actor: CompanyActor,
  selection_id: number,
): Promise<number[] | null> {
  const own = await db
    .selectFrom('act_selections')
    .select('id')
    .where((eb) => eb.and({ id: selection_id, user_id: actor.user_id, company_id: actor.company_id }))
    .executeTakeFirst();
  if (!own) return null;
  const rows = await db
    .selectFrom('act_selection_items')
    .select('act_id')
    .where('selection_id', '=', selection_id)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.act_id);
}

export interface Meant {
  act_ids?: number[] | undefined;
  selection_id?: number | undefined;
}

/** The acts that a call means: those it names, or those of a selection. */
export async function listMeantIds(db: Handle, actor: CompanyActor, meant: Meant): Promise<number[]> {
  if (meant.act_ids && meant.selection_id) throw new Problem('bad_input', { field: 'selection_id' });
  if (meant.act_ids) return meant.act_ids;
  if (!meant.selection_id) throw new Problem('field.required', { field: 'act_ids' });
  const act_ids = await listSelectionIds(db, actor, meant.selection_id);
  if (!act_ids) throw new Problem('act.selection_gone', { field: 'selection_id' });
  return act_ids;
}

/** Items of a run over them. */
export async function listMeantActs(
  db: Handle,
  actor: CompanyActor,
  meant: Meant,
): Promise<{ subject_id: number; label: string }[]> {
  return labelledActs(db, actor, await listMeantIds(db, actor, meant));
}

export async function deleteSelectionsBefore(db: Handle, moment: Date): Promise<void> {
  await db.deleteFrom('act_selections').where('created_at', '<', moment).execute();
}
