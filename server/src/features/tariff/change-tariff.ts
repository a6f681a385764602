import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Actor } from '../../platform/actor.ts';
import { violatedConstraint, type Handle, type Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { lockPlaces, readLimit } from '../executors/public.ts';
import { noteDeed } from './note-deed.ts';
import { limitChange, readStanding, settleTariff } from './settle-tariff.ts';
import { tariffDay } from './tariff-day.ts';
import {
  addChange,
  ensureAccount,
  findAccount,
  findBusiness,
  findChange,
  findOpenPlan,
  findPeriod,
  listPlanTypes,
  listWaiting,
  setChange,
} from './tariff.queries.ts';

type Tools = Pick<Parts, 'clock' | 'config'>;

export interface AskedTerms {
  company_id: number;
  plan_type_id: number;
  period_id: number;
  price_per_executor: string;
  commission_percentage: string;
  banking_integration_enabled: boolean;
  executor_limit_count?: number | undefined;
  reason: string;
}

/** What is left out stays as it is in the plan in force. */
export type ChangedTerms = Pick<AskedTerms, 'company_id' | 'reason'> & {
  [Field in keyof AskedTerms]?: AskedTerms[Field] | undefined;
};

/** The first tariff, from today or a day to come. */
export async function setTariff(
  parts: Tools,
  tx: Tx,
  actor: Actor,
  asked: AskedTerms & { executor_limit_count: number; tariff_start_date?: string | undefined },
): Promise<void> {
  const { today, has_plan } = await begin(parts, tx, asked.company_id);
  if (has_plan) throw new Problem('tariff.exists');
  const date = asked.tariff_start_date ?? today;
  if (date < today) throw new Problem('tariff.past', { field: 'tariff_start_date' });
  await askPlan(parts, tx, actor, asked, date, 'start');
}

/** Another plan, from today. */
export async function switchTariff(parts: Tools, tx: Tx, actor: Actor, asked: ChangedTerms): Promise<void> {
  const { today } = await begin(parts, tx, asked.company_id);
  await askPlan(parts, tx, actor, await fillTerms(tx, asked), today, 'switch');
}

/** Another plan, from a day to come. */
export async function planTariff(
  parts: Tools,
  tx: Tx,
  actor: Actor,
  asked: ChangedTerms & { tariff_start_date: string },
): Promise<void> {
  const { today } = await begin(parts, tx, asked.company_id);
  const terms = await fillTerms(tx, asked);
  if (asked.tariff_start_date <= today) throw new Problem('tariff.not_ahead', { field: 'tariff_start_date' });
  await askPlan(parts, tx, actor, terms, asked.tariff_start_date, 'planned');
}

async function fillTerms(tx: Tx, asked: ChangedTerms): Promise<AskedTerms> {
  const plan = await findOpenPlan(tx, asked.company_id);
  if (!plan) throw new Problem('tariff.none');
  return {
    plan_type_id: asked.plan_type_id ?? plan.plan_type_id,
    period_id: asked.period_id ?? plan.period_id,
    price_per_executor: asked.price_per_executor ?? formatMoney(plan.price_per_executor_tiyn),
    commission_percentage: asked.commission_percentage ?? formatMoney(BigInt(plan.commission_bp)),
    banking_integration_enabled: asked.banking_integration_enabled ?? plan.banking_integration_enabled,
    company_id: asked.company_id,
    executor_limit_count: asked.executor_limit_count,
    reason: asked.reason,
  };
}

export async function changeLimit(
  parts: Tools,
  tx: Tx,
  actor: Actor,
  asked: {
    company_id: number;
    executor_limit_count: number;
    reason: string;
    scheduled_for?: string | undefined;
  },
): Promise<void> {
  const { company_id, executor_limit_count: new_limit } = asked;
  const { today, limit } = await begin(parts, tx, company_id);
  const scheduled_for = asked.scheduled_for ?? today;
  if (scheduled_for < today) throw new Problem('tariff.past', { field: 'scheduled_for' });
  await assertRoom(parts, tx, company_id, new_limit);
  await keep(parts, tx, actor, {
    company_id,
    kind: 'limit',
    change_type: limitChange(limit, new_limit),
    scheduled_for,
    old_limit: limit,
    new_limit,
    reason: asked.reason.trim(),
  });
}

/** Calls off what was planned; what has been made already is made. */
export async function cancelChange(parts: Tools, tx: Tx, actor: Actor, change_id: number): Promise<number> {
  const seen = orNotFound(await findChange(tx, change_id));
  const { company_id } = seen;
  await begin(parts, tx, company_id);
  const change = (await findChange(tx, change_id))!;
  if (change.is_applied) throw new Problem('tariff.applied');
  if (change.cancelled_at === null) {
    await setChange(tx, change, { cancelled_at: parts.clock.now(), cancelled_by: actor.user_id });
    await noteDeed(tx, actor, company_id, { cancelled: change_id });
  }
  return company_id;
}

/** The company locked and brought to the day it is: every change begins from there. */
async function begin(parts: Tools, tx: Tx, company_id: number) {
  await lockPlaces(tx, company_id);
  // Asked once it is locked: one that is being closed meanwhile is not there any more.
  if (!(await findBusiness(tx, company_id))) throw new Problem('not_found');
  await ensureAccount(tx, company_id);
  await settleTariff(parts, tx, company_id);
  const { standing } = await readStanding(parts, tx, company_id);
  const today = tariffDay(parts, await findAccount(tx, company_id));
  return { today, has_plan: standing.plan !== null, limit: standing.limit };
}

async function askPlan(
  parts: Tools,
  tx: Tx,
  actor: Actor,
  asked: AskedTerms,
  scheduled_for: string,
  change_type: 'start' | 'switch' | 'planned',
): Promise<void> {
  const { company_id, plan_type_id, period_id } = asked;
  await getTerms(tx, asked);
  const new_limit = asked.executor_limit_count ?? null;
  if (new_limit !== null) await assertRoom(parts, tx, company_id, new_limit);
  // Two changes of plan at once would each be made over the other: the planned one is called off first.
  const planned = (await listWaiting(tx, company_id)).find(({ kind }) => kind === 'plan');
  if (planned) throw new Problem('tariff.planned', { values: { date: planned.scheduled_for } });
  await keep(parts, tx, actor, {
    company_id,
    kind: 'plan',
    change_type,
    scheduled_for,
    plan_type_id,
    period_id,
    price_per_executor_tiyn: parseMoney(asked.price_per_executor)!,
    commission_bp: Number(parseMoney(asked.commission_percentage)!),
    banking_integration_enabled: asked.banking_integration_enabled,
    new_limit,
    reason: asked.reason.trim(),
  });
}

export async function getTerms(
  db: Handle,
  asked: { plan_type_id: number; period_id: number },
): Promise<{ plan_type: string; months: number }> {
  // Compared here: its column is too small for many a number that may be asked for.
  const plan_type = (await listPlanTypes(db)).find(({ id }) => id === asked.plan_type_id);
  if (!plan_type) throw new Problem('field.choice', { field: 'plan_type_id' });
  const period = await findPeriod(db, asked.period_id);
  if (!period) throw new Problem('field.choice', { field: 'period_id' });
  return { plan_type: plan_type.code, months: period.months };
}

/** Nobody who works is put out by a limit. */
async function assertRoom(parts: Tools, tx: Tx, company_id: number, new_limit: number): Promise<void> {
  const today = almatyDate(parts.clock.now());
  const { current_executor_count: taken } = await readLimit(tx, company_id, today);
  if (new_limit < taken)
    throw new Problem('tariff.limit_below', { field: 'executor_limit_count', values: { taken } });
}

async function keep(
  parts: Tools,
  tx: Tx,
  actor: Actor,
  change: Omit<Parameters<typeof addChange>[1], 'created_by'> & { company_id: number },
): Promise<void> {
  try {
    await addChange(tx, { ...change, created_by: actor.user_id });
  } catch (error) {
    if (violatedConstraint(error) === 'tariff_changes_one_limit')
      throw new Problem('tariff.limit_planned', { field: 'scheduled_for' });
    throw error;
  }
  const { company_id, kind, change_type, scheduled_for } = change;
  await noteDeed(tx, actor, company_id, { kind, change: change_type, date: String(scheduled_for) });
  await settleTariff(parts, tx, company_id);
}
