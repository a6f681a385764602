import type { Insertable } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

function offices(db: Handle, company_id: number) {
  return db
    .selectFrom('tax_offices as o')
    .innerJoin('banks as b', 'b.id', 'o.bank_id')
    .innerJoin('users as u', 'u.id', 'o.entered_by')
    .select(['o.name', 'o.bin', 'o.iban', 'o.bank_id', 'o.valid_from', 'o.entered_at'])
    .select(['b.bic', 'b.name_ru as bank_name', 'b.bin as bank_bin', 'u.full_name as entered_by'])
    .where('o.company_id', '=', company_id);
}

/** The office of state revenues that a company pays its taxes to on a day, as it entered it itself. */
export function findOffice(db: Handle, company_id: number, day: string) {
  return offices(db, company_id)
    .where('o.valid_from', '<=', day)
    .orderBy('o.valid_from', 'desc')
    .orderBy('o.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
export type OfficeRow = NonNullable<Awaited<ReturnType<typeof findOffice>>>;

/** Every office that a company has entered. */
export function listOffices(db: Handle, company_id: number) {
  return db.selectFrom('tax_offices').select(['bin', 'iban']).where('company_id', '=', company_id).execute();
}

export async function addOffice(tx: Tx, row: Insertable<Tables['tax_offices']>): Promise<void> {
  await tx.insertInto('tax_offices').values(row).execute();
}
