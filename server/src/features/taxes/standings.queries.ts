import type { PersonFlags, Standing, TaxRegime } from '@kelisim/shared/features/taxes/standing.ts';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

export interface StandingOfDay extends PersonFlags {
  executor_company_id: number;
  name: string;
  /** Null: an individual of whom nobody has said how he works. */
  standing: Standing | null;
  tax_regime: TaxRegime | null;
  activity: string | null;
}

/** What executors are on a day, `YYYY-MM-DD`. Who registered as a sole trader or a legal entity is that until told otherwise. */
export async function listStandings(
  db: Handle,
  executor_ids: readonly number[],
  day: string,
): Promise<ReadonlyMap<number, StandingOfDay>> {
  const { rows } = await sql<StandingOfDay>`
    select c.id as executor_company_id, c.name,
      coalesce(s.standing, case c.type when 'individual' then null when 'ip' then 'ip' else 'too' end) as standing,
      s.tax_regime, s.activity, s.pension, s.disability, s.disability_until,
      coalesce(s.asks_for_opv, false) as asks_for_opv, coalesce(s.is_student, false) as is_student,
      coalesce(s.has_many_children, false) as has_many_children, coalesce(s.citizenship, 'kz') as citizenship,
      coalesce(s.has_residence_permit, false) as has_residence_permit,
      coalesce(s.is_tax_resident, true) as is_tax_resident
    from companies c
    left join lateral (
      select * from tax_standings t where t.executor_company_id = c.id and t.valid_from <= ${day}
      order by t.valid_from desc, t.id desc limit 1) s on true
    where c.id = any(${[...executor_ids]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.executor_company_id, row]));
}

/** Those of these who have the base deduction at this customer on a day. */
export async function listDeductions(
  db: Handle,
  company_id: number,
  executor_ids: readonly number[],
  day: string,
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('deduction_applications')
    .select('executor_company_id')
    .where('company_id', '=', company_id)
    .where('executor_company_id', '=', sql<number>`any(${[...executor_ids]}::bigint[])`)
    .where('valid_from', '<=', day)
    .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>=', day)]))
    .execute();
  return new Set(rows.map((row) => row.executor_company_id));
}
