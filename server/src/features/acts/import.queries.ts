import type { Handle } from '../../platform/db/database.ts';
import { getCompany } from '../../platform/db/get-company.ts';
import { sql } from 'kysely';

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

export type Alike = {
  contractor_company_id: number;
  start_date: string;
  end_date: string;
  amount_tiyn: bigint;
};

export const keyOf = (act: Alike) =>
  [act.contractor_company_id, act.start_date, act.end_date, act.amount_tiyn].join(' ');

/** The latest act alike of each; annulled ones and corrections do not count, nor does what the run itself made. */
export async function findAlike(
  db: Handle,
  company_id: number,
  wanted: readonly Alike[],
  except_run_id: number | null = null,
): Promise<Map<string, { id: number; number: string }>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<Alike & { id: number; year: number; number: number }>`
    select distinct on (a.contractor_company_id, a.start_date, a.end_date, a.amount_tiyn)
      a.contractor_company_id, a.start_date, a.end_date, a.amount_tiyn, a.id, a.year, a.number
    from unnest(
      ${wanted.map((one) => one.contractor_company_id)}::bigint[],
      ${wanted.map((one) => one.start_date)}::date[],
      ${wanted.map((one) => one.end_date)}::date[],
      ${wanted.map((one) => String(one.amount_tiyn))}::bigint[]
    ) as w (contractor_company_id, start_date, end_date, amount_tiyn)
    join acts a using (contractor_company_id, start_date, end_date, amount_tiyn)
    where a.company_id = ${company_id}
      and a.deleted_at is null
      and a.status <> 'annulled'
      and a.corrects_act_id is null
      and (a.import_run_id is null or a.import_run_id is distinct from ${except_run_id}::bigint)
    order by a.contractor_company_id, a.start_date, a.end_date, a.amount_tiyn, a.id desc
  `.execute(db);
  return new Map(
    rows.map((row) => [
      keyOf({ ...row, amount_tiyn: BigInt(row.amount_tiyn) }),
      { id: row.id, number: `${row.number}/${row.year}` },
    ]),
  );
}

/** Every row of the table is in exactly one of the three; what waits in the run, or was left when it was stopped, is skipped so far. */
export async function countRows(
  db: Handle,
  run_id: number,
): Promise<{ created: number; skipped: number; failed: number }> {
  const rows = await db
    .selectFrom('bulk_items')
    .select(['status', sql<number>`sum((payload->>'rows')::bigint)::bigint`.as('rows')])
    .where('run_id', '=', run_id)
    .groupBy('status')
    .execute();
  const of = (status: string) => rows.find((row) => row.status === status)?.rows ?? 0;
  return { created: of('ok'), skipped: of('waiting') + of('stopped'), failed: of('failed') };
}
