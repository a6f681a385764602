import type { Handle, Tx } from '../../platform/db/database.ts';
import { sql, type Insertable } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { isDue } from '../../platform/jobs/each-job.ts';

/** Signed contracts with the agreement by which they are over on this day. */
export function listAgreedToEnd(db: Handle, today: string, most: number) {
  return db
    .selectFrom('documents as d')
    .innerJoin('documents as p', (join) =>
      join.onRef('p.company_id', '=', 'd.company_id').onRef('p.id', '=', 'd.parent_id'),
    )
    .select(['p.id', 'p.company_id', 'd.number', 'd.date', 'd.terminates_on'])
    .where('d.terminates_on', '<=', today)
    .where('d.status', 'in', ['signed', 'expired'])
    .where('p.status', '=', 'signed')
    .where(isDue('documents.end_agreed', sql.ref('p.id')))
    .orderBy('d.id')
    .limit(most)
    .execute();
}

/** Contracts that are over by this day. */
export function listOver(db: Handle, today: string, most: number) {
  return db
    .selectFrom('documents')
    .select(['id', 'company_id'])
    .where((eb) => eb.and({ status: 'signed', is_contract: true }))
    .where('end_date', '<', today)
    .where(isDue('documents.expire', sql.ref('documents.id')))
    .orderBy('end_date')
    .limit(most)
    .execute();
}

/** Contracts that end in these days, of which so many days before nobody was told, and that were not renewed. */
export function listEnding(
  db: Handle,
  { first, last, days }: { first: string; last: string; days: number },
  most: number,
) {
  return db
    .selectFrom('documents as d')
    .select(['d.id', 'd.company_id'])
    .where((eb) => eb.and({ 'd.status': 'signed', 'd.is_contract': true }))
    .where(isDue('documents.ends', sql.ref('d.id')))
    .where('d.end_date', '<=', last)
    .where('d.end_date', '>=', first)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('document_notices as n')
            .select('n.days')
            .whereRef('n.company_id', '=', 'd.company_id')
            .whereRef('n.document_id', '=', 'd.id')
            .whereRef('n.end_date', '=', 'd.end_date')
            .where('n.days', '=', days),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('documents as r')
            .select('r.id')
            .whereRef('r.company_id', '=', 'd.company_id')
            .whereRef('r.renewed_from_id', '=', 'd.id')
            .where('r.status', 'not in', ['deleted', 'refused']),
        ),
      ),
    )
    .limit(most)
    .execute();
}

/** Undefined when it was told before. */
export function addEndNotice(tx: Tx, notice: Insertable<Tables['document_notices']>) {
  return tx
    .insertInto('document_notices')
    .values(notice)
    .onConflict((oc) => oc.doNothing())
    .returning('days')
    .executeTakeFirst();
}
