import {
  blocksFrom,
  goThrough,
  type Change,
  type Entry,
  type PlanType,
  type Standing,
  type Step,
} from '@kelisim/shared/features/tariff/tariff-calendar.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Parts } from '../../parts.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { lockPlaces, readLimit, writeLimit } from '../executors/public.ts';
import { tariffDay } from './tariff-day.ts';
import {
  addCredit,
  addEntry,
  addPlan,
  closePlan,
  findAccount,
  findBusiness,
  findOpenPlan,
  listOpenEntries,
  listUnpaid,
  listWaiting,
  readSides,
  setAccount,
  setChange,
  setEntry,
  sumCredit,
  type ChangeRow,
  type EntryRow,
} from './tariff.queries.ts';

type Tools = Pick<Parts, 'clock' | 'config'>;

/**
 * Brings the tariff of a company to the day it is: every change that has come due, once and in order, every period that
 * has begun, and whether it is too far behind. Locks the company, so that of two servers one finds nothing to do.
 */
export async function settleTariff(parts: Tools, tx: Tx, company_id: number): Promise<void> {
  await lockPlaces(tx, company_id);
  const account = await findAccount(tx, company_id);
  // A closed company is not billed any more, whoever asks.
  if (!account || !(await findBusiness(tx, company_id))) return;
  const today = tariffDay(parts, account);
  const { standing, plan_id } = await readStanding(parts, tx, company_id);
  const waiting = (await listWaiting(tx, company_id)).map(toChange);
  await keepSteps(parts, tx, company_id, goThrough(standing, waiting, today), plan_id);
  await followBlock(tx, account, today);
}

/** Everything that a next step depends on, as it is kept. */
export async function readStanding(
  { clock }: Pick<Parts, 'clock'>,
  db: Handle,
  company_id: number,
): Promise<{ standing: Standing; plan_id: number | null }> {
  const plan = await findOpenPlan(db, company_id);
  const { limit_count, current_executor_count } = await readLimit(db, company_id, almatyDate(clock.now()));
  const standing: Standing = {
    plan: plan
      ? {
          plan_type: plan.plan_type as PlanType,
          months: plan.months,
          price_tiyn: plan.price_per_executor_tiyn,
          start_date: plan.start_date,
        }
      : null,
    limit: limit_count,
    taken: current_executor_count,
    open: plan ? (await listOpenEntries(db, company_id, plan.id)).map(toEntry) : [],
    credit_tiyn: await sumCredit(db, company_id),
  };
  return { standing, plan_id: plan?.id ?? null };
}

export function toChange(row: ChangeRow): Change<ChangeRow> {
  const base = { date: row.scheduled_for, source: row };
  if (row.kind === 'limit') return { ...base, kind: 'limit', limit: row.new_limit! };
  return {
    ...base,
    kind: 'plan',
    limit: row.new_limit,
    terms: {
      plan_type: row.plan_type as PlanType,
      months: row.months!,
      price_tiyn: row.price_per_executor_tiyn!,
    },
  };
}

function toEntry(row: EntryRow): Entry {
  return { ...row, kind: row.kind as Entry['kind'], is_paid: row.paid_at !== null };
}

export async function keepSteps(
  { clock }: Pick<Parts, 'clock'>,
  tx: Tx,
  company_id: number,
  steps: readonly Step<ChangeRow>[],
  open_plan_id: number | null,
): Promise<void> {
  let plan_id = open_plan_id;
  const sides = steps.some(({ step }) => step === 'issue') ? await readSides(tx, company_id) : null;
  const now = clock.now();
  for (const step of steps) {
    if (step.step === 'change') {
      plan_id = (await keepChange(tx, company_id, step, now)) ?? plan_id;
    } else if (step.step === 'issue') {
      const { is_paid, id: _, ...entry } = step.entry;
      const { months, price_per_executor_tiyn } = (await findOpenPlan(tx, company_id))!;
      step.entry.id = await addEntry(tx, {
        company_id,
        plan_id: plan_id!,
        months,
        price_per_executor_tiyn,
        ...entry,
        ...sides!,
        // It may have been ended by a later step; that one says so itself.
        covered_until: entry.period_end,
        paid_at: is_paid ? now : null,
      });
    } else {
      const of = { company_id, id: step.entry.id! };
      const covered_until = addDays(step.date, -1);
      await setEntry(tx, of, { covered_until, ...(step.is_cancelled ? { cancelled_at: now } : {}) });
      if (step.credit_tiyn > 0n)
        await addCredit(tx, {
          company_id,
          entry_id: of.id,
          amount_tiyn: step.credit_tiyn,
          credited_on: step.date,
        });
    }
  }
}

/** Writes a change down as made; of a plan its number. */
async function keepChange(
  tx: Tx,
  company_id: number,
  { change, date, old_limit, new_limit }: Extract<Step<ChangeRow>, { step: 'change' }>,
  now: Date,
): Promise<number | null> {
  const row = change.source;
  const change_type = row.kind === 'limit' ? limitChange(old_limit, new_limit!) : row.change_type;
  const asked_limit = new_limit === row.new_limit ? null : row.new_limit;
  await setChange(tx, row, {
    is_applied: true,
    applied_at: now,
    old_limit,
    new_limit,
    asked_limit,
    change_type,
  });
  if (new_limit !== null) {
    // In the sandbox a tariff may be days ahead of the clock; its limit is in force at once all the same.
    const today = almatyDate(now);
    await writeLimit(tx, {
      company_id,
      limit_count: new_limit,
      valid_from: date < today ? date : today,
      valid_until: null,
      set_by: row.created_by,
    });
  }
  if (change.kind === 'limit') return null;
  await closePlan(tx, company_id, addDays(date, -1));
  return addPlan(tx, {
    company_id,
    plan_type_id: row.plan_type_id!,
    period_id: row.period_id!,
    months: row.months!,
    price_per_executor_tiyn: row.price_per_executor_tiyn!,
    commission_bp: row.commission_bp!,
    banking_integration_enabled: row.banking_integration_enabled!,
    start_date: date,
  });
}

export function limitChange(
  old_limit: number | null,
  new_limit: number,
): 'start' | 'raise' | 'lower' | 'same' {
  if (old_limit === null) return 'start';
  if (new_limit === old_limit) return 'same';
  return new_limit > old_limit ? 'raise' : 'lower';
}

/** Begins or ends the refusal of what is new. */
async function followBlock(
  tx: Tx,
  { company_id, blocked_since }: { company_id: number; blocked_since: string | null },
  today: string,
): Promise<void> {
  const [oldest] = await listUnpaid(tx, [company_id]);
  const from = oldest ? blocksFrom(oldest.payment_due_date) : null;
  const since = from !== null && from <= today ? from : null;
  if (since !== blocked_since) await setAccount(tx, company_id, { blocked_since: since });
}
