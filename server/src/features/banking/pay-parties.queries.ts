import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

function payParties(db: Handle) {
  return db
    .selectFrom('companies as c')
    .leftJoin('bank_requisites as r', (join) =>
      join.onRef('r.company_id', '=', 'c.id').on('r.is_main', '=', true).on('r.deleted_at', 'is', null),
    )
    .leftJoin('banks as b', 'b.id', 'r.bank_id')
    .select(['c.id as company_id', 'c.name', 'c.bin', 'r.iban', 'r.kbe', 'b.bic']);
}
export type PayParty = Awaited<ReturnType<typeof findPayParty>>;

/** Name, БИН and main account of a company, as an order needs them. */
export function findPayParty(db: Handle, company_id: number) {
  return payParties(db).where('c.id', '=', company_id).executeTakeFirstOrThrow();
}

export function listPayParties(db: Handle, company_ids: readonly number[]): Promise<PayParty[]> {
  return payParties(db)
    .where('c.id', '=', sql<number>`any(${[...company_ids]}::bigint[])`)
    .execute();
}

/** The payer as a file of payments names it, with the bank of the orders in the file. */
export function findFilePayer(db: Handle, company_id: number, payer_bic: string) {
  return db
    .selectFrom('companies as c')
    .leftJoin('banks as b', (join) => join.on('b.bic', '=', payer_bic))
    .select([
      'c.name',
      'c.bin',
      'c.ceo_name',
      'c.bookkeeper_name',
      'b.name_ru as bank_name',
      'b.bin as bank_bin',
    ])
    .where('c.id', '=', company_id)
    .executeTakeFirstOrThrow();
}
