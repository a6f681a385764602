import type { Insertable } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { type Tx, NOW } from '../../platform/db/database.ts';

export async function putEsfCredentials(tx: Tx, row: Insertable<Tables['esf_credentials']>): Promise<void> {
  await tx
    .insertInto('esf_credentials')
    .values(row)
    .onConflict((oc) => oc.column('company_id').doUpdateSet({ ...row, updated_at: NOW }))
    .execute();
}

/** Makes a company, or takes one over that was refused: with one member and one account. */
export async function putCompany(
  tx: Tx,
  there: number | null,
  company: Insertable<Tables['companies']>,
  { user_id, role_id }: { user_id: number; role_id: number },
  account: Pick<Insertable<Tables['bank_requisites']>, 'bank_id' | 'iban' | 'kbe'>,
): Promise<number> {
  const { id: company_id } = there
    ? await tx
        .updateTable('companies')
        .set({ ...company, updated_at: NOW })
        .where('id', '=', there)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await tx.insertInto('companies').values(company).returning('id').executeTakeFirstOrThrow();
  // Whoever was refused with this number before has no part in it any more.
  await tx
    .updateTable('memberships')
    .set({ ended_at: NOW })
    .where('company_id', '=', company_id)
    .where('user_id', '<>', user_id)
    .where('ended_at', 'is', null)
    .execute();
  await tx
    .insertInto('memberships')
    .values({ user_id, company_id, role_id })
    .onConflict((oc) => oc.columns(['user_id', 'company_id']).doUpdateSet({ role_id, ended_at: null }))
    .execute();
  await tx
    .updateTable('bank_requisites')
    .set({ deleted_at: NOW, is_main: false })
    .where('company_id', '=', company_id)
    .where('deleted_at', 'is', null)
    .execute();
  await tx
    .insertInto('bank_requisites')
    .values({ company_id, ...account, is_main: true })
    .execute();
  return company_id;
}
