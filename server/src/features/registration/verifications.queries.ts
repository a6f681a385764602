import { sql } from 'kysely';
import { rowsOfPage, totalOf, type Page } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { RegistrationRow } from './registration.queries.ts';

/** With what its person and its company have become meanwhile; one that is over too. */
export async function lockToDecide(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('companies as c', 'c.id', 'r.company_id')
    .selectAll('r')
    .select(['u.status as user_status', 'c.status as company_status'])
    .where('r.id', '=', id)
    .forUpdate('r')
    .forNoKeyUpdate(['u', 'c'])
    .executeTakeFirst();
  return row as (RegistrationRow & { user_status: string; company_status: string }) | undefined;
}

function verifications(db: Handle) {
  return db
    .selectFrom('registrations as r')
    .innerJoin('companies as c', 'c.id', 'r.company_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('users as a', 'a.id', 'r.decided_by')
    .leftJoin('banks as b', 'b.id', 'r.bank_id')
    .selectAll('r')
    .select([
      'c.id as company_id',
      'c.name as company_name',
      'c.bin as company_bin',
      'c.type as company_type',
      'c.address as company_address',
      'c.ceo_name',
      'u.full_name',
      'a.full_name as decided_by_name',
      'b.name_ru as bank_ru',
      'b.name_kz as bank_kz',
    ]);
}

export type VerificationData = Awaited<
  ReturnType<ReturnType<typeof verifications>['executeTakeFirstOrThrow']>
>;

/** Those that wait, longest first; those decided by a person, newest first. */
export async function listVerifications(db: Handle, state: 'waiting' | 'approved' | 'refused', page: Page) {
  const chosen = verifications(db)
    .where('r.decision', '=', state)
    .$if(state === 'waiting', (query) =>
      query
        .where('r.stage', '=', 'verification')
        .where('r.ended_at', 'is', null)
        .where((eb) => eb.and({ 'u.status': 'registering', 'c.status': 'waiting' })),
    )
    .$if(state !== 'waiting', (query) => query.where('r.decided_by', 'is not', null));
  const rows = await rowsOfPage(
    state === 'waiting'
      ? chosen.orderBy('r.waiting_since').orderBy('r.id')
      : chosen.orderBy('r.decided_at', 'desc').orderBy('r.id', 'desc'),
    page,
  );
  return { rows, total: await totalOf(chosen) };
}

export async function setCompanyStatus(tx: Tx, id: number, status: 'active' | 'refused'): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ status, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}
