import { type Insertable } from 'kysely';
import { rowsOfPage, totalOf, type Page } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** The bank that a file was made for: that of the payer of its orders. */
export function findFileBank(db: Handle, company_id: number, payment_file_id: number) {
  return db
    .selectFrom('payment_orders')
    .select('payer_bic')
    .where((eb) => eb.and({ company_id, payment_file_id }))
    .limit(1)
    .executeTakeFirst();
}

/** The orders of a file of which nothing is known yet. */
export function lockOrdersOfFile(tx: Tx, company_id: number, payment_file_id: number) {
  return tx
    .selectFrom('payment_orders')
    .selectAll()
    .where((eb) => eb.and({ company_id, payment_file_id, status: 'sending' }))
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function addRefusal(tx: Tx, refusal: Insertable<Tables['payment_file_refusals']>) {
  await tx.insertInto('payment_file_refusals').values(refusal).execute();
}

function shownRefusals(db: Handle) {
  return db
    .selectFrom('payment_file_refusals as r')
    .innerJoin('users as u', 'u.id', 'r.told_by')
    .select(['r.id', 'r.payment_file_id', 'r.rule', 'r.words', 'r.told_at', 'u.full_name as told_by'])
    .orderBy('r.id', 'desc');
}
export type ShownRefusal = Awaited<ReturnType<ReturnType<typeof shownRefusals>['execute']>>[number];

export function listRefusals(db: Handle, company_id: number, payment_file_ids: readonly number[]) {
  if (payment_file_ids.length === 0) return Promise.resolve<ShownRefusal[]>([]);
  return shownRefusals(db)
    .where('r.company_id', '=', company_id)
    .where('r.payment_file_id', 'in', [...payment_file_ids])
    .execute();
}

/** The latest of a bank, which the next file should heed. */
export function listBankRefusals(db: Handle, company_id: number, bic: string) {
  return shownRefusals(db).where('r.company_id', '=', company_id).where('r.bic', '=', bic).limit(3).execute();
}

export async function listAllRefusals(db: Handle, page: Page) {
  const rows = await rowsOfPage(
    shownRefusals(db)
      .innerJoin('companies as c', 'c.id', 'r.company_id')
      .innerJoin('banks as b', 'b.bic', 'r.bic')
      .innerJoin('payment_files as p', (join) =>
        join.onRef('p.company_id', '=', 'r.company_id').onRef('p.id', '=', 'r.payment_file_id'),
      )
      .select(['c.id as company_id', 'c.name as company_name', 'b.name_ru as bank_name', 'p.format']),
    page,
  );
  return { rows, total: await totalOf(db.selectFrom('payment_file_refusals')) };
}
