import {
  isOfMonth,
  mayBeOfEntity,
  type EarlierKind,
  type OwnEarlierKind,
} from '@kelisim/shared/features/taxes/earlier.ts';
import { YEAR_BEGINS, type YearSoFar } from '@kelisim/shared/features/taxes/reckon-individual.ts';
import { sql } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';

export interface EarlierFigure {
  executor_company_id: number;
  /** The customer whose figure it is; null: the person's own word. */
  company_id: number | null;
  kind: EarlierKind;
  period: string;
  amount_tiyn: bigint;
  source: string;
  source_on: string;
}

export const earlierKey = ({
  executor_company_id,
  kind,
  period,
}: Pick<EarlierFigure, 'executor_company_id' | 'kind' | 'period'>) =>
  `${executor_company_id} ${kind} ${period}`;

/** What one side told last of these people, by `earlierKey`. */
export async function listLastEarlier(
  db: Handle,
  company_id: number | null,
  executor_ids: readonly number[],
): Promise<ReadonlyMap<string, EarlierFigure>> {
  const rows = await db
    .selectFrom('earlier_incomes')
    .select(['executor_company_id', 'company_id', 'kind', 'period', 'amount_tiyn', 'source', 'source_on'])
    .distinctOn(['executor_company_id', 'kind', 'period'])
    .where('company_id', company_id === null ? 'is' : '=', company_id)
    .where('executor_company_id', '=', sql<number>`any(${[...executor_ids]}::bigint[])`)
    .orderBy('executor_company_id')
    .orderBy('kind')
    .orderBy('period')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [earlierKey(row), row]));
}

export async function addEarlier(tx: Tx, figures: readonly EarlierFigure[], told_by: number): Promise<void> {
  if (figures.length === 0) return;
  await tx
    .insertInto('earlier_incomes')
    .values(figures.map((figure) => ({ ...figure, told_by })))
    .execute();
}

/** With what the years of people begin at a customer, where it was told, by `yearKey`. */
export async function listYearsBefore(
  db: Handle,
  { company_id, executor_ids }: { company_id: number; executor_ids?: readonly number[] },
): Promise<ReadonlyMap<string, YearSoFar>> {
  const rows = await db
    .selectFrom('earlier_incomes')
    .select(['executor_company_id', 'kind', 'period', 'amount_tiyn'])
    .distinctOn(['executor_company_id', 'kind', 'period'])
    .where('company_id', '=', company_id)
    .$if(executor_ids !== undefined, (query) =>
      query.where('executor_company_id', '=', sql<number>`any(${[...(executor_ids ?? [])]}::bigint[])`),
    )
    .orderBy('executor_company_id')
    .orderBy('kind')
    .orderBy('period')
    .orderBy('id', 'desc')
    .execute();
  const years = new Map<string, YearSoFar>();
  for (const { executor_company_id, kind, period, amount_tiyn } of rows) {
    if (isOfMonth(kind) || mayBeOfEntity(kind)) continue;
    const key = yearKey(executor_company_id, period);
    years.set(key, { ...(years.get(key) ?? YEAR_BEGINS), [`${kind}_tiyn`]: amount_tiyn });
  }
  return years;
}

/** @param day or month of the year */
export const yearKey = (executor_company_id: number, day: string) =>
  `${executor_company_id} ${day.slice(0, 4)}`;

/**
 * What a self-employed person had in a month, or a supplier in a year, outside Kelisim: the executor's own word of all of it, or
 * what customers say they paid there, whichever is more. One customer knows of its own payments and the executor's word.
 */
export async function sumDeclared(
  db: Handle,
  executor_company_id: number,
  { kind, period }: { kind: OwnEarlierKind; period: string },
  company_id: number | null = null,
): Promise<bigint> {
  const { rows } = await sql<{ declared_tiyn: bigint }>`
    select greatest(
      coalesce(sum(amount_tiyn) filter (where e.company_id is not null), 0),
      coalesce(max(amount_tiyn) filter (where e.company_id is null), 0))::bigint as declared_tiyn
    from (
      select distinct on (company_id) company_id, amount_tiyn from earlier_incomes
      where executor_company_id = ${executor_company_id} and kind = ${kind} and period = ${period}
      order by company_id, id desc) e
    where ${company_id}::bigint is null or e.company_id is null or e.company_id = ${company_id}`.execute(db);
  return rows[0]!.declared_tiyn;
}

/** To a company its own and what the person says; to the person all. */
export function listEarlier(db: Handle, { role, company_id }: CompanyActor, executor_id: number) {
  return db
    .selectFrom('earlier_incomes as e')
    .leftJoin('users as u', 'u.id', 'e.told_by')
    .leftJoin('companies as c', 'c.id', 'e.company_id')
    .select([
      'e.id',
      'e.company_id',
      'e.kind',
      'e.period',
      'e.amount_tiyn',
      'e.source',
      'e.source_on',
      'e.created_at',
      'u.full_name',
      'c.name as company_name',
    ])
    .select(sql<boolean>`e.id < max(e.id) over (partition by e.company_id, e.kind, e.period)`.as('is_past'))
    .where('e.executor_company_id', '=', executor_id)
    .$if(role === 'business', (query) =>
      query.where((eb) => eb.or([eb('e.company_id', 'is', null), eb('e.company_id', '=', company_id)])),
    )
    .orderBy('e.id', 'desc')
    .execute();
}

/** Whom figures can be told of: all that work for the company. */
export function listPeople(db: Handle, company_id: number) {
  return db
    .selectFrom('executors as e')
    .innerJoin('companies as c', 'c.id', 'e.executor_company_id')
    .select(['c.id', 'c.bin', 'c.name', sql<boolean>`c.type not in ('individual', 'ip')`.as('is_entity')])
    .where('e.company_id', '=', company_id)
    .orderBy('c.sort_key')
    .orderBy('c.id')
    .execute();
}
