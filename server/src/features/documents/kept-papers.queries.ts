import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';

export function findParent(db: Handle, company_id: number, document_id: number) {
  return db
    .selectFrom('documents')
    .select(['id', 'contractor_company_id', 'type', 'status', 'start_date', 'end_date'])
    .where((eb) => eb.and({ company_id, id: document_id }))
    .where('status', '<>', 'deleted')
    .where('is_contract', '=', true)
    .forShare()
    .executeTakeFirst();
}

/** A contract that acts may be made under: signed by both; locked against change while the act is made. */
export function holdUsableContracts(tx: Tx, company_id: number, document_ids: readonly number[]) {
  return tx
    .selectFrom('documents as d')
    .innerJoin('executors as e', (join) =>
      join
        .onRef('e.company_id', '=', 'd.company_id')
        .onRef('e.executor_company_id', '=', 'd.contractor_company_id'),
    )
    .select(['d.id', 'd.contractor_company_id', 'd.start_date', 'd.end_date'])
    .where('d.company_id', '=', company_id)
    .where('d.id', '=', sql<number>`any(${[...document_ids]}::bigint[])`)
    .where('d.status', 'in', ['signed', 'expired'])
    .where('d.is_contract', '=', true)
    .where('d.type', '<>', 'nda')
    .orderBy('d.id')
    .forShare('d')
    .execute();
}

export function findContractOnPaper(db: Handle, company_id: number, document_id: number) {
  return db
    .selectFrom('documents')
    .select(['title', 'number', 'date'])
    .where((eb) => eb.and({ company_id, id: document_id }))
    .executeTakeFirstOrThrow();
}

export function listContractsOnPaper(db: Handle, company_id: number, document_ids: readonly number[]) {
  return db
    .selectFrom('documents')
    .select(['id', 'title', 'number', 'date'])
    .where('company_id', '=', company_id)
    .where('id', '=', sql<number>`any(${[...document_ids]}::bigint[])`)
    .execute();
}

/** Freezes nothing by itself: other words under a paper that stays the same. */
export async function replaceSource(
  tx: Tx,
  { id, company_id, ...source }: { id: number; company_id: number; date: string; source_file_id: number },
): Promise<void> {
  await tx
    .updateTable('documents')
    .set(source)
    .where((eb) => eb.and({ company_id, id }))
    .execute();
}

/** One of the company's in the bin. A deleted contract changes no more, so its last change is its deletion. */
export function lockInBin(tx: Tx, company_id: number, document_id: number) {
  return tx
    .selectFrom('documents')
    .selectAll()
    .where((eb) => eb.and({ company_id, id: document_id, status: 'deleted' }))
    .where(sql<boolean>`bin_ends(updated_at) > now()`)
    .forUpdate()
    .executeTakeFirst();
}

export function findDeleted(tx: Tx, company_id: number, document_id: number) {
  return tx
    .selectFrom('documents')
    .select('id')
    .where((eb) => eb.and({ company_id, id: document_id, status: 'deleted' }))
    .executeTakeFirst();
}

export function findOwn(db: Handle, company_id: number, document_id: number) {
  return db
    .selectFrom('documents')
    .selectAll()
    .where((eb) => eb.and({ company_id, id: document_id }))
    .where('status', '<>', 'deleted')
    .executeTakeFirst();
}
