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

/** The same with all else that stands above the lines: the contract, the rate of VAT, the days for signing. */
export async function findHeadOfPaper(db: Handle, act: LockedAct) {
  const rows = await partiesQuery(db, act)
    .innerJoin('documents as d', (join) =>
      join.on('d.company_id', '=', act.company_id).on('d.id', '=', act.contract_id),
    )
    .select(['c.signing_term_days', 'd.title', 'd.number', 'd.date'])
    .select(vatRateOn(act.contractor_company_id, act.end_date).as('vat_rate'))
    .modifyEnd(ONE_PLAN)
    .execute();
  const { customer, executor } = bySide(act, rows);
  const { title, number, date, vat_rate, signing_term_days } = customer;
  return { customer, executor, contract: { title, number, date }, vat_rate, signing_term_days };
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
