import type { Tariff } from '@kelisim/shared/features/tariff/tariff.contract.ts';
import type { TariffEntry } from '@kelisim/shared/features/tariff/tariff-entry.ts';
import { makeIban } from '@kelisim/shared/kernel/iban.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { statementOf } from '../../../test/bank-statement.ts';
import { makeTestApp, type TestApp } from '../../../test/make-app.ts';
import { makeAdministrator, makeCompany, makeExecutor } from '../../../test/people.ts';
import {
  daysLater,
  dueOf,
  isBlocked,
  isLate,
  isOpen,
  isPayable,
  liveOn,
  makeSlowTariff,
  tenge,
  toPay,
  typeOfLimit,
  waits,
  wishFor,
  type SlowBill,
  type SlowTariff,
  type SlowTerms,
} from '../../../test/slow-tariff.ts';
import { tariffSeller } from '../../../test/tariffs.ts';
import { isWhole } from '../../../test/whole.ts';
import { movableClock } from '../../platform/clock.ts';
import { settleTariffs } from './tariff.jobs.ts';

const clock = movableClock(new Date());
/** How many executors each has: no limit goes below them. */
const TAKEN = [2, 0];
const MONTHS = [1, 3, 6, 12];

const app = await makeTestApp({ clock });
const beside = await makeTestApp({ clock, beside: app });
const desk = await makeAdministrator(app, ['tariffs']);
await app.ok('tariff.set_seller', desk, { body: tariffSeller });
const companies = [await makeCompany(app), await makeCompany(app)];
for (let taken = 0; taken < TAKEN[0]!; taken += 1) await makeExecutor(app, companies[0]!);
afterAll(async () => {
  await beside.close();
  await app.close();
});

/** A moment of a day in Almaty, which gave up an hour when March of 2024 began. */
const goTo = (day: string, time = '00:00:00') =>
  clock.set(new Date(`${day}T${time}${day < '2024-03-01' ? '+06:00' : '+05:00'}`));

