import { sql, type Insertable } from 'kysely';
import { rowsOfPage, totalOf, type Page } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { hasRow } from '../../platform/db/has-row.ts';

export async function addConsultation(db: Handle, row: Insertable<Tables['consultations']>): Promise<void> {
  await db.insertInto('consultations').values(row).execute();
}

function view(db: Handle) {
  return db
    .selectFrom('consultations as c')
    .leftJoin('users as u', 'u.id', 'c.closed_by')
    .select([
      'c.id as consultation_id',
      'c.name',
      'c.company_name',
      'c.email',
      'c.phone',
      'c.comment',
      'c.register_link_destination',
      'c.created_at',
      'c.closed_at',
      'u.full_name as closed_by',
    ])
    .select((eb) =>
      eb
        .selectFrom('register_links as l')
        .select(sql<Date | null>`max(l.created_at)`.as('at'))
        .whereRef('l.consultation_id', '=', 'c.id')
        .as('link_sent_at'),
    );
}
export type ConsultationRow = Awaited<ReturnType<ReturnType<typeof view>['executeTakeFirstOrThrow']>>;

export function findConsultation(db: Handle, id: number) {
  return view(db).where('c.id', '=', id).executeTakeFirst();
}

export async function listConsultations(db: Handle, closed: boolean | undefined, page: Page) {
  const is = closed ? 'is not' : 'is';
  const rows = await rowsOfPage(
    view(db)
      .$if(closed !== undefined, (query) => query.where('c.closed_at', is, null))
      .orderBy(sql`c.closed_at is not null`)
      .orderBy('c.id', 'desc'),
    page,
  );
  return {
    rows,
    total: await totalOf(
      db
        .selectFrom('consultations as c')
        .$if(closed !== undefined, (query) => query.where('c.closed_at', is, null)),
    ),
  };
}

/** False when it was closed before. */
export function closeConsultation(tx: Tx, id: number, user_id: number): Promise<boolean> {
  return hasRow(
    tx
      .updateTable('consultations')
      .set({ closed_at: sql`now()`, closed_by: user_id })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .returning('id'),
  );
}

export function findCompany(db: Handle, id: number) {
  return db.selectFrom('companies').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}
