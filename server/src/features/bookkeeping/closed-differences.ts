import type {
  ClosedDifferences,
  DifferenceReason,
} from '@kelisim/shared/features/bookkeeping/differences.contract.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import kz from '@kelisim/shared/texts/kz/differences.ts';
import ru from '@kelisim/shared/texts/ru/differences.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Parts } from '../../parts.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import { makeListSheet } from '../../platform/make-list-sheet.ts';
import {
  findFrozenUntil,
  listFrozenMonths,
  listFrozenYears,
  type FrozenMonth,
  type ReckonedBy,
} from './frozen.queries.ts';
import { KEPT_PARTS, type Kept } from './ledger.queries.ts';
import { lastWholeMonth } from './months.ts';
import { keptOf } from './read-income.ts';
import { dueOf } from './withhold.ts';
import { NOTHING_KEPT, reckonOpenMonths } from './reckon-months.ts';

const texts = { ru, kz };
/** The spreadsheet has them all. */
const MOST_SHOWN = 100;

type Now = Awaited<ReturnType<typeof reckonOpenMonths>>[number];

interface MonthDifference {
  person: { id: number; name: string; bin: string };
  sort_key: string;
  month: string;
  why: DifferenceReason[];
  was: Kept;
  now: Kept;
  difference: Kept;
}

/**
 * What the closed months of a year would come to by what holds now, less what they were closed with, where the two differ. The
 * money is that of the closed ledger: what came late is booked in an open month already.
 */
async function listDifferences(db: Handle, company_id: number, year: number): Promise<MonthDifference[]> {
  const until = await findFrozenUntil(db, company_id);
  const last = until === null ? '' : lastWholeMonth(until);
  const span = { from: `${year}-01`, to: last < `${year}-12` ? last : `${year}-12` };
  if (span.to < span.from) return [];
  const stored = await listFrozenMonths(db, company_id, span);
  const reckoned = await reckonOpenMonths(
    db,
    { company_id },
    { after: null, ...span, with_coming: false, skips_unknown: true },
  );
  const now = new Map(reckoned.map((month) => [keyOf(month), month]));
  const was = new Map(stored.map((month) => [keyOf(month), month]));
  return [...new Set([...was.keys(), ...now.keys()])]
    .map((key) => compareMonth(was.get(key), now.get(key)))
    .filter(({ difference }) => KEPT_PARTS.some((part) => difference[part] !== 0n))
    .sort(
      (one, other) =>
        compare(one.sort_key, other.sort_key) ||
        one.person.id - other.person.id ||
        compare(one.month, other.month),
    );
}

const keyOf = ({ of }: Pick<Now, 'of'>) => `${of.executor_company_id} ${of.month}`;
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

const combine = (one: Kept, other: Kept, sign: bigint): Kept => {
  const sum = { ...one };
  for (const part of KEPT_PARTS) sum[part] += sign * other[part];
  return sum;
};

/** One of the two is there. */
function compareMonth(was: FrozenMonth | undefined, now: Now | undefined): MonthDifference {
  const { executor_company_id: id, name, bin, sort_key, month } = (now ?? was)!.of;
  const due = { was: was ? dueOf(was) : NOTHING_KEPT, now: now ? dueOf(now) : NOTHING_KEPT };
  return {
    person: { id, name, bin },
    sort_key,
    month,
    why: was && now ? reasonsOf(was, now) : ['standing'],
    was: due.was,
    now: due.now,
    difference: combine(due.now, due.was, -1n),
  };
}

function reasonsOf(was: FrozenMonth, now: Now): DifferenceReason[] {
  const by = was.reckoned_by;
  const soFar = ({ year: { carried_deduction_tiyn: _carried, ...rest } }: ReckonedBy) => rest;
  const differs: Record<DifferenceReason, boolean> = {
    standing:
      was.of.gross_tiyn !== now.of.gross_tiyn || (by !== null && !isDeepStrictEqual(was.spans, now.spans)),
    deduction: was.of.has_deduction !== now.of.has_deduction,
    carry: was.carried_deduction_tiyn !== now.carried_deduction_tiyn,
    figures: !isDeepStrictEqual(was.figures, now.figures),
    year: by !== null && !isDeepStrictEqual(soFar(by), soFar(now)),
  };
  return (Object.keys(differs) as DifferenceReason[]).filter((reason) => differs[reason]);
}

const show = (kept: Kept) => ({
  opv: formatMoney(kept.opv_tiyn),
  vosms: formatMoney(kept.vosms_tiyn),
  so: formatMoney(kept.so_tiyn),
  ipn: formatMoney(kept.ipn_tiyn),
  self_employed: formatMoney(kept.self_employed_tiyn),
  total: formatMoney(keptOf(kept)),
});

const sumOf = (months: readonly MonthDifference[]) =>
  months.reduce((sum, { difference }) => combine(sum, difference, 1n), NOTHING_KEPT);

/** The year asked for, or the last one with a closed month. */
export async function readDifferences(
  db: Handle,
  company_id: number,
  wished: number | undefined,
): Promise<ClosedDifferences> {
  const years = await listFrozenYears(db, company_id);
  const year = wished ?? years[0] ?? null;
  const months = year === null ? [] : await listDifferences(db, company_id, year);
  const people = [...Map.groupBy(months, ({ person }) => person.id).values()];
  return {
    year,
    years,
    items: people.slice(0, MOST_SHOWN).map((own) => ({
      executor: own[0]!.person,
      difference: show(sumOf(own)),
      months: own.map(({ month, why, was, now, difference }) => ({
        month,
        why,
        was: show(was),
        now: show(now),
        difference: show(difference),
      })),
    })),
    people: people.length,
    total: show(sumOf(months)),
  };
}

export async function makeDifferencesSheet(
  { db, spreadsheet }: Pick<Parts, 'db' | 'spreadsheet'>,
  company_id: number,
  year: number,
  locale: Locale,
): Promise<FileReply> {
  const t = texts[locale];
  const sums = [...KEPT_PARTS].flatMap((part) =>
    (['was', 'now', 'difference'] as const).map((of) => ({
      header: fill(t.column[of], { part: t.part[part] }),
      width: 18,
      kind: 'money' as const,
      of: (month: MonthDifference) => formatMoney(month[of][part]),
    })),
  );
  return makeListSheet(
    spreadsheet,
    fill(t.sheet, { year: String(year) }),
    [
      { header: t.month, width: 12, kind: 'text', of: ({ month }) => month },
      { header: t.person, width: 40, kind: 'text', of: ({ person }) => person.name },
      { header: t.iin, width: 16, kind: 'text', of: ({ person }) => person.bin },
      {
        header: t.because,
        width: 44,
        kind: 'text',
        of: ({ why }) => why.map((one) => t.why[one]).join('; '),
      },
      ...sums,
      { header: t.total, width: 18, kind: 'money', of: ({ difference }) => formatMoney(keptOf(difference)) },
    ],
    await listDifferences(db, company_id, year),
  );
}
