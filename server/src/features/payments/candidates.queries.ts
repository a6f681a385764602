import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { getCompany } from '../../platform/db/get-company.ts';
import { listedOrders, mayBeDebited } from './listed-orders.queries.ts';

/** More open orders than one company carries to its banks at a time. */
const MOST_ORDERS = 20_000;

/** Of a settlement `m`, money that no statement has shown yet. */
const isUnshown = sql<boolean>`m.amount_tiyn > 0 and m.operation_id is null and m.undone_at is null`;

function ordersWithNames(db: Handle, company_id: number) {
  return (
    listedOrders(db, company_id)
      .innerJoin('acts as a', (join) =>
        join.onRef('a.company_id', '=', 'o.company_id').onRef('a.id', '=', 'o.act_id'),
      )
      .select('a.contractor_company_id as executor_company_id')
      .select(sql<string>`a.number || '/' || a.year`.as('act_number'))
      // Of a kind of file that has no lists the whole may be one: somebody may have carried it to the bank so.
      .select(
        sql<number>`coalesce(case f.format when 'mt102' then d.orders end, f.orders, 0)`.as('list_orders'),
      )
      // Sums that were stated of the order, each of which a debit may still show.
      .select(
        sql<string[]>`array(select m.amount_tiyn::text from settlements m where m.company_id = o.company_id
        and m.order_id = o.id and ${isUnshown})`.as('stated'),
      )
  );
}
export type NamedOrder = Awaited<ReturnType<ReturnType<typeof ordersWithNames>['execute']>>[number];

/** Orders that a debit may be: those at the bank, and those settled of which no statement has shown all yet. */
export function listPayableOrders(db: Handle, company_id: number): Promise<NamedOrder[]> {
  return ordersWithNames(db, company_id)
    .where(mayBeDebited(isUnshown))
    .orderBy('o.id', 'desc')
    .limit(MOST_ORDERS)
    .execute();
}

interface Seen {
  sums: readonly bigint[];
  ibans: readonly string[];
  bins: readonly string[];
}

/** Orders whose money a credit may have returned: settled ones of these sums or payees. */
export function listReturnableOrders(db: Handle, company_id: number, { sums, ibans, bins }: Seen) {
  return ordersWithNames(db, company_id)
    .where('o.settled_tiyn', '>', 0n)
    .where((eb) =>
      eb.or([
        eb('o.settled_tiyn', '=', sql<bigint>`any(${sums.map(String)}::bigint[])`),
        eb('o.payee_iban', '=', sql<string>`any(${[...ibans]}::text[])`),
        eb('o.payee_bin', '=', sql<string>`any(${[...bins]}::text[])`),
      ]),
    )
    .orderBy('o.settled_on', 'desc')
    .limit(2_000)
    .execute();
}

/** Executors who are known by these БИН, or by these accounts, which are or were theirs. */
export function listExecutorsBy(db: Handle, company_id: number, { ibans, bins }: Omit<Seen, 'sums'>) {
  return db
    .selectFrom('executors as e')
    .innerJoin('companies as x', 'x.id', 'e.executor_company_id')
    .leftJoin('bank_requisites as r', 'r.company_id', 'x.id')
    .select(['x.id', 'x.name', 'x.bin', 'r.iban'])
    .where('e.company_id', '=', company_id)
    .where((eb) =>
      eb.or([
        eb('x.bin', '=', sql<string>`any(${[...bins]}::text[])`),
        eb('r.iban', '=', sql<string>`any(${[...ibans]}::text[])`),
      ]),
    )
    .execute();
}
export type KnownExecutor = Awaited<ReturnType<typeof listExecutorsBy>>[number];

/** БИН of a company and every account that is or was its own. */
export async function findOwn(db: Handle, company_id: number): Promise<{ bin: string; ibans: Set<string> }> {
  const { bin } = await getCompany(db, company_id, ['bin']);
  const rows = await db
    .selectFrom('bank_requisites')
    .select('iban')
    .where('company_id', '=', company_id)
    .execute();
  return { bin, ibans: new Set(rows.map(({ iban }) => iban)) };
}
