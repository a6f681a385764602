import { OWED_KINDS } from '@kelisim/shared/features/bookkeeping/bookkeeping.contract.ts';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { findFrozenUntil } from './frozen.queries.ts';
import { KEPT_PARTS, ledger, taxedAs, type Kept, type Ledger, type Paid } from './ledger.queries.ts';
import { lastDayOf, lastWholeMonth } from './months.ts';

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

/**
 * Money of the ledger between two days, one row for each order and day, of the days on which it was taxed here. Whole closed
 * months come as they were stored.
 */
export async function listPaid(
  db: Handle,
  of: Ledger,
  { from, to }: { from: string; to: string },
): Promise<Paid[]> {
  const { company_id, executor_ids } = of;
  const until = await findFrozenUntil(db, company_id);
  const stored = until === null ? '0001-01-01' : lastDayOf(lastWholeMonth(until));
  const ofExecutors = executor_ids
    ? sql`and executor_company_id = any(${[...executor_ids]}::bigint[])`
    : sql``;
  const { rows } = await sql<Omit<Paid, 'parts'> & Kept>`
    select executor_company_id, date, late_of, taxed_as, act_id, number, order_number, gross_tiyn, withheld_tiyn,
      opv_tiyn, vosms_tiyn, so_tiyn, ipn_tiyn, self_employed_tiyn
    from frozen_payments
    where company_id = ${company_id} ${ofExecutors} and date between ${from} and ${to} and date <= ${stored}
    union all
    select m.executor_company_id, m.date, m.late_of, taxed_as, m.act_id, m.number, m.order_number, m.gross_tiyn, m.withheld_tiyn,
      k.opv_tiyn - f.opv_tiyn, k.vosms_tiyn - f.vosms_tiyn, k.so_tiyn - f.so_tiyn, k.ipn_tiyn - f.ipn_tiyn,
      k.self_employed_tiyn - f.self_employed_tiyn
    from (
      select executor_company_id, date, late_of, act_id, number, order_number, sum(amount_tiyn)::bigint as gross_tiyn,
        coalesce(sum(amount_tiyn) filter (where kind = 'withheld'), 0)::bigint as withheld_tiyn
      from ${ledger(of)} r
      where kind not in (${sql.join(OWED_KINDS)}) and date between ${from} and ${to} and date > ${stored}
      group by 1, 2, 3, 4, 5, 6
    ) m ${taxedAs(company_id)} cross join lateral (
      select ${sumOfParts('t')}
      from payment_orders o join settlements t on t.company_id = o.company_id and t.order_id = o.id
      where o.company_id = ${company_id} and o.act_id = m.act_id and o.number = m.order_number and t.undone_at is null
        and case when m.late_of is null then t.day = m.date else t.day <= ${until ?? stored} end
    ) k cross join lateral (
      select ${sumOfParts('p')}
      from frozen_payments p
      where p.company_id = ${company_id} and p.executor_company_id = m.executor_company_id and p.act_id = m.act_id
        and p.order_number = m.order_number and m.late_of is not null
    ) f
    where taxed_as is not null
    order by date, act_id, order_number, late_of, executor_company_id, number`.execute(db);
  return rows.map(({ opv_tiyn, vosms_tiyn, so_tiyn, ipn_tiyn, self_employed_tiyn, ...row }) => ({
    ...row,
    parts: { opv_tiyn, vosms_tiyn, so_tiyn, ipn_tiyn, self_employed_tiyn },
  }));
}

const sumOfParts = (of: string) =>
  sql.join(
    KEPT_PARTS.map((part) => sql`coalesce(sum(${sql.ref(`${of}.${part}`)}), 0)::bigint as ${sql.ref(part)}`),
  );
