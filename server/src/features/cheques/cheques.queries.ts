import type { ChequeReport } from '@kelisim/shared/features/taxes/judge-cheque.ts';
import type { ChequeIds } from '@kelisim/shared/features/taxes/read-cheque-link.ts';
import { sql } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Database, Handle, Tx } from '../../platform/db/database.ts';

interface OfAct {
  company_id: number;
  act_id: number;
}

/** The live one of an act. */
export function findCheque(db: Handle, { company_id, act_id }: OfAct) {
  return db
    .selectFrom('act_cheques as q')
    .innerJoin('companies as c', 'c.id', 'q.added_by_company_id')
    .selectAll('q')
    .select('c.name as company_name')
    .select(
      // The same cheque under other numbers of its code: who came first has it.
      sql<boolean>`exists (select from act_cheques o where o.removed_at is null and o.issuer = q.issuer
        and o.iin = q.iin and o.number = q.number and o.id < q.id)`.as('is_used'),
    )
    .where((eb) => eb.and({ 'q.company_id': company_id, 'q.act_id': act_id }))
    .where('q.removed_at', 'is', null)
    .executeTakeFirst();
}
export type ChequeRow = NonNullable<Awaited<ReturnType<typeof findCheque>>>;

/** The last day on which the bank paid for the act; null until it has. */
export async function findPaidOn(db: Handle, { company_id, act_id }: OfAct): Promise<string | null> {
  const row = await db
    .selectFrom('payment_orders')
    .select(sql<string | null>`max(settled_on)::text`.as('day'))
    .where((eb) => eb.and({ company_id, act_id, status: 'settled' }))
    .executeTakeFirstOrThrow();
  return row.day;
}

/** False: the cheque lies beside another act that counts. One whose act was annulled or deleted is free again. */
export async function addCheque(
  tx: Tx,
  act: OfAct,
  by: CompanyActor,
  ids: ChequeIds,
  now: Date,
): Promise<boolean> {
  await sql`
    update act_cheques q set removed_at = ${now} from acts a
    where a.company_id = q.company_id and a.id = q.act_id and (a.deleted_at is not null or a.status = 'annulled')
      and q.removed_at is null and q.issuer = ${ids.issuer} and q.first_id = ${ids.first_id}
      and q.second_id = ${ids.second_id}`.execute(tx);
  const added = await tx
    .insertInto('act_cheques')
    .values({
      ...act,
      ...ids,
      added_by_company_id: by.company_id,
      added_by: by.user_id,
      next_try_at: now,
    })
    .onConflict((oc) =>
      oc.columns(['issuer', 'first_id', 'second_id']).where('removed_at', 'is', null).doNothing(),
    )
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

export async function removeCheque(tx: Tx, id: number, user_id: number, now: Date): Promise<void> {
  await tx
    .updateTable('act_cheques')
    .set({ removed_at: now, removed_by: user_id })
    .where('id', '=', id)
    .execute();
}

export async function askAnew(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('act_cheques')
    .set({ is_found: null, tries: 0, next_try_at: now })
    .where('id', '=', id)
    .execute();
}

export interface DueCheque extends ChequeIds {
  id: number;
  tries: number;
}

/** Those whose turn it is; no other process asks for them until `until`. */
export async function leaseDue(db: Database, now: Date, until: Date): Promise<DueCheque[]> {
  const { rows } = await sql<DueCheque>`
    update act_cheques set next_try_at = ${until} where id in (
      select id from act_cheques where removed_at is null and next_try_at <= ${now}
      order by next_try_at limit 20 for update skip locked)
    returning id, issuer, first_id, second_id, tries`.execute(db);
  return rows;
}

/** Null: the issuer knows no such cheque. */
export async function noteReport(
  db: Database,
  id: number,
  report: ChequeReport | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable('act_cheques')
    .set({ ...report, is_found: report !== null, asked_at: now, tries: 0, next_try_at: null })
    .where('id', '=', id)
    .execute();
}

export async function noteSilence(
  db: Database,
  id: number,
  now: Date,
  next_try_at: Date | null,
): Promise<void> {
  await db
    .updateTable('act_cheques')
    .set((eb) => ({ tries: eb('tries', '+', 1), asked_at: now, next_try_at }))
    .where('id', '=', id)
    .execute();
}