const who = fc.nat({ max: 1 });
const limit = fc.integer({ min: 0, max: 30 });
const someLimit = fc.option(limit, { freq: 2 });
const terms: fc.Arbitrary<SlowTerms> = fc.record({
  plan_type_id: fc.constantFrom(1, 1, 1, 2, 3),
  months: fc.constantFrom(1, 1, 3, 12),
  price_tiyn: fc.bigInt(0n, 999_999n),
});
const which = fc.array(fc.nat(), { minLength: 1, maxLength: 2 });
const deed = fc.oneof(
  // Days go by; at each midnight one process looks, or both at once, or one twice.
  {
    weight: 4,
    arbitrary: fc.record({
      deed: fc.constant('live' as const),
      days: fc.integer({ min: 1, max: 32 }),
      looks: fc.constantFrom('one' as const, 'both' as const, 'twice' as const),
    }),
  },
  // Nobody looks; then somebody does, or only whoever asks for something next finds it.
  {
    weight: 2,
    arbitrary: fc.record({
      deed: fc.constant('stop' as const),
      days: fc.constantFrom(1, 7, 7, 40),
      looks: fc.constantFrom('none' as const, 'one' as const, 'both' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      deed: fc.constant('limit' as const),
      who,
      limit,
      ahead: fc.constantFrom(0, 0, 1, 9, 30),
    }),
  },
  { weight: 2, arbitrary: fc.record({ deed: fc.constant('switch' as const), who, terms, limit: someLimit }) },
  {
    weight: 2,
    arbitrary: fc.record({
      deed: fc.constant('plan' as const),
      who,
      terms,
      limit: someLimit,
      ahead: fc.constantFrom(0, 1, 5, 29, 31, 60),
    }),
  },
  { weight: 2, arbitrary: fc.record({ deed: fc.constant('cancel' as const), who, which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ deed: fc.constant('pay' as const), who, which: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      deed: fc.constant('money' as const),
      who,
      which,
      says: fc.constantFrom('bill' as const, 'bill' as const, 'nothing' as const, 'wrong sum' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      deed: fc.constant('ask' as const),
      who,
      terms: fc.option(terms),
      limit,
      ahead: fc.constantFrom(0, 20, 200),
    }),
  },
);
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never;
const history = fc.record({
  // Ends of months, and days before the leap day and before the clocks of Almaty were put back.
  start: fc.constantFrom('2023-11-30', '2023-12-31', '2024-01-31', '2024-02-22', '2024-02-28', '2024-02-29'),
  first: fc.tuple(terms, terms),
  deeds: fc.array(deed, { minLength: 15, maxLength: 15 }),
});

const moneyOf = (bill: SlowBill, day: string) => [
  bill.kind,
  bill.from,
  bill.to,
  bill.until,
  bill.places,
  tenge(bill.amount),
  tenge(bill.used),
  tenge(bill.amount - bill.used),
  dueOf(bill),
  bill.is_off ? 'cancelled' : bill.is_paid ? 'paid' : isLate(bill, day) ? 'overdue' : 'due',
];
const shownOf = (entry: TariffEntry) => [
  entry.kind,
  entry.period_start,
  entry.period_end,
  entry.covered_until,
  entry.limit_count,
  entry.amount,
  entry.credit_amount,
  entry.payment_amount,
  entry.payment_due_date,
  entry.status,
];
const isKept = ({ id }: { id: number | null }) => id !== null;

interface Firm {
  id: number;
  slow: SlowTariff;
  taken: number;
}

/** Two companies that live on together, and beside each what it comes to by counting slowly. */
class History {
  today: string;
  private statements = 0;
  private readonly firms: Firm[];

  constructor(start: string) {
    this.today = start;
    goTo(start);
    this.firms = companies.map(({ id }, place) => ({
      id,
      slow: makeSlowTariff(start, TAKEN[place]),
      taken: TAKEN[place]!,
    }));
  }

  /** A token lives a quarter of an hour of the clock that is moved. */
  private by() {
    return { token: app.parts.tokens.access({ ...desk, role_id: null }) };
  }

  private read({ id }: Firm): Promise<Tariff> {
    return app.ok('tariff.get', this.by(), { params: { company_id: id } });
  }

  private async look(looks: 'none' | 'one' | 'both' | 'twice'): Promise<void> {
    if (looks === 'none') return;
    if (looks === 'both') await Promise.all([settleTariffs(app.parts), settleTariffs(beside.parts)]);
    else await settleTariffs(app.parts);
    if (looks === 'twice') await settleTariffs(beside.parts);
    for (const { slow } of this.firms) liveOn(slow, this.today);
  }

  /** Asks for something that is done, or refused with this code and then has changed nothing. */
  private async ask(
    firm: Firm,
    code: string | null,
    call: Parameters<TestApp['raw']>[0],
    given: Parameters<TestApp['raw']>[2],
    then: (slow: SlowTariff) => void,
  ): Promise<void> {
    const reply = await app.raw(call, this.by(), given);
    expect((reply.json as { code?: string }).code ?? null, reply.text).toBe(code);
    if (code !== null) return;
    liveOn(firm.slow, this.today);
    then(firm.slow);
  }

  /** How it would stand if whoever asks next brought it to the day it is. */
  private atToday({ slow }: Firm): SlowTariff {
    const copy = structuredClone(slow);
    liveOn(copy, this.today);
    return copy;
  }

  async setFirst(place: number, terms: SlowTerms, ahead: number): Promise<void> {
    await this.askPlan(this.firms[place]!, { terms, limit: 5 + place, ahead });
  }

  private askPlan(
    firm: Firm,
    { terms, limit, ahead }: { terms: SlowTerms; limit: number | null; ahead: number },
  ): Promise<void> {
    const slow = this.atToday(firm);
    const day = daysLater(this.today, ahead);
    const is_first = slow.plan === null;
    const new_limit = is_first ? (limit ?? 4) : limit;
    const code =
      new_limit !== null && new_limit < firm.taken
        ? 'tariff.limit_below'
        : waits(slow, 'plan').length > 0
          ? 'tariff.planned'
          : null;
    const body = {
      company_id: firm.id,
      plan_type_id: terms.plan_type_id,
      period_id: MONTHS.indexOf(terms.months) + 1,
      price_per_executor: tenge(terms.price_tiyn),
      ...(new_limit === null ? {} : { executor_limit_count: new_limit }),
      ...(is_first || ahead > 0 ? { tariff_start_date: day } : {}),
    };
    const [call, type] = is_first
      ? (['tariff.set', 'start'] as const)
      : ahead > 0
        ? (['tariff.plan_change', 'planned'] as const)
        : (['tariff.switch', 'switch'] as const);
    return this.ask(firm, code, call, { body }, (now) =>
      wishFor(now, { day, limit: new_limit, terms, type }),
    );
  }

  private askLimit(firm: Firm, { limit, ahead }: { limit: number; ahead: number }): Promise<void> {
    const slow = this.atToday(firm);
    const day = daysLater(this.today, ahead);
    const code =
      limit < firm.taken
        ? 'tariff.limit_below'
        : waits(slow, 'limit').some((wish) => wish.day === day)
          ? 'tariff.limit_planned'
          : null;
    const body = { company_id: firm.id, executor_limit_count: limit, scheduled_for: day };
    return this.ask(firm, code, 'tariff.set_limit', { body }, (now) =>
      wishFor(now, { day, limit, terms: null, type: typeOfLimit(now.limit, limit) }),
    );
  }

  private async cancel(firm: Firm, which: number): Promise<void> {
    const { items } = await app.ok('tariff.changes', this.by(), { query: { company_id: firm.id } });
    if (items.length === 0) return;
    const { wishes } = this.atToday(firm);
    const waiting = wishes.findIndex(({ state }) => state === 'waits');
    // What waits, where anything does, and else something that has been made or called off.
    const place = waiting >= 0 && which % 3 > 0 ? waiting : which % wishes.length;
    const wish = wishes[place]!;
    const code = wish.state === 'made' ? 'tariff.applied' : null;
    const change_id = items.toReversed()[place]!.id;
    await this.ask(firm, code, 'tariff.cancel_change', { params: { change_id } }, (now) => {
      now.wishes[place]!.state = 'off';
    });
  }

  /** Bills that the company has got, by their place and by their number. */
  private async bills(firm: Firm, which: readonly number[]): Promise<{ places: number[]; ids: number[] }> {
    const kept = (await this.read(firm)).payment_calendar.filter(isKept);
    if (kept.length === 0) return { places: [], ids: [] };
    // Of those that came last some are open.
    const places = [...new Set(which.map((nth) => kept.length - 1 - (nth % Math.min(4, kept.length))))];
    return { places, ids: places.map((place) => kept[place]!.id!) };
  }

  private async pay(firm: Firm, which: number): Promise<void> {
    const { places, ids } = await this.bills(firm, [which]);
    if (ids.length === 0) return;
    const code = this.atToday(firm).bills[places[0]!]!.is_off ? 'tariff.entry_cancelled' : null;
    await this.ask(firm, code, 'tariff.pay', { params: { id: ids[0] } }, (now) => {
      const bill = now.bills[places[0]!]!;
      bill.is_said ||= !bill.is_paid;
      bill.is_paid = true;
    });
  }

  /** A payment comes in; what it does not say clearly somebody says for it. */
  private async receive(
    firm: Firm,
    which: readonly number[],
    says: 'bill' | 'nothing' | 'wrong sum',
  ): Promise<void> {
    const { places, ids } = await this.bills(firm, which);
    if (ids.length === 0) return;
    const meant = places.map((place) => firm.slow.bills[place]!);
    const sum = toPay(meant) + (says === 'wrong sum' ? 1n : 0n);
    if (sum === 0n) return;
    const fits = says === 'bill' && meant.every(isPayable);
    const number = String((this.statements += 1));
    const iban = makeIban('856', '0000000001234');
    const purpose = says === 'nothing' ? 'За услуги' : ids.map((id) => `Счёт KT-${id}`).join(', ');
    const told = { number, amount_tiyn: sum, iban, purpose, day: this.today, direction: 'in' } as const;
    const bytes = statementOf(tariffSeller.iban, [told]);
    const upload = () =>
      app.ok('tariff.read_payments', this.by(), { body: {}, files: { file: { name: 'a.txt', bytes } } });
    expect(await upload()).toEqual({ read: 1, added: 1, matched: fits ? 1 : 0, refused: [] });
    expect(await upload()).toEqual({ read: 1, added: 0, matched: 0, refused: [] });
    const payAll = (now: SlowTariff) => {
      for (const place of places) Object.assign(now.bills[place]!, { is_paid: true, is_said: false });
    };
    if (fits) {
      liveOn(firm.slow, this.today);
      return payAll(firm.slow);
    }
    const { items } = await app.ok('tariff.incoming', this.by(), { query: { matched: false } });
    const payment_id = items.find((item) => item.number === number)!.id;
    const now = this.atToday(firm);
    const asked = places.map((place) => now.bills[place]!);
    const code = asked.some((bill) => bill.is_off)
      ? 'tariff.entry_cancelled'
      : !asked.every(isPayable)
        ? 'tariff.entry_paid'
        : toPay(asked) === sum
          ? null
          : 'tariff.other_sum';
    const given = { params: { payment_id }, body: { entry_ids: ids } };
    await this.ask(firm, code, 'tariff.match', given, payAll);
  }

  /** What a change is said to cost is what it would come to, and asking changes nothing. */
  private async preview(
    firm: Firm,
    { terms, limit, ahead }: { terms: SlowTerms | null; limit: number; ahead: number },
  ): Promise<void> {
    if (firm.slow.day !== this.today || !firm.slow.plan) return;
    const day = daysLater(this.today, ahead);
    const body = {
      company_id: firm.id,
      scheduled_for: day,
      executor_limit_count: limit,
      ...(terms && {
        plan_type_id: terms.plan_type_id,
        period_id: MONTHS.indexOf(terms.months) + 1,
        price_per_executor: tenge(terms.price_tiyn),
      }),
    };
    const told = await app.ok('tariff.preview', this.by(), { body });
    const slow = structuredClone(firm.slow);
    const had = ahead === 0 ? slow.bills.length : 0;
    wishFor(slow, { day, limit, terms, type: '' });
    liveOn(slow, day);
    const charges = slow.bills.slice(had).filter(({ from }) => from === day);
    // A plan that waits may end it again: until when it covers is left out.
    const costs = (shown: unknown[]) => shown.slice(0, 8).toSpliced(3, 1);
    expect(told.charges.map((one) => costs(shownOf(one)))).toEqual(
      charges.map((bill) => costs(moneyOf(bill, day))),
    );
    expect(told.credit_amount).toBe(tenge(slow.given.get(day) ?? 0n));
    expect(told.pending_amount).toBe(tenge(toPay(firm.slow.bills.filter(isOpen))));
  }

  async perform(one: Deed): Promise<void> {
    if (one.deed === 'live') {
      for (let days = 0; days < one.days; days += 1) {
        this.today = daysLater(this.today, 1);
        goTo(this.today);
        await this.look(one.looks);
        // A second before the next midnight there is nothing to do yet.
        goTo(this.today, '23:59:59');
      }
      await this.look('one');
      return;
    }
    if (one.deed === 'stop') {
      this.today = daysLater(this.today, one.days);
      goTo(this.today, '09:00:00');
      return this.look(one.looks);
    }
    const firm = this.firms[one.who]!;
    if (one.deed === 'limit') return this.askLimit(firm, one);
    if (one.deed === 'switch') return this.askPlan(firm, { ...one, ahead: 0 });
    if (one.deed === 'plan') return this.askPlan(firm, one);
    if (one.deed === 'cancel') return this.cancel(firm, one.which);
    if (one.deed === 'pay') return this.pay(firm, one.which);
    if (one.deed === 'money') return this.receive(firm, one.which, one.says);
    return this.preview(firm, one);
  }

  /** After a deed of one company that one, after days have gone by both. */
  async check(one?: Deed): Promise<void> {
    for (const firm of one && 'who' in one ? [this.firms[one.who]!] : this.firms) {
      // Nobody has looked since it stopped: what is due is not there yet, and nothing is wrong.
      if (firm.slow.day === this.today) await this.checkFirm(firm);
    }
  }

  private async checkFirm(firm: Firm): Promise<void> {
    const { slow } = firm;
    const tariff = await this.read(firm);
    const kept = tariff.payment_calendar.filter(isKept);
    expect(kept.map(shownOf)).toEqual(slow.bills.map((bill) => moneyOf(bill, this.today)));
    expect(tariff).toMatchObject({
      today: this.today,
      pending_amount: tenge(toPay(slow.bills.filter(isOpen))),
      credit_amount: tenge(slow.credit),
      is_blocked: isBlocked(slow),
      executor_limit: { limit_count: slow.limit },
    });
    this.checkForeseen(slow, tariff.payment_calendar);
    this.checkCovered(tariff);
    const { items } = await app.ok('tariff.changes', this.by(), { query: { company_id: firm.id } });
    expect(
      items
        .toReversed()
        .map((change) => [
          change.change_type,
          change.scheduled_for,
          change.new_limit,
          change.old_limit,
          change.terms && [
            change.terms.plan_type.id,
            change.terms.period.months,
            change.terms.price_per_executor,
          ],
          change.is_applied ? 'made' : change.cancelled_at ? 'off' : 'waits',
          change.applied_at !== null,
        ]),
    ).toEqual(
      slow.wishes.map(({ type, day, limit, old_limit, terms, state }) => [
        type,
        day,
        limit,
        old_limit,
        terms && [terms.plan_type_id, terms.months, tenge(terms.price_tiyn)],
        state,
        state === 'made',
      ]),
    );
    // Made once: a plan for each change of plan that has come, and no other.
    expect(tariff.plans.map(({ start_date }) => start_date).toReversed()).toEqual(
      slow.wishes.filter(({ terms, state }) => terms && state === 'made').map(({ day }) => day),
    );
  }

  private checkForeseen(slow: SlowTariff, calendar: readonly TariffEntry[]): void {
    const foreseen = calendar.filter((entry) => !isKept(entry));
    const last = foreseen.at(-1)?.period_start;
    if (!slow.plan && waits(slow, 'plan').length === 0) return expect(foreseen).toEqual([]);
    expect(foreseen.filter(({ kind }) => kind === 'period').length).toBeGreaterThanOrEqual(3);
    const later = structuredClone(slow);
    liveOn(later, last!);
    expect(foreseen.map((entry) => shownOf(entry).slice(0, 9))).toEqual(
      later.bills.slice(slow.bills.length).map((bill) => moneyOf(bill, last!).slice(0, 9)),
    );
  }

  /** From the first day of the first plan on every day is covered by one period and no more; so are those foreseen. */
  private checkCovered({ plans, payment_calendar }: Tariff): void {
    const periods = payment_calendar.filter(
      ({ kind, status, covered_until, period_start }) =>
        kind === 'period' && status !== 'cancelled' && covered_until >= period_start,
    );
    const follow = (entries: TariffEntry[], first: string | undefined) =>
      entries.reduce((day, entry) => {
        expect(entry.period_start).toBe(day);
        return daysLater(entry.covered_until, 1);
      }, first!);
    const [first] = plans.map(({ start_date }) => start_date).sort();
    const next = follow(periods.filter(isKept), first);
    const foreseen = periods.filter((entry) => !isKept(entry));
    follow(foreseen, foreseen[0]?.period_start);
    if (first === undefined) return;
    expect(next > this.today).toBe(true);
    // A plan to come may end what is billed before its day.
    expect(foreseen[0]!.period_start <= next).toBe(true);
  }

  /** What the other calls tell of the same bills. */
  async checkTold(): Promise<void> {
    await this.look('one');
    await this.check();
    for (const { id, slow } of this.firms) {
      const query = { company_id: id };
      const late = slow.bills.filter((bill) => isLate(bill, this.today));
      const overdue = await app.ok('tariff.overdue', this.by(), { query });
      expect(overdue.items.map(shownOf)).toEqual(late.map((bill) => moneyOf(bill, this.today)));
      expect(overdue.amount).toBe(tenge(toPay(late)));
      const { items } = await app.ok('tariff.statuses', this.by(), { query });
      const sumOf = (bills: SlowBill[]) => [bills.length, tenge(toPay(bills))];
      expect(items.slice(1).map(({ count, amount }) => [count, amount])).toEqual([
        sumOf(slow.bills.filter((bill) => isOpen(bill) && !isLate(bill, this.today))),
        sumOf(late),
        sumOf(slow.bills.filter((bill) => bill.is_paid)),
        sumOf(slow.bills.filter((bill) => bill.is_off)),
      ]);
    }
  }
}

/** As if nobody had ever had a tariff. */
const forget = () =>
  sql`truncate tariff_accounts, tariff_payments, executor_limits cascade`.execute(app.owner);

test('whatever is asked, paid and slept through: no hole, no overlap, each change once, every sum to the tiyn', async () => {
  const lives = fc.asyncProperty(history, async ({ start, first, deeds }) => {
    await forget();
    const told = new History(start);
    await told.setFirst(0, first[0], 0);
    await told.setFirst(1, first[1], 3);
    await told.check();
    for (const one of deeds) {
      await told.perform(one);
      await told.check(one);
    }
    await told.checkTold();
  });
  await fc.assert(lives, {
    seed: 20240229,
    numRuns: isWhole ? 10 : 4,
    endOnFailure: true,
    interruptAfterTimeLimit: 90_000,
  });
});
