import {
  costsOf,
  type Costs,
  type Standing,
  type TaxRegime,
} from '@kelisim/shared/features/taxes/standing.ts';
import { sql } from 'kysely';
import { BOTH_SIGNED } from '@kelisim/shared/features/acts/act-status.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { listVatRatesOn } from '../vat/public.ts';
import { listStandings } from './standings.queries.ts';

interface RegimeOfAct {
  act_id: number;
  executor_company_id: number;
  /** Null: an individual of whom nobody had said how they work. */
  standing: Standing | null;
  tax_regime: TaxRegime | null;
}

/** Of acts `a`, as what their executor was known on the day of the act. */
const regimeOfActs = sql`
  acts a
  join companies c on c.id = a.contractor_company_id
  left join lateral (
    select t.standing, t.tax_regime from tax_standings t
    where t.executor_company_id = c.id and t.valid_from <= a.act_date and t.created_at <= a.frozen_at
    order by t.valid_from desc, t.id desc limit 1) f on true
  left join lateral standing_on(c.id, a.act_date) n on true
  cross join lateral (
    select case when is_known then f.standing
        else coalesce(n.standing, case c.type when 'individual' then null when 'ip' then 'ip' else 'too' end) end as standing,
      case when is_known then f.tax_regime else n.tax_regime end as tax_regime
    from (select coalesce(f.tax_regime is not null or f.standing in ('individual', 'self_employed'), false)) k (is_known)
  ) w
  left join frozen_costs z on z.company_id = a.company_id and z.act_id = a.id`;

/**
 * Whether the cost of each of these acts of a customer is deducted, by the regime of the executor on the day of the act. What
 * was known when the paper was frozen stays, whatever is said later; what was not known then is taken from later words, until
 * the period is closed.
 */
export async function listCosts(
  db: Handle,
  company_id: number,
  act_ids: readonly number[],
): Promise<ReadonlyMap<number, RegimeOfAct & { costs: Costs | null }>> {
  const { rows } = await sql<RegimeOfAct>`
    select a.id as act_id, c.id as executor_company_id,
      case when z.act_id is null then w.standing else z.standing end as standing,
      case when z.act_id is null then w.tax_regime else z.tax_regime end as tax_regime
    from ${regimeOfActs}
    where a.company_id = ${company_id} and a.id = any(${[...act_ids]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.act_id, { ...row, costs: costsOf(row.standing, row.tax_regime) }]));
}

/** Stores it of the acts until a day, with those of periods that were closed before it was stored. */
export async function freezeCosts(tx: Tx, company_id: number, closed_until: string): Promise<void> {
  await sql`
    insert into frozen_costs (company_id, act_id, date, standing, tax_regime)
    select a.company_id, a.id, a.act_date, w.standing, w.tax_regime from ${regimeOfActs}
    where a.company_id = ${company_id} and a.act_date <= ${closed_until} and a.frozen_at is not null and z.act_id is null`.execute(
    tx,
  );
}

export interface SupplierOfDay {
  executor_company_id: number;
  /** Of the last act that both have signed; of an executor without one the day that was asked of. */
  day: string;
  /** Null: an individual of whom nobody has said how they work. */
  standing: Standing | null;
  tax_regime: TaxRegime | null;
  /** Percent; null: nobody knows of any. */
  vat_rate: number | null;
  costs: Costs | null;
}

/** What executors of a customer were when it last received something of them: status, regime and VAT of that day. */
export async function listSuppliers(
  db: Handle,
  company_id: number,
  executor_ids: readonly number[],
  today: string,
): Promise<ReadonlyMap<number, SupplierOfDay>> {
  const last = await sql<{ id: number; executor_company_id: number; day: string; vat_rate: number | null }>`
    select distinct on (contractor_company_id) id, contractor_company_id as executor_company_id, act_date as day, vat_rate
    from acts where company_id = ${company_id} and contractor_company_id = any(${[...executor_ids]}::bigint[])
      and deleted_at is null and status in (${sql.join(BOTH_SIGNED)})
    order by contractor_company_id, act_date desc, id desc`.execute(db);
  const act_ids = last.rows.map(({ id }) => id);
  const ofAct = await listCosts(db, company_id, act_ids);
  const ofToday = await listStandings(db, executor_ids, today);
  const known = new Map(last.rows.map((row) => [row.executor_company_id, row]));
  const suppliers = executor_ids.map((executor_company_id) => {
    const act = known.get(executor_company_id);
    const { standing, tax_regime } = act ? ofAct.get(act.id)! : ofToday.get(executor_company_id)!;
    return {
      executor_company_id,
      day: act?.day ?? today,
      standing,
      tax_regime,
      costs: costsOf(standing, tax_regime),
    };
  });
  // The VAT of a signed act is what the act says, whatever is told of its day later.
  const rates = await listVatRatesOn(
    db,
    executor_ids.flatMap((id) => (known.has(id) ? [] : [[id, today]])),
  );
  return new Map(
    suppliers.map((one) => [
      one.executor_company_id,
      {
        ...one,
        vat_rate:
          (known.get(one.executor_company_id) ?? { vat_rate: rates.get(one.executor_company_id) }).vat_rate ??
          null,
      },
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
