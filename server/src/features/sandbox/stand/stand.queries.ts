import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { sql, type Insertable } from 'kysely';
import { NOW, type Handle, type Tx } from '../../../platform/db/database.ts';
import { hasRow } from '../../../platform/db/has-row.ts';
import type { Tables } from '../../../platform/db/tables.ts';

export function findBank(db: Handle, bic: string) {
  return db
    .selectFrom('banks')
    .select(['id', 'iban_code'])
    .where('bic', '=', bic)
    .where('iban_code', 'is not', null)
    .$narrowType<{ iban_code: string }>()
    .executeTakeFirstOrThrow();
}

export async function addPerson(tx: Tx, user: Insertable<Tables['users']>): Promise<number> {
  const { id } = await tx.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function addStanding(
  tx: Tx,
  executor_company_id: number,
  standing: 'individual' | 'self_employed',
): Promise<void> {
  await tx
    .insertInto('tax_standings')
    .values({ executor_company_id, valid_from: '2025-01-01', standing })
    .execute();
}

/** What the mail of everybody whom a call has made ends in. */
export const STAND_MAIL = '@stand.example';

/** Whether a call has made the company; people have others. Held, so that of two keys that leave it the last one closes it. */
export function holdIfMade(tx: Tx, company_id: number): Promise<boolean> {
  return hasRow(
    tx
      .selectFrom('companies as c')
      .innerJoin('users as u', 'u.id', 'c.director_id')
      .select('c.id')
      .where('c.id', '=', company_id)
      .where('u.email', 'like', `%${STAND_MAIL}`)
      .forUpdate('c'),
  );
}

/** Of a company that a key has left: nothing is done in its name any more, and nothing is sent from it. */
export async function closeCompany(tx: Tx, company_id: number): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ state: 'off' })
    .where('company_id', '=', company_id)
    .where('state', '<>', 'removed')
    .execute();
  await tx
    .updateTable('companies')
    .set({ status: 'blocked', updated_at: NOW })
    .where('id', '=', company_id)
    .execute();
}

/** The other side of the company's own papers, those of others left out. */
export async function listContractors(
  db: Handle,
  company_id: number,
  kind: 'act' | 'contract',
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom(kind === 'act' ? 'acts' : 'documents')
    .select(['id', 'contractor_company_id'])
    .where('company_id', '=', company_id)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row.contractor_company_id]));
}

/** Who signs for an executor: the first who joined it. */
export function findMember(db: Handle, company_id: number) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .select(['m.user_id', 'm.company_id', 'u.full_name', 'u.iin', 'c.bin', 'c.name as company'])
    .where('m.company_id', '=', company_id)
    .where('m.ended_at', 'is', null)
    .orderBy(sql`m.created_at, m.user_id`)
    .executeTakeFirstOrThrow(() => new Problem('not_found'));
}

export function findSigningKey(db: Handle, user_id: number, company_id: number) {
  return db
    .selectFrom('sandbox.keys')
    .select(['pkcs12', 'password'])
    .where((eb) => eb.and({ user_id, company_id, algorithm: 'gost512' }))
    .executeTakeFirstOrThrow();
}
