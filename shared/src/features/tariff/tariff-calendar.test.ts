import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../kernel/dates.ts';
import {
  addMonths,
  blocksFrom,
  goThrough,
  periodAt,
  proRata,
  statusOf,
  type Change,
  type Entry,
  type PlanType,
  type Standing,
  type Step,
  type Terms,
} from './tariff-calendar.ts';

test('months are counted from the first day, whatever months are short', () => {
  const from = '2024-01-31';
  expect([1, 2, 3, 12, 13].map((months) => addMonths(from, months))).toEqual([
    '2024-02-29',
    '2024-03-31',
    '2024-04-30',
    '2025-01-31',
    '2025-02-28',
  ]);
  expect(periodAt(from, 1, '2024-02-29')).toEqual({ start: '2024-02-29', end: '2024-03-30' });
  expect(periodAt('2024-02-29', 12, '2025-03-01')).toEqual({ start: '2025-02-28', end: '2026-02-27' });
});

test('a part of a sum is rounded half up, to the tiyn', () => {
  expect([proRata(1n, 1, 2), proRata(1n, 1, 3), proRata(100n, 2, 3), proRata(5n, 0, 31)]).toEqual([
    1n,
    0n,
    67n,
    0n,
  ]);
});

test('a bill is due, then overdue, and two weeks later it stops what is new', () => {
  const bill = { id: 1, paid_at: null, cancelled_at: null, payment_due_date: '2024-02-29' };
  expect(statusOf(bill, '2024-02-29')).toBe('due');
  expect(statusOf(bill, '2024-03-01')).toBe('overdue');
  expect(blocksFrom('2024-02-15')).toBe('2024-03-01');
});

const FIRST = '2023-12-29';
const day = fc.integer({ min: 0, max: 900 }).map((days) => addDays(FIRST, days));
const terms: fc.Arbitrary<Terms> = fc.record({
  plan_type: fc.constantFrom<PlanType>('per_executor', 'per_executor', 'fixed', 'trial'),
  months: fc.constantFrom(1, 2, 3, 12),
  price_tiyn: fc.bigInt(0n, 999_999n),
});
const someChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('limit' as const),
    date: day,
    limit: fc.integer({ min: 0, max: 40 }),
    source: fc.nat(),
  }),
  fc.record({
    kind: fc.constant('plan' as const),
    date: day,
    terms,
    limit: fc.option(fc.integer({ min: 0, max: 40 })),
    source: fc.nat(),
  }),
);
/** No two changes of plan on one day, as the database has it. */
const history = fc.array(someChange, { maxLength: 12 }).map((changes) => {
  const seen = new Set<string>();
  return changes
    .filter(({ kind, date }) => kind === 'limit' || (!seen.has(date) && Boolean(seen.add(date))))
    .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
});

/** Walks every single day; knows nothing of the calendar's code but how long a month is. */
function slowly(changes: readonly Change[], last: string, isPaid: (day: string) => boolean) {
  interface Bill {
    from: string;
    to: string;
    until: string;
    places: number;
    amount: bigint;
    paid: boolean;
    off: boolean;
    used: bigint;
  }
  const bills: Bill[] = [];
  let open: Bill[] = [];
  let plan: (Terms & { start: string }) | null = null;
  let limit: number | null = null;
  let credit = 0n;
  let periods = 0;
  const halfUp = (top: bigint, bottom: bigint) => top / bottom + (2n * (top % bottom) >= bottom ? 1n : 0n);
  const count = (from: string, to: string) => {
    let days = 0n;
    for (let at = from; at <= to; at = addDays(at, 1)) days += 1n;
    return days;
  };
  const monthly = (places: number) =>
    plan!.plan_type === 'trial'
      ? 0n
      : plan!.plan_type === 'fixed'
        ? plan!.price_tiyn
        : plan!.price_tiyn * BigInt(places);
  const bill = (from: string, to: string, places: number, amount: bigint) => {
    const used = credit > amount ? amount : credit;
    credit -= used;
    const one = {
      from,
      to,
      until: to,
      places,
      amount,
      paid: amount === used,
      off: false,
      used,
    };
    bills.push(one);
    open.push(one);
  };
  for (let today = FIRST; today <= last; today = addDays(today, 1)) {
    for (const change of changes.filter(({ date }) => date === today)) {
      if (change.limit !== null) limit = change.limit;
      if (change.kind === 'plan') {
        for (const one of open.filter(({ until }) => until >= today)) {
          one.until = addDays(today, -1);
          one.off = one.from === today && !one.paid;
          credit += one.off ? one.used : halfUp(one.amount * count(today, one.to), count(one.from, one.to));
        }
        plan = { ...change.terms, start: today };
        periods = 0;
        open = [];
      } else if (plan?.plan_type === 'per_executor' && open[0] && open[0].until >= today) {
        const billed = open.reduce((sum, { places }) => sum + places, 0);
        const { from, to } = open[0];
        if (limit! > billed) {
          const whole = monthly(limit! - billed) * BigInt(plan.months);
          bill(today, to, limit! - billed, halfUp(whole * count(today, to), count(from, to)));
        }
      }
    }
    if (plan && (open.length === 0 || open[0]!.until < today)) {
      periods += 1;
      open = [];
      const places = limit ?? 0;
      bill(
        today,
        addDays(addMonths(plan.start, periods * plan.months), -1),
        places,
        monthly(places) * BigInt(plan.months),
      );
    }
    // A payment comes after all that a day changes: a raise and another plan of one day leave no time between them.
    for (const one of open) one.paid ||= one.from === today && isPaid(today);
  }
  return { bills, credit };
}

