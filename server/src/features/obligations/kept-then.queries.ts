import { lastDayOf } from '@kelisim/shared/kernel/dates.ts';
import type { ObligationKind } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

interface Of {
  company_id: number;
  month: string;
  kind: ObligationKind;
}

/**
 * What the money of a month withheld of each person as it was known at a moment, or of the days until one; only the money
 * of the month itself, without what closed months left to it.
 */
export async function sumKeptThen(
  db: Handle,
  { company_id, month, kind }: Of,
  then: { moment: Date } | { day: string },
): Promise<ReadonlyMap<number, bigint>> {
  const part = sql.ref(`m.${kind}_tiyn`);
  const when =
    'day' in then
      ? sql`m.undone_at is null and m.day <= ${then.day}`
      : sql`m.made_at <= ${then.moment} and (m.undone_at is null or m.undone_at > ${then.moment})`;
  const { rows } = await sql<{ id: number; amount_tiyn: bigint }>`
    select a.contractor_company_id as id, sum(${part})::bigint as amount_tiyn
    from settlements m join payment_orders o on o.company_id = m.company_id and o.id = m.order_id
    join acts a on a.company_id = o.company_id and a.id = o.act_id
    where m.company_id = ${company_id} and m.withheld_tiyn <> 0
      and m.day between ${`${month}-01`} and ${lastDayOf(month)} and ${when}
    group by 1`.execute(db);
  return new Map(rows.map(({ id, amount_tiyn }) => [id, amount_tiyn]));
}
