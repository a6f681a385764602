import { sql, type Insertable } from 'kysely';
import { rowsOfPage, totalOf, type Page } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { idOf } from '../../platform/db/id-of.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { payeeChanged } from './payments.queries.ts';

/** Locks the orders that wait for a file; all of them when no ids are given. */
export function lockOrdersForFile(tx: Tx, company_id: number, order_ids: readonly number[] | null) {
  let query = tx
    .selectFrom('payment_orders as o')
    .innerJoin('banks as b', 'b.bic', 'o.payee_bic')
    .innerJoin('acts as a', (join) =>
      join.onRef('a.company_id', '=', 'o.company_id').onRef('a.id', '=', 'o.act_id'),
    )
    .innerJoin('companies as c', 'c.id', 'a.contractor_company_id')
    .selectAll('o')
    .select([
      'b.name_ru as bank_name',
      'b.bin as bank_bin',
      'b.iban_code as bank_code',
      'c.type as payee_type',
      // An individual's own account has the name of the certificate; the party's name may be short.
      sql<string | null>`(select u.full_name from memberships m join users u on u.id = m.user_id
        where m.company_id = c.id and u.iin = c.bin limit 1)`.as('payee_full_name'),
      sql<string>`to_char(a.end_date, 'YYYY-MM')`.as('work_month'),
      payeeChanged.as('payee_changed'),
    ])
    .where('o.company_id', '=', company_id)
    .where('o.kind', '=', 'payment')
    .where('o.channel', '=', 'file')
    .where('o.status', '=', 'created')
    .where((eb) => eb.or([eb('o.needs_approval', '=', false), eb('o.approved_by', 'is not', null)]))
    .orderBy('o.year')
    .orderBy('o.number')
    .limit(1_000)
    .forUpdate('o');
  if (order_ids) query = query.where('o.id', 'in', [...order_ids]);
  return query.execute();
}

export async function addPaymentFile(tx: Tx, file: Insertable<Tables['payment_files']>): Promise<number> {
  return idOf(tx.insertInto('payment_files').values(file).returning('id'));
}

/** Takes locked orders into a file: they are with the person who carries it to the bank now. */
export async function handOver(
  tx: Tx,
  company_id: number,
  order_ids: readonly number[],
  payment_file_id: number,
) {
  await tx
    .updateTable('payment_orders')
    .set({ status: 'sending', payment_file_id, sent_at: sql`now()`, updated_at: sql`now()` })
    .where('company_id', '=', company_id)
    .where('id', 'in', [...order_ids])
    .where('status', '=', 'created')
    .execute();
}

function shownFiles(db: Handle, company_id: number) {
  return db
    .selectFrom('payment_files as p')
    .innerJoin('files as f', (join) =>
      join.onRef('f.company_id', '=', 'p.company_id').onRef('f.id', '=', 'p.file_id'),
    )
    .innerJoin('users as u', 'u.id', 'p.made_by')
    .select([
      'p.id',
      'p.format',
      'p.orders',
      'p.amount_tiyn',
      'p.changed',
      'p.debits',
      sql<boolean>`exists (select from payment_orders o where o.company_id = p.company_id
        and o.payment_file_id = p.id and o.status = 'sending')`.as('may_refuse'),
      'p.created_at',
      'f.name',
      'f.storage_key',
      'f.sha256',
      'u.full_name as maker_name',
    ])
    .where('p.company_id', '=', company_id);
}
export type ShownFile = Awaited<ReturnType<ReturnType<typeof shownFiles>['execute']>>[number];

export function findPaymentFile(db: Handle, company_id: number, payment_file_id: number) {
  return shownFiles(db, company_id).where('p.id', '=', payment_file_id).executeTakeFirst();
}

export async function listPaymentFiles(db: Handle, company_id: number, page: Page) {
  const rows = await rowsOfPage(shownFiles(db, company_id).orderBy('p.id', 'desc'), page);
  return { rows, total: await totalOf(db.selectFrom('payment_files').where('company_id', '=', company_id)) };
}
