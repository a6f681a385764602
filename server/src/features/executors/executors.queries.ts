import type { Handle } from '../../platform/db/database.ts';

/** Executors to choose from with the contracts that acts may still be made under. */
export async function listExecutorNames(db: Handle, company_id: number, today: string) {
  const executors = await db
    .selectFrom('executors as e')
    .innerJoin('companies as x', 'x.id', 'e.executor_company_id')
    .select(['e.executor_company_id', 'x.name as company_name', 'x.bin', 'e.status'])
    .where('e.company_id', '=', company_id)
    .where('e.status', '<>', 'removed')
    .orderBy('x.sort_key')
    .execute();
  const contracts = await db
    .selectFrom('documents')
    .select(['id', 'title', 'start_date', 'end_date', 'contractor_company_id'])
    .where('company_id', '=', company_id)
    .where('status', '=', 'signed')
    .where('type', '<>', 'nda')
    .where('end_date', '>=', today)
    .orderBy('end_date', 'desc')
    .execute();
  const byExecutor = Map.groupBy(contracts, (row) => row.contractor_company_id);
  return executors.map((executor) => ({
    ...executor,
    status: executor.status as 'invited' | 'active' | 'stopped' | 'removed',
    contracts: (byExecutor.get(executor.executor_company_id) ?? []).map(
      ({ contractor_company_id: _, ...row }) => row,
    ),
  }));
}
