import { OWED_KINDS } from '@kelisim/shared/features/bookkeeping/bookkeeping.contract.ts';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { ledger, taxedAs, type Kept } from './ledger.queries.ts';

export interface Payer {
  id: number;
  name: string;
  name_kz: string | null;
  bin: string;
  ceo_name: string | null;
}

/** Everybody who has ever had this executor, by name. */
export function listPayers(db: Handle, executor_company_id: number): Promise<Payer[]> {
  return db
    .selectFrom('executors as e')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select(['c.id', 'c.name', 'c.name_kz', 'c.bin', 'c.ceo_name'])
    .where('e.executor_company_id', '=', executor_company_id)
    .orderBy(sql`kz_sort_key(c.name)`)
    .orderBy('c.id')
    .execute();
}

/** What a paper calls a party. */
export function findParty(db: Handle, id: number) {
  return db
    .selectFrom('companies')
    .select(['name', 'name_kz', 'bin'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export interface Paid {
  date: string;
  late_of: string | null;
  act_id: number | null;
  number: string;
  /** Null of an advance. */
  order_number: number | null;
  gross_tiyn: bigint;
  withheld_tiyn: bigint;
  /** What its settlements say; of a closed month they may have changed since. */
  parts: Kept;
}

/** Money of the ledger, one row for each order and day, of the days on which it was taxed here. */
export async function listPaid(
  db: Handle,
  of: { company_id: number; executor_company_id: number },
  year: number,
): Promise<Paid[]> {
  const { company_id, executor_company_id } = of;
  const { rows } = await sql<Omit<Paid, 'parts'> & Kept>`
    select m.date, m.late_of, m.act_id, m.number, m.order_number, m.gross_tiyn, m.withheld_tiyn,
      k.opv_tiyn, k.vosms_tiyn, k.so_tiyn, k.ipn_tiyn, k.self_employed_tiyn
    from (
      select executor_company_id, date, late_of, act_id, number, order_number, sum(amount_tiyn)::bigint as gross_tiyn,
        coalesce(sum(amount_tiyn) filter (where kind = 'withheld'), 0)::bigint as withheld_tiyn
      from ${ledger({ company_id, executor_ids: [executor_company_id] })} r
      where kind not in (${sql.join(OWED_KINDS)}) and date between ${`${year}-01-01`} and ${`${year}-12-31`}
      group by 1, 2, 3, 4, 5, 6
    ) m ${taxedAs(company_id)} cross join lateral (
      select coalesce(sum(t.opv_tiyn), 0)::bigint as opv_tiyn, coalesce(sum(t.vosms_tiyn), 0)::bigint as vosms_tiyn,
        coalesce(sum(t.so_tiyn), 0)::bigint as so_tiyn, coalesce(sum(t.ipn_tiyn), 0)::bigint as ipn_tiyn,
        coalesce(sum(t.self_employed_tiyn), 0)::bigint as self_employed_tiyn
      from payment_orders o join settlements t on t.company_id = o.company_id and t.order_id = o.id
      where o.company_id = ${company_id} and o.act_id = m.act_id and o.number = m.order_number
        and t.day = m.date and t.undone_at is null
    ) k
    where taxed_as is not null
    order by m.date, m.act_id, m.order_number, m.late_of`.execute(db);
  return rows.map(({ opv_tiyn, vosms_tiyn, so_tiyn, ipn_tiyn, self_employed_tiyn, ...row }) => ({
    ...row,
    parts: { opv_tiyn, vosms_tiyn, so_tiyn, ipn_tiyn, self_employed_tiyn },
  }));
}