/** The calendar, brought on in steps, with bills paid as it goes. */
function inSteps(changes: readonly Change[], stops: readonly string[], isPaid: (day: string) => boolean) {
  const standing: Standing = { plan: null, limit: null, taken: 0, open: [], credit_tiyn: 0n };
  const steps: Step[] = [];
  const entries: Entry[] = [];
  for (const stop of stops) {
    const made = steps.filter(({ step }) => step === 'change').length;
    for (const step of goThrough(standing, changes.slice(made), stop)) {
      steps.push(step);
      if (step.step !== 'issue') continue;
      entries.push(step.entry);
      step.entry.is_paid ||= isPaid(step.entry.period_start);
    }
  }
  return { steps, entries, standing };
}

test('whatever the history and the stops: no hole, no overlap, each change once, sums to the tiyn', () => {
  fc.assert(
    fc.property(history, fc.array(day, { maxLength: 30 }), day, (changes, looked, end) => {
      const stops = [...looked.filter((one) => one <= end), end].toSorted();
      const nobodyPays = () => false;
      const { steps, entries, standing } = inSteps(changes, stops, nobodyPays);
      const slow = slowly(changes, end, nobodyPays);
      const made = steps.flatMap((step) => (step.step === 'change' ? [step.change] : []));
      expect(made).toEqual(changes.filter(({ date }) => date <= end));
      expect(
        entries.map((one) => [
          one.period_start,
          one.period_end,
          one.covered_until,
          one.limit_count,
          one.amount_tiyn,
          one.credit_tiyn,
        ]),
      ).toEqual(slow.bills.map((one) => [one.from, one.to, one.until, one.places, one.amount, one.used]));
      expect(standing.credit_tiyn).toBe(slow.credit);
      // What was looked at often and what was looked at once are the same.
      expect(inSteps(changes, [end], nobodyPays).entries).toEqual(entries);
      const first = changes.find(({ kind }) => kind === 'plan')?.date;
      if (first === undefined || first > end) return void expect(entries).toEqual([]);
      let next = first;
      for (const one of entries.filter(({ kind }) => kind === 'period')) {
        expect(one.period_start).toBe(next);
        next = addDays(one.covered_until, 1);
      }
      expect(next > end).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test('paid bills give back exactly the days that are left', () => {
  fc.assert(
    fc.property(history, day, (changes, end) => {
      // Every day of its own, so that a bill is paid before anything of a later day happens to it.
      const stops = Array.from({ length: 901 }, (_, days) => addDays(FIRST, days)).filter(
        (one) => one <= end,
      );
      const odd = (at: string) => Number(at.slice(-1)) % 2 === 1;
      const { entries, standing } = inSteps(changes, stops, odd);
      const slow = slowly(changes, end, odd);
      expect(entries.map(({ amount_tiyn, credit_tiyn }) => [amount_tiyn, credit_tiyn])).toEqual(
        slow.bills.map(({ amount, used }) => [amount, used]),
      );
      expect(standing.credit_tiyn).toBe(slow.credit);
    }),
    { numRuns: 30 },
  );
});
