import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { ONE_PLAN } from '../../platform/db/named-statements.ts';
import { vatRateOn } from '../vat/public.ts';
import type { LockedAct } from './acts.queries.ts';

const PARTY = [
  'c.id',
  'c.name',
  'c.name_kz',
  'c.bin',
  'c.address',
  'c.phone',
  'c.email',
  'c.ceo_name',
  'c.director_position',
  'c.document_language',
] as const;

type Sides = Pick<LockedAct, 'company_id' | 'contractor_company_id'>;

/** Both sides of the paper as they are now. */
export async function findPartiesOnPaper(db: Handle, company_id: number, contractor_company_id: number) {
  const sides = { company_id, contractor_company_id };
  return bySide(sides, await partiesQuery(db, sides).execute());
}

/** The same of stored acts, with all else that stands above the lines: the contract, the rate of VAT, the days for signing. */
export async function listHeadsOfPapers<Act extends LockedAct>(db: Handle, acts: readonly Act[]) {
  const rows = await db
    .selectFrom('acts as a')
    .innerJoin('documents as d', (join) =>
      join.onRef('d.company_id', '=', 'a.company_id').onRef('d.id', '=', 'a.contract_id'),
    )
    .innerJoin('companies as c', (join) =>
      join.on(sql<boolean>`c.id = any(array[a.company_id, a.contractor_company_id])`),
    )
    .select(['a.id as act_id', ...PARTY, 'c.signing_term_days', 'd.title', 'd.number', 'd.date'])
    .select(vatRateOn(sql.ref('a.contractor_company_id'), sql.ref('a.end_date')).as('vat_rate'))
    .where('a.id', '=', sql<number>`any(${acts.map(({ id }) => id)}::bigint[])`)
    .modifyEnd(ONE_PLAN)
    .execute();
  const byAct = Map.groupBy(rows, (row) => row.act_id);
  return acts.map((act) => {
    const { customer, executor } = bySide(act, byAct.get(act.id) ?? []);
    const { title, number, date, vat_rate, signing_term_days } = customer;
    return { act, customer, executor, contract: { title, number, date }, vat_rate, signing_term_days };
  });
}

function partiesQuery(db: Handle, { company_id, contractor_company_id }: Sides) {
  return db
    .selectFrom('companies as c')
    .select(PARTY)
    .where('c.id', 'in', [company_id, contractor_company_id]);
}

function bySide<Row extends { id: number }>({ company_id, contractor_company_id }: Sides, rows: Row[]) {
  return {
    // Both are there: the act refers to them.
    customer: rows.find((row) => row.id === company_id)!,
    // As above.
    executor: rows.find((row) => row.id === contractor_company_id)!,
  };
}
