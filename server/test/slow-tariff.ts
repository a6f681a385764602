/**
 * The tariff of a company counted slowly: every single day is walked through, sums are whole tiyn, and nothing of the
 * product is asked, so that what the product answers can be held against it.
 */
export interface SlowTerms {
  plan_type_id: number;
  months: number;
  price_tiyn: bigint;
}

export interface SlowBill {
  kind: 'period' | 'limit';
  from: string;
  to: string;
  /** Earlier than `to` where another plan has ended it. */
  until: string;
  places: number;
  amount: bigint;
  used: bigint;
  is_paid: boolean;
  /** Somebody said so, and no payment that came in is known to have paid it. */
  is_said: boolean;
  is_off: boolean;
}

export interface SlowInput {
  day: string;
  limit: number | null;
  terms: SlowTerms | null;
  type: string;
  old_limit: number | null;
  state: 'waits' | 'made' | 'off';
}

export interface SlowTariff {
  /** Up to the end of which everything is done. */
  day: string;
  plan: (SlowTerms & { start: string; begun: number }) | null;
  plans: number;
  limit: number | null;
  /** Places that are taken; no limit goes below them. */
  taken: number;
  credit: bigint;
  /** Given back by day. */
  given: Map<string, bigint>;
  bills: SlowBill[];
  wishes: SlowInput[];
}

const PER_EXECUTOR = 1;
const TRIAL = 3;

export function makeSlowTariff(day: string, taken = 0): SlowTariff {
  return {
    day,
    plan: null,
    plans: 0,
    limit: null,
    taken,
    credit: 0n,
    given: new Map(),
    bills: [],
    wishes: [],
  };
}

export function daysLater(day: string, days: number): string {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

const before = (day: string) => daysLater(day, -1);

/** The same day of a later month, or the last one there is. */
function monthsLater(day: string, months: number): string {
  const [year, month, wished] = day.split('-').map(Number) as [number, number, number];
  for (let date = wished; ; date -= 1) {
    const at = new Date(Date.UTC(year, month - 1 + months, date, 12));
    if (at.getUTCDate() === date) return at.toISOString().slice(0, 10);
  }
}

function countDays(from: string, to: string): bigint {
  let days = 0n;
  for (let at = from; at <= to; at = daysLater(at, 1)) days += 1n;
  return days;
}

/** The sum of the days that are left of a bill, half a tiyn up. */
function leftOf(amount: bigint, day: string, from: string, to: string): bigint {
  const [top, bottom] = [amount * countDays(day, to), countDays(from, to)];
  const [whole, rest] = [top / bottom, top % bottom];
  return rest * 2n >= bottom ? whole + 1n : whole;
}

function monthly({ plan_type_id, price_tiyn }: SlowTerms, places: number): bigint {
  if (plan_type_id === TRIAL) return 0n;
  return plan_type_id === PER_EXECUTOR ? price_tiyn * BigInt(places) : price_tiyn;
}

/** What covers a day: the bill of its period and those of places that came in the middle of it. */
const covering = (tariff: SlowTariff, day: string) =>
  tariff.bills.filter((bill) => !bill.is_off && bill.from <= day && bill.until >= day);

function issue(tariff: SlowTariff, bill: Pick<SlowBill, 'kind' | 'from' | 'to' | 'places' | 'amount'>): void {
  const used = tariff.credit < bill.amount ? tariff.credit : bill.amount;
  tariff.credit -= used;
  const is_paid = used === bill.amount;
  tariff.bills.push({ ...bill, until: bill.to, used, is_paid, is_said: false, is_off: false });
}

function make(tariff: SlowTariff, input: SlowInput): void {
  const { day } = tariff;
  input.state = 'made';
  input.old_limit = tariff.limit;
  if (input.limit !== null && input.limit < tariff.taken) input.limit = tariff.taken;
  if (!input.terms) input.type = typeOfLimit(tariff.limit, input.limit!);
  if (input.limit !== null) tariff.limit = input.limit;
  const now = covering(tariff, day);
  if (input.terms) {
    for (const bill of now) {
      bill.until = before(day);
      bill.is_off = bill.from === day && !bill.is_paid;
      const left = leftOf(bill.amount, day, bill.from, bill.to);
      tariff.credit += bill.is_off ? bill.used : left;
      if (!bill.is_off) tariff.given.set(day, (tariff.given.get(day) ?? 0n) + left);
    }
    tariff.plan = { ...input.terms, start: day, begun: 0 };
    tariff.plans += 1;
  } else if (tariff.plan?.plan_type_id === PER_EXECUTOR && now.length > 0) {
    const places = tariff.limit! - now.reduce((sum, bill) => sum + bill.places, 0);
    const { from, to } = now[0]!;
    const whole = monthly(tariff.plan, places) * BigInt(tariff.plan.months);
    if (places > 0)
      issue(tariff, { kind: 'limit', from: day, to, places, amount: leftOf(whole, day, from, to) });
  }
}

/** What is to be done on the day it is: changes first, then the period that begins. */
function doToday(tariff: SlowTariff): void {
  for (const input of tariff.wishes)
    if (input.state === 'waits' && input.day === tariff.day) make(tariff, input);
  const { plan, day } = tariff;
  if (!plan || covering(tariff, day).length > 0) return;
  plan.begun += 1;
  const places = tariff.limit ?? 0;
  const amount = monthly(plan, places) * BigInt(plan.months);
  const to = before(monthsLater(plan.start, plan.begun * plan.months));
  issue(tariff, { kind: 'period', from: day, to, places, amount });
}

/** Lives on to the end of a day. */
export function liveOn(tariff: SlowTariff, day: string): void {
  while (tariff.day < day) {
    tariff.day = daysLater(tariff.day, 1);
    doToday(tariff);
  }
}

export const typeOfLimit = (old: number | null, limit: number) =>
  old === null ? 'start' : limit === old ? 'same' : limit > old ? 'raise' : 'lower';

/** Something asked for the day it is, which is done at once, or for one to come. */
export function wishFor(
  tariff: SlowTariff,
  input: { day: string; limit: number | null; terms: SlowTerms | null; type: string },
): void {
  const old_limit = input.terms ? null : tariff.limit;
  tariff.wishes.push({ ...input, old_limit, state: 'waits' });
  // Of those of one day the first that was asked for is made first.
  doToday(tariff);
}

export const waits = (tariff: SlowTariff, kind: 'plan' | 'limit') =>
  tariff.wishes.filter((input) => input.state === 'waits' && (input.terms ? 'plan' : 'limit') === kind);

export const isOpen = (bill: SlowBill) => !bill.is_paid && !bill.is_off;
/** A payment that comes in can still be told to pay it. */
export const isPayable = (bill: SlowBill) => isOpen(bill) || bill.is_said;
export const toPay = (bills: readonly SlowBill[]) =>
  bills.reduce((sum, bill) => sum + bill.amount - bill.used, 0n);
export const dueOf = (bill: SlowBill) => daysLater(bill.from, 10);
export const isLate = (bill: SlowBill, day: string) => isOpen(bill) && dueOf(bill) < day;
/** On the fifteenth day after the last one to pay, what is new stops. */
export const isBlocked = ({ bills, day }: SlowTariff) =>
  bills.some((bill) => isOpen(bill) && daysLater(dueOf(bill), 15) <= day);

export const tenge = (tiyn: bigint) => `${tiyn / 100n}.${String(tiyn % 100n).padStart(2, '0')}`;
