import type {
  Tariff,
  TariffChange,
  TariffPeriod,
  TariffPlan,
} from '@kelisim/shared/features/tariff/tariff.contract.ts';
import type { TariffEntry } from '@kelisim/shared/features/tariff/tariff-entry.ts';
import {
  blocksFrom,
  ENTRY_STATUSES,
  goThrough,
  statusOf,
  type Change,
  type Entry,
  type PlanType,
  type Standing,
  type Step,
} from '@kelisim/shared/features/tariff/tariff-calendar.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import type { Parts } from '../../parts.ts';
import type { Handle } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { readLimit } from '../executors/public.ts';
import { readStanding, toChange } from './settle-tariff.ts';
import { tariffDay } from './tariff-day.ts';
import {
  findAccount,
  findAnyBusiness,
  listChanges,
  listEntries,
  listPlans,
  listWaiting,
  type ChangeRow,
  type EntryRow,
  type PlanRow,
} from './tariff.queries.ts';

type Tools = Pick<Parts, 'clock' | 'config' | 'db'>;
/** How many periods to come a calendar shows. */
const FORESEEN = 3;

export function toPeriod(
  row: { id: number; name_ru: string; name_kz: string; months: number },
  locale: Locale,
): TariffPeriod {
  return { id: row.id, name: row[`name_${locale}`], months: row.months };
}

export function toPlanType(
  row: { id: number; code: string; name_ru: string; name_kz: string },
  locale: Locale,
) {
  return { id: row.id, code: row.code as PlanType, name: row[`name_${locale}`] };
}

interface TermsRow {
  plan_type_id: number;
  plan_type: string;
  plan_type_ru: string;
  plan_type_kz: string;
  period_id: number;
  period_ru: string;
  period_kz: string;
  months: number;
  price_per_executor_tiyn: bigint;
  commission_bp: number;
  banking_integration_enabled: boolean;
}

function toTerms(row: TermsRow, locale: Locale) {
  return {
    plan_type: {
      id: row.plan_type_id,
      code: row.plan_type as PlanType,
      name: row[`plan_type_${locale}`],
    },
    period: { id: row.period_id, name: row[`period_${locale}`], months: row.months },
    price_per_executor: formatMoney(row.price_per_executor_tiyn),
    // Hundredths, as tiyn are.
    commission_percentage: formatMoney(BigInt(row.commission_bp)),
    banking_integration_enabled: row.banking_integration_enabled,
  };
}

export function toPlan(row: PlanRow, today: string, locale: Locale): TariffPlan {
  const { id, start_date, end_date } = row;
  const is_active = start_date <= today && (end_date === null || end_date >= today);
  return { id, ...toTerms(row, locale), start_date, end_date, is_active };
}

