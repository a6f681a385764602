import type { TemplateSort } from '@kelisim/shared/features/templates/template-fields.ts';
import { sql } from 'kysely';
import { rowsOfPage, totalOf } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import { idOf } from '../../platform/db/id-of.ts';

function templateQuery(db: Handle) {
  return db
    .selectFrom('contract_templates as t')
    .innerJoin('files as f', (join) =>
      join.onRef('f.company_id', '=', 't.company_id').onRef('f.id', '=', 't.file_id'),
    )
    .select(['t.id', 't.company_id', 't.name', 't.fields', 't.file_id', 't.created_at', 't.updated_at'])
    .select(['f.size_bytes', 'f.storage_key', 'f.sha256'])
    .select((eb) =>
      eb
        .selectFrom('documents as d')
        .select(sql<number>`count(*)`.as('used'))
        .whereRef('d.company_id', '=', 't.company_id')
        .whereRef('d.template_id', '=', 't.id')
        .where('d.status', '<>', 'deleted')
        .as('used'),
    )
    .where('t.deleted_at', 'is', null);
}
export type TemplateRow = Awaited<ReturnType<ReturnType<typeof templateQuery>['executeTakeFirstOrThrow']>>;

export async function listTemplateRows(
  db: Handle,
  company_id: number,
  sort: TemplateSort,
  { page, limit }: { page: number; limit: number },
) {
  const column = sort.endsWith('name') ? 't.sort_key' : 't.created_at';
  const order = sort.startsWith('-') ? 'desc' : 'asc';
  const rows = await rowsOfPage(
    templateQuery(db).where('t.company_id', '=', company_id).orderBy(column, order).orderBy('t.id', order),
    { page, limit },
  );
  return {
    rows,
    total: await totalOf(
      db
        .selectFrom('contract_templates')
        .where('company_id', '=', company_id)
        .where('deleted_at', 'is', null),
    ),
  };
}

export function findTemplate(db: Handle, company_id: number, template_id: number) {
  return templateQuery(db)
    .where((eb) => eb.and({ 't.company_id': company_id, 't.id': template_id }))
    .executeTakeFirst();
}

export async function addTemplate(
  tx: Tx,
  template: { company_id: number; name: string; file_id: number; fields: string[]; created_by: number },
): Promise<number> {
  return idOf(tx.insertInto('contract_templates').values(template).returning('id'));
}

export function setTemplate(
  tx: Tx,
  company_id: number,
  template_id: number,
  change: { name: string; file_id: number; fields: string[] },
): Promise<boolean> {
  return hasRow(
    tx
      .updateTable('contract_templates')
      .set({ ...change, updated_at: sql`now()` })
      .where((eb) => eb.and({ company_id, id: template_id }))
      .where('deleted_at', 'is', null)
      .returning('id'),
  );
}

/** Again is the same; false when the company never had it. */
export async function deleteTemplate(
  db: Handle,
  { company_id, user_id }: { company_id: number; user_id: number },
  template_id: number,
): Promise<boolean> {
  return hasRow(
    db
      .updateTable('contract_templates')
      .set({
        deleted_at: sql`coalesce(deleted_at, now())`,
        deleted_by: sql`case when deleted_at is null then ${user_id} else deleted_by end`,
      })
      .where((eb) => eb.and({ company_id, id: template_id }))
      .returning('id'),
  );
}

/** Out of the bin; of what is not in it nothing changes. */
export async function restoreTemplate(db: Handle, company_id: number, template_id: number): Promise<void> {
  await db
    .updateTable('contract_templates')
    .set({ deleted_at: null, deleted_by: null })
    .where((eb) => eb.and({ company_id, id: template_id }))
    .where(sql<boolean>`bin_ends(deleted_at) > now()`)
    .execute();
}

/** Who they are and where their money goes, as a contract names it. The main account, else the newest. */
export function listPartyFacts(db: Handle, company_ids: readonly number[]) {
  return db
    .selectFrom('companies as c')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('bank_requisites as r')
          .innerJoin('banks as b', 'b.id', 'r.bank_id')
          .select(['r.iban', 'r.kbe as account_kbe', 'b.bic', 'b.name_ru', 'b.name_kz'])
          .whereRef('r.company_id', '=', 'c.id')
          .where('r.deleted_at', 'is', null)
          .orderBy('r.is_main', 'desc')
          .orderBy('r.id', 'desc')
          .limit(1)
          .as('account'),
      (join) => join.onTrue(),
    )
    .leftJoin('users as u', 'u.id', 'c.director_id')
    .select([
      'c.id',
      'c.name',
      'c.name_kz as legal_kz',
      'c.bin',
      'c.address',
      'c.phone',
      'c.email',
      'c.ceo_name',
      'c.director_position',
    ])
    .select(['c.kbe', 'c.document_language', 'u.full_name as director_name'])
    .select(['account.iban', 'account.account_kbe', 'account.bic', 'account.name_ru', 'account.name_kz'])
    .where('c.id', 'in', [...company_ids])
    .execute();
}
export type PartyFacts = Awaited<ReturnType<typeof listPartyFacts>>[number];

/** Those of the companies that are executors of this one, whatever their state. */
export async function listExecutorsHere(
  db: Handle,
  company_id: number,
  executor_company_ids: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('executors')
    .select('executor_company_id')
    .where('company_id', '=', company_id)
    .where('executor_company_id', 'in', [...executor_company_ids])
    .execute();
  return rows.map((row) => row.executor_company_id);
}

/** Of a template that contracts were made from, also when it is out of the list. */
export function findTemplateName(db: Handle, company_id: number, template_id: number) {
  return db
    .selectFrom('contract_templates')
    .select(['id', 'name'])
    .where((eb) => eb.and({ company_id, id: template_id }))
    .executeTakeFirst();
}
