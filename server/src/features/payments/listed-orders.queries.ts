import { AT_BANK } from '@kelisim/shared/features/payments/order-status.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/** Orders of payments with their file and the list of it in which they stand, as `o`, `f` and `d`. */
export function listedOrders(db: Handle, company_id: number) {
  return db
    .selectFrom('payment_orders as o')
    .leftJoin('payment_files as f', (join) =>
      join.onRef('f.company_id', '=', 'o.company_id').onRef('f.id', '=', 'o.payment_file_id'),
    )
    .leftJoinLateral(
      sql<{ number: number; orders: number }>`(select (d->>'number')::int as number,
      jsonb_array_length(d->'orders') as orders
      from jsonb_array_elements(f.debits) d where d->'orders' @> to_jsonb(o.number))`.as('d'),
      (join) => join.onTrue(),
    )
    .selectAll('o')
    .select(['f.format as file_format', 'd.number as list_number'])
    .where((eb) => eb.and({ 'o.company_id': company_id, 'o.kind': 'payment' }));
}

/** @param unshown what a settlement `m` is as long as no statement has shown it */
export const mayBeDebited = (unshown: RawBuilder<boolean>) =>
  sql<boolean>`(o.status = any(${AT_BANK}::text[]) or o.status = 'settled' and exists (select from settlements m
  where m.company_id = o.company_id and m.order_id = o.id and ${unshown}))`;
