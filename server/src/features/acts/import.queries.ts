import type { Handle } from '../../platform/db/database.ts';
import { getCompany } from '../../platform/db/get-company.ts';

/** What the rows of a spreadsheet may refer to: living contracts with their executors, categories, units, days. */
export async function listImportReferences(db: Handle, company_id: number) {
  const [contracts, categories, units, company] = await Promise.all([
    db
      .selectFrom('documents as d')
      .innerJoin('companies as x', 'x.id', 'd.contractor_company_id')
      .innerJoin('executors as e', (join) =>
        join
          .onRef('e.company_id', '=', 'd.company_id')
          .onRef('e.executor_company_id', '=', 'd.contractor_company_id')
          .on('e.status', '<>', 'removed'),
      )
      .select([
        'd.id',
        'd.title',
        'd.number',
        'd.start_date',
        'd.end_date',
        'x.id as contractor_company_id',
        'x.bin',
        'x.name',
        'e.status as executor_status',
      ])
      .where('d.company_id', '=', company_id)
      .where('d.status', 'in', ['signed', 'expired'])
      .where('d.is_contract', '=', true)
      .where('d.type', '<>', 'nda')
      // Of those who are stopped too, so that their rows are told why they are refused.
      .orderBy('x.sort_key')
      .orderBy('d.sort_key')
      .execute(),
    db.selectFrom('service_categories').select(['id', 'code', 'name_ru', 'name_kz']).orderBy('id').execute(),
    db.selectFrom('units').select(['id', 'code', 'name_ru', 'name_kz']).orderBy('id').execute(),
    getCompany(db, company_id, ['closed_until']),
  ]);
  return { contracts, categories, units, closed_until: company.closed_until };
}
export type ImportReferences = Awaited<ReturnType<typeof listImportReferences>>;