export function toChangeView(row: ChangeRow, locale: Locale): TariffChange {
  const { id, scheduled_for, old_limit, new_limit, asked_limit, reason, is_applied } = row;
  return {
    id,
    kind: row.kind as TariffChange['kind'],
    change_type: row.change_type as TariffChange['change_type'],
    scheduled_for,
    old_limit,
    new_limit,
    asked_limit,
    terms: row.kind === 'plan' ? toTerms(row as TermsRow, locale) : null,
    reason,
    is_applied,
    applied_at: row.applied_at?.toISOString() ?? null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

export function toEntryView(
  row: Omit<Entry, 'is_paid' | 'kind'> & { kind: string; paid_at: Date | null; cancelled_at: Date | null },
  today: string,
): TariffEntry {
  const status = statusOf(row, today);
  return {
    id: row.id,
    kind: row.kind as Entry['kind'],
    period_start: row.period_start,
    period_end: row.period_end,
    covered_until: row.covered_until,
    limit_count: row.limit_count,
    amount: formatMoney(row.amount_tiyn),
    credit_amount: formatMoney(row.credit_tiyn),
    payment_amount: formatMoney(row.amount_tiyn - row.credit_tiyn),
    payment_due_date: row.payment_due_date,
    paid_at: row.paid_at?.toISOString() ?? null,
    status_id: ENTRY_STATUSES.indexOf(status) + 1,
    status,
  };
}

/** What would happen until a day, and in the periods after it, if nothing did but what is planned. `standing` is used up. */
export function foresee(
  standing: Standing,
  changes: readonly Change[],
  until: string,
  periods = FORESEEN,
): Step[] {
  const steps = goThrough(standing, changes, until);
  for (let begun = 0; begun < periods;) {
    const next = goThrough(standing, changes.slice(countOf(steps)), nextDay(standing, changes, steps));
    if (next.length === 0) break;
    steps.push(...next);
    begun += next.filter((step) => step.step === 'issue' && step.entry.kind === 'period').length;
  }
  return steps;
}

const countOf = (steps: readonly Step[]) => steps.filter(({ step }) => step === 'change').length;

/** The next day on which something happens. */
function nextDay(standing: Standing, changes: readonly Change[], steps: readonly Step[]): string {
  const change = changes[countOf(steps)]?.date;
  const period = standing.open[0] && addDays(standing.open[0].covered_until, 1);
  return [change, period].filter((day) => day !== undefined).sort()[0] ?? '';
}

export function toForeseen(steps: readonly Step[], today: string): TariffEntry[] {
  return steps.flatMap((step) =>
    step.step === 'issue' && step.entry.id === null
      ? [toEntryView({ ...step.entry, paid_at: null, cancelled_at: null }, today)]
      : [],
  );
}

export interface Owed {
  entries: EntryRow[];
  today: string;
  blocks_on: string | null;
  blocked: boolean;
}

const isOpen = ({ paid_at, cancelled_at }: EntryRow) => paid_at === null && cancelled_at === null;
export const sumOwed = (rows: readonly EntryRow[]) =>
  rows.filter(isOpen).reduce((sum, row) => sum + row.amount_tiyn - row.credit_tiyn, 0n);

export async function readOwed(parts: Tools, db: Handle, company_id: number): Promise<Owed> {
  const account = await findAccount(db, company_id);
  const entries = await listEntries(db, company_id);
  const due = entries.filter(isOpen).map(({ payment_due_date }) => payment_due_date);
  const oldest = due.toSorted()[0];
  return {
    entries,
    today: tariffDay(parts, account),
    blocks_on: oldest === undefined ? null : blocksFrom(oldest),
    blocked: account !== undefined && account.blocked_since !== null,
  };
}

/** What is foreseen of a company as things stand: three periods, or every one that begins until a day. */
export async function readForeseen(
  parts: Tools,
  db: Handle,
  company_id: number,
  { today, until }: { today: string; until?: string },
) {
  const { standing } = await readStanding(parts, db, company_id);
  const waiting = (await listWaiting(db, company_id)).map(toChange);
  const steps =
    until === undefined ? foresee(standing, waiting, today) : foresee(standing, waiting, until, 0);
  return toForeseen(steps, today);
}

export async function readTariff(parts: Tools, company_id: number, locale: Locale): Promise<Tariff> {
  const { db, clock } = parts;
  const company = orNotFound(await findAnyBusiness(db, company_id));
  const { entries, today, blocks_on, blocked } = await readOwed(parts, db, company_id);
  const plans = (await listPlans(db, [company_id])).map((row) => toPlan(row, today, locale));
  const changes = (await listChanges(db, company_id)).map((row) => toChangeView(row, locale));
  const { current_executor_count, ...limit } = await readLimit(db, company_id, almatyDate(clock.now()));
  const { standing } = await readStanding(parts, db, company_id);
  const tariff_plan = plans.find(({ is_active }) => is_active) ?? null;
  return {
    company_id,
    company_name: company.name,
    today,
    tariff_plan_id: tariff_plan?.id ?? null,
    tariff_plan,
    plans,
    executor_limit: limit,
    current_executor_count,
    payment_calendar: [
      ...entries.map((row) => toEntryView(row, today)),
      ...(await readForeseen(parts, db, company_id, { today })),
    ],
    limit_changes: changes.filter(({ kind }) => kind === 'limit'),
    planned_changes: changes
      .filter(({ is_applied, cancelled_at }) => !is_applied && cancelled_at === null)
      .toSorted((one, other) => (one.scheduled_for < other.scheduled_for ? -1 : 1)),
    pending_amount: formatMoney(sumOwed(entries)),
    credit_amount: formatMoney(standing.credit_tiyn),
    blocks_on,
    is_blocked: blocked,
  };
}
