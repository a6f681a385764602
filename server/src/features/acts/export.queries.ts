import { sql } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { actsMatching, type ActFilter } from './find-acts.queries.ts';

/** A row per service of each act, in the order of the numbers. */
export async function listExportRows(
  db: Handle,
  actor: CompanyActor,
  wanted: { act_ids: readonly number[] } | { filter: ActFilter },
  most: number,
) {
  const where = await actsMatching(db, actor, 'filter' in wanted ? wanted.filter : {});
  let query = db
    .selectFrom('acts as a')
    .innerJoin('act_services as s', (join) =>
      join.onRef('s.company_id', '=', 'a.company_id').onRef('s.act_id', '=', 'a.id'),
    )
    .innerJoin('service_categories as k', 'k.id', 's.category_id')
    .innerJoin('units as u', 'u.id', 's.unit_id')
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .innerJoin('companies as x', 'x.id', 'a.contractor_company_id')
    .innerJoin('documents as d', (join) =>
      join.onRef('d.company_id', '=', 'a.company_id').onRef('d.id', '=', 'a.contract_id'),
    )
    .select([
      'a.number',
      'a.year',
      'a.title',
      'a.status',
      'a.act_date',
      'a.start_date',
      'a.end_date',
      'a.knp',
      'a.additional_info',
      'a.amount_tiyn',
      'a.covered_tiyn',
      // As they were called when the month of the act was closed.
      sql<string>`coalesce(frozen_name(a.company_id, c.id, a.act_date), c.name)`.as('company_name'),
      sql<string>`coalesce(frozen_name(a.company_id, x.id, a.act_date), x.name)`.as('contractor_name'),
      'x.bin as contractor_bin',
      'd.title as contract_title',
      'd.number as contract_number',
      'd.date as contract_date',
      's.description',
      's.quantity',
      's.rate_tiyn',
      's.kind',
      's.taxed',
      's.service_date',
      'k.name_ru as category_ru',
      'k.name_kz as category_kz',
      'u.name_ru as unit_ru',
      'u.name_kz as unit_kz',
    ])
    .where(where)
    .orderBy('a.year')
    .orderBy('a.number')
    .orderBy('a.id')
    .orderBy('s.position')
    .limit(most);
  if ('act_ids' in wanted) query = query.where(sql<boolean>`a.id = any(${[...wanted.act_ids]}::bigint[])`);
  return query.execute();
}
export type ExportRow = Awaited<ReturnType<typeof listExportRows>>[number];
