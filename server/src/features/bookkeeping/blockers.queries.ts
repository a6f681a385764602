import type { ClosingBlocker } from '@kelisim/shared/features/bookkeeping/bookkeeping.contract.ts';
import type { BLOCKER_KINDS } from '@kelisim/shared/features/bookkeeping/blocker-kinds.ts';
import { OPEN_ORDERS } from '@kelisim/shared/features/payments/order-status.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { lacksInvoice } from '../acts/public.ts';
import { isToPay } from '../statistics/public.ts';

type Kind = (typeof BLOCKER_KINDS)[number];

/**
 * What the days after one until another leave unfinished, in the order to solve it: what the bank said comes first, since
 * it decides what is still to be paid, and reconciliation last. Nothing of it is lost by closing, so it only asks why.
 */
export async function findBlockers(
  db: Handle,
  company_id: number,
  after: string | null,
  until: string,
): Promise<ClosingBlocker[]> {
  const within = (day: RawBuilder<unknown>) =>
    sql`${day} <= ${until} and ${day} > ${after ?? '-infinity'}::date`;
  const counted: Record<Kind, RawBuilder<unknown>> = {
    operations: sql`bank_operations o where o.company_id = ${company_id} and o.state = 'unmatched'
      and ${within(sql`o.day`)}`,
    orders: sql`payment_orders o where o.company_id = ${company_id} and o.status = 'unknown'
      and ${within(sql`(o.created_at at time zone 'Asia/Almaty')::date`)}`,
    unpaid: sql`acts a where a.company_id = ${company_id} and ${isToPay('a')} and ${within(sql`a.act_date`)}
      and not exists (select 1 from payment_orders o where o.company_id = a.company_id and o.act_id = a.id
        and o.kind = 'payment' and o.status in (${sql.join(OPEN_ORDERS)}))`,
    invoices: sql`acts a where a.company_id = ${company_id} and ${lacksInvoice('a')} and ${within(sql`a.act_date`)}`,
    reconciliations: sql`reconciliations r
      left join documents d on d.company_id = r.company_id and d.id = r.document_id
      where r.company_id = ${company_id} and r.status <> 'withdrawn' and ${within(sql`r.date_to`)}
        and coalesce(d.status, '') <> 'signed'`,
  };
  const rows = await sql<{ kind: Kind; count: number }>`
    ${sql.join(
      Object.entries(counted).map(
        ([kind, from]) => sql`select ${kind}::text as kind, count(*) as count from ${from}`,
      ),
      sql` union all `,
    )}`.execute(db);
  const { rows: periods } = await sql<{ date_from: string; date_to: string }>`
    select r.date_from, r.date_to from ${counted.reconciliations} order by r.sent_at desc limit 1`.execute(
    db,
  );
  const order = Object.keys(counted);
  return rows.rows
    .filter(({ count }) => count > 0)
    .sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
    .map((row) => ({ ...row, period: row.kind === 'reconciliations' ? (periods[0] ?? null) : null }));
}
