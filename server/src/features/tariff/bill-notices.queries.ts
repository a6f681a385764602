import { sql, type Selectable } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { isDue } from '../../platform/jobs/each-job.ts';

export interface UntoldBill {
  company_id: number;
  entry_id: number;
  kind: 'tariff_bill' | 'tariff_overdue';
  amount_tiyn: bigint;
  payment_due_date: string;
}

/** Unpaid bills of living companies that nobody was told of, by the day of each tariff. Of one that is late already only that is said. */
export async function listUntoldBills(
  db: Database,
  { today, is_sandbox }: { today: string; is_sandbox: boolean },
): Promise<UntoldBill[]> {
  const day = sql`case when ${is_sandbox}::boolean then greatest(${today}::date, a.sandbox_day) else ${today}::date end`;
  const { rows } = await sql<UntoldBill>`
    select b.* from (
      select e.company_id, e.id as entry_id, e.amount_tiyn - e.credit_tiyn as amount_tiyn, e.payment_due_date,
        case when e.payment_due_date < ${day} then 'tariff_overdue' else 'tariff_bill' end as kind
      from tariff_entries e join tariff_accounts a using (company_id) join companies c on c.id = e.company_id
      where c.status <> 'deleted' and e.paid_at is null and e.cancelled_at is null and e.amount_tiyn > e.credit_tiyn
    ) b
    where not exists (select 1 from bill_notices n
      where n.company_id = b.company_id and n.entry_id = b.entry_id and n.kind = b.kind)
      and ${isDue('tariff.tell', sql.ref('b.entry_id'))}
    order by b.company_id, b.entry_id limit 200`.execute(db);
  return rows;
}

/** False when another was first. */
export function keepBillNotice(
  tx: Tx,
  notice: { company_id: number; entry_id: number; kind: Selectable<Tables['bill_notices']>['kind'] },
): Promise<boolean> {
  return hasRow(
    tx
      .insertInto('bill_notices')
      .values(notice)
      .onConflict((oc) => oc.doNothing())
      .returning('entry_id'),
  );
}
