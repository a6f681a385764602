import {
  costsOf,
  type Costs,
  type Standing,
  type TaxRegime,
} from '@kelisim/shared/features/taxes/standing.ts';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

interface RegimeOfAct {
  act_id: number;
  executor_company_id: number;
  standing: Standing;
  tax_regime: TaxRegime | null;
}

/**
 * Whether the cost of each of these acts of a customer is deducted, by the regime of the executor on the day of the act. What
 * was known when the paper was frozen stays, whatever is said later; what was not known then is taken from later words.
 */
export async function listCosts(
  db: Handle,
  company_id: number,
  act_ids: readonly number[],
): Promise<ReadonlyMap<number, { executor_company_id: number; costs: Costs | null }>> {
  const { rows } = await sql<RegimeOfAct>`
    select a.id as act_id, c.id as executor_company_id, w.tax_regime,
      coalesce(w.standing, case when c.type in ('individual', 'ip') then c.type else 'too' end) as standing
    from acts a
    join companies c on c.id = a.contractor_company_id
    left join lateral (
      select t.standing, t.tax_regime from tax_standings t
      where t.executor_company_id = c.id and t.valid_from <= a.act_date and t.created_at <= a.frozen_at
      order by t.valid_from desc, t.id desc limit 1) f on true
    left join lateral standing_on(c.id, a.act_date) n on true
    cross join lateral (
      select case when is_known then f.standing else n.standing end as standing,
        case when is_known then f.tax_regime else n.tax_regime end as tax_regime
      from (select coalesce(f.tax_regime is not null or f.standing in ('individual', 'self_employed'), false)) k (is_known)
    ) w
    where a.company_id = ${company_id} and a.id = any(${[...act_ids]}::bigint[])`.execute(db);
  return new Map(
    rows.map(({ act_id, executor_company_id, standing, tax_regime }) => [
      act_id,
      { executor_company_id, costs: costsOf(standing, tax_regime) },
    ]),
  );
}

const WEIGHT = { deducted: 1, unknown: 2, not_deducted: 3 } as const;

/** Of each executor what matters most to the customer: an act that is not deducted before one of which nobody knows. */
export async function listCostsOfPayees(
  db: Handle,
  company_id: number,
  act_ids: readonly number[],
): Promise<ReadonlyMap<number, Costs>> {
  const worst = new Map<number, Costs>();
  for (const { executor_company_id: id, costs } of (await listCosts(db, company_id, act_ids)).values()) {
    const known = worst.get(id);
    if (costs && (!known || WEIGHT[costs] > WEIGHT[known])) worst.set(id, costs);
  }
  return worst;
}
