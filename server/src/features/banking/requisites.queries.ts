import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import { idOf } from '../../platform/db/id-of.ts';

function living(db: Handle, company_id: number, locale: Locale) {
  return db
    .selectFrom('bank_requisites as r')
    .innerJoin('banks as b', 'b.id', 'r.bank_id')
    .innerJoin('companies as c', 'c.id', 'r.company_id')
    .select([
      'r.id',
      'r.bank_id',
      locale === 'kz' ? 'b.name_kz as bank_name' : 'b.name_ru as bank_name',
      'b.code as bank_code',
      'b.bic',
      'r.iban',
      'r.kbe',
      'c.bin',
      'r.is_main',
      'r.created_at',
      'r.updated_at',
    ])
    .where('r.company_id', '=', company_id)
    .where('r.deleted_at', 'is', null);
}

/** The main one first, then in the order they were added. */
export function listRequisiteRows(db: Handle, company_id: number, locale: Locale) {
  return living(db, company_id, locale).orderBy('r.is_main', 'desc').orderBy('r.id').execute();
}
export type RequisiteRow = Awaited<ReturnType<typeof listRequisiteRows>>[number];

export function getRequisiteRow(db: Handle, company_id: number, id: number, locale: Locale) {
  return living(db, company_id, locale).where('r.id', '=', id).executeTakeFirstOrThrow();
}

/** Locks the company, so that two who change its accounts at once come one after the other. */
export function lockOwner(tx: Tx, company_id: number) {
  return tx
    .selectFrom('companies')
    .select(['id', 'bin', 'kbe', 'type'])
    .where('id', '=', company_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export function listOwnRequisites(tx: Tx, company_id: number) {
  return tx
    .selectFrom('bank_requisites')
    .select(['id', 'bank_id', 'iban', 'kbe', 'is_main'])
    .where('company_id', '=', company_id)
    .where('deleted_at', 'is', null)
    .execute();
}

export function findBank(db: Handle, bank_id: number) {
  return db
    .selectFrom('banks')
    .select(['id', 'iban_code', 'is_active'])
    .where('id', '=', bank_id)
    .executeTakeFirst();
}

/** The bank that everything that was said fits. */
export async function findBankBy(
  db: Handle,
  asked: { bank_id?: number | undefined; bank_code?: string | undefined; bic?: string | undefined },
): Promise<number | null> {
  const row = await db
    .selectFrom('banks')
    .select('id')
    .$if(asked.bank_id !== undefined, (qb) => qb.where('id', '=', asked.bank_id!))
    .$if(asked.bank_code !== undefined, (qb) => qb.where('code', '=', asked.bank_code!))
    .$if(asked.bic !== undefined, (qb) => qb.where('bic', '=', asked.bic!))
    .orderBy('is_active', 'desc')
    .executeTakeFirst();
  return row?.id ?? null;
}

export function findBankOfCode(db: Handle, iban_code: string, locale: Locale) {
  return db
    .selectFrom('banks')
    .select(locale === 'kz' ? 'name_kz as name' : 'name_ru as name')
    .where('iban_code', '=', iban_code)
    .executeTakeFirst();
}

export async function addRequisiteRow(
  tx: Tx,
  row: { company_id: number; bank_id: number; iban: string; kbe: string; is_main: boolean },
): Promise<number> {
  return idOf(tx.insertInto('bank_requisites').values(row).returning('id'));
}

export async function setRequisite(
  tx: Tx,
  company_id: number,
  id: number,
  set: { bank_id?: number; iban?: string; kbe?: string; is_main?: boolean },
): Promise<void> {
  await tx
    .updateTable('bank_requisites')
    .set({ ...set, updated_at: sql`now()` })
    .where((eb) => eb.and({ company_id, id }))
    .execute();
}

export async function removeRequisite(tx: Tx, company_id: number, id: number): Promise<void> {
  await tx
    .updateTable('bank_requisites')
    .set({ deleted_at: sql`now()`, is_main: false })
    .where((eb) => eb.and({ company_id, id }))
    .execute();
}

/** Also when it was removed since. */
export function wasOwnRequisite(db: Handle, company_id: number, id: number): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('bank_requisites')
      .select('id')
      .where((eb) => eb.and({ company_id, id })),
  );
}

/** In no order: names are sorted by the alphabet of their language. */
export function listBanks(db: Handle, locale: Locale) {
  const name = locale === 'kz' ? 'name_kz' : 'name_ru';
  return db
    .selectFrom('banks')
    .select(['id', 'code', 'bic', 'iban_code', `${name} as name`])
    .where('is_active', '=', true)
    .execute();
}
