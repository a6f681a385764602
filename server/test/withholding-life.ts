import type { CallAnswer, CallInput } from '@kelisim/shared/kernel/call.ts';
import type { CallName, Calls } from '@kelisim/shared/calls.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { payByFile } from './bank-papers.ts';
import { statementOf } from './bank-statement.ts';
import type { Given } from './calls.ts';
import { makeOwnDeal } from './deal-app.ts';
import type { TestApp } from './make-app.ts';
import { actBody, allDone, becomeIndividual, makeSignedActs, signBy, type Deal } from './papers.ts';
import type { FigureRow } from './slow-withholding.ts';
import { END, LAST, THIS, TODAY } from './today.ts';
import { TOLD, type Day, type Deed, type Lines, type Share, type Told } from './withholding-deeds.ts';
import {
  expectAsSlow,
  expectConserved,
  expectNothingLacking,
  expectSoundOrders,
  isOpen,
  readBooks,
  readRegister,
  toldMonths,
  type Books,
  type Order,
  type Register,
} from './withholding-laws.ts';

const FIRST_END = addDays(`${LAST}-01`, -1);
const FIRST = FIRST_END.slice(0, 7);
const ENDS = [FIRST_END, END] as const;

function dayOf({ month, at }: Day): string {
  const day = `${[FIRST, LAST, THIS][month]}-${{ early: '03', middle: '14', late: '26' }[at]}`;
  return day > TODAY ? TODAY : day;
}

/** The product said no. */
class Refused extends Error {}

const part = (whole: bigint, share: Share) => {
  const sum = (whole * BigInt(share)) / 1000n;
  return sum > 0n ? sum : whole > 0n ? 1n : 0n;
};
/** Expenses are refunded: they are no income. */
const lineOf = (kind: keyof Lines, rate: string) => ({
  kind,
  taxed: kind !== 'expense',
  category_id: 1,
  unit_id: 1,
  description: 'x',
  quantity: '1',
  rate,
});
const least = (one: bigint, other: bigint) => (one < other ? one : other);

let statements = 0;

/** A company that withholds and its executor, a citizen with the base deduction, and all that is done between them. */
export class WithholdingLife {
  private readonly app: TestApp;
  private readonly deal: Deal;
  private readonly figures: readonly FigureRow[];
  private readonly acts: { id: number; lines: Lines }[] = [];
  private readonly operations: number[] = [];
  private readonly told: { told: Told; day: string }[] = [{ told: 'plain', day: '2025-01-01' }];
  private closed_until: string | null = null;
  private was_closed = false;
  private closed: string[] = [];

  private constructor(app: TestApp, deal: Deal, figures: readonly FigureRow[]) {
    this.app = app;
    this.deal = deal;
    this.figures = figures;
  }

  static async begin(app: TestApp, figures: readonly FigureRow[]): Promise<WithholdingLife> {
    const deal = await makeOwnDeal(app);
    await becomeIndividual(app, deal);
    await app.ok('bookkeeping.set_withholding', deal.company.director, { body: { is_on: true } });
    await payByFile(app, deal.company.director);
    await sql`update companies set withholding_since = ${`${FIRST}-01`} where id = ${deal.company.id}`.execute(
      app.owner,
    );
    return new WithholdingLife(app, deal, figures);
  }

  private get by() {
    return this.deal.company.director;
  }

  private books = (): Promise<Books> => readBooks(this.app, this.deal);
  private register = (): Promise<Register> => readRegister(this.app, this.deal, FIRST);

  private async ask<Name extends CallName>(
    name: Name,
    input: CallInput<Calls[Name]> & Pick<Given, 'files'>,
  ): Promise<CallAnswer<Calls[Name], Buffer>> {
    try {
      return await this.app.ok(name, this.by, input);
    } catch (error) {
      throw /answered 4\d\d/.test(String(error)) ? new Refused(String(error)) : error;
    }
  }

  /** Of a deed that is refused, or for which there is nothing, what was done before stays. */
  async perform(one: Deed): Promise<void> {
    try {
      await this.attempt(one);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  private async attempt(one: Deed): Promise<void> {
    switch (one.deed) {
      case 'pay':
        return this.pay(one);
      case 'pay again':
        await this.order(this.pick(this.acts, one.which).id);
        return;
      case 'settle': {
        const order = await this.pickOrder(one.which, isOpen);
        const sum = part(order.amount_tiyn - order.settled_tiyn, one.share);
        return one.is_stated
          ? this.state(order, dayOf(one.day))
          : this.move(order, 'out', sum, dayOf(one.day));
      }
      case 'show': {
        const order = await this.pickOrder(one.which, ({ status }) => status === 'settled');
        return this.move(order, 'out', order.amount_tiyn, dayOf(one.day));
      }
      case 'give up': {
        const order = await this.pickOrder(one.which, isOpen);
        return this.giveUp(order);
      }
      case 'return': {
        const order = await this.pickOrder(one.which, ({ settled_tiyn }) => settled_tiyn > 0n);
        const { settlements } = await this.books();
        const sum = one.of === 'what there is' ? part(order.settled_tiyn, one.share) : null;
        const paid = settlements.find((row) => row.order_id === order.id && row.amount_tiyn > 0n);
        return this.move(order, 'in', sum ?? paid?.amount_tiyn ?? 1n, dayOf(one.day));
      }
      case 'take back':
        await this.ask('payments.take_back', {
          params: { operation_id: this.pick(this.operations, one.which) },
        });
        return;
      case 'refund':
        return this.refund(one);
      case 'advance':
        return this.show('out', one.tiyn, dayOf(one.day), { orders: [], advance_to: this.deal.executor.id });
      case 'tell':
        return this.tell(one.told, dayOf(one.day));
      case 'close':
        return this.close(ENDS[one.month]);
      case 'open':
        return this.close(one.month === null ? null : ENDS[one.month]);
    }
  }

  private pick<T>(all: readonly T[], which: number): T {
    const one = all[all.length - 1 - (which % all.length)];
    if (one === undefined) throw new Refused('there is none');
    return one;
  }

  private async pickOrder(which: number, is: (order: Order) => boolean): Promise<Order> {
    const { orders } = await this.books();
    return this.pick(
      orders.filter((order) => order.kind === 'payment' && is(order)),
      which,
    );
  }

  /** What was told last of the last day until then. */
  private toldOn = (day: string): { at: number; told: Told } => {
    const known = this.told.map((one, at) => ({ ...one, at })).filter((one) => one.day <= day);
    return known.reduce((last, one) => (one.day >= last.day ? one : last), {
      told: 'plain',
      day: '',
      at: -1,
    });
  };

  private async pay({ lines, settled, share, day, made }: Extract<Deed, { deed: 'pay' }>): Promise<void> {
    const kinds = (['work', 'expense', 'deduction'] as const).filter((kind) => lines[kind] > 0n);
    const services = kinds.map((kind) => lineOf(kind, formatMoney(lines[kind])));
    const [act_id = 0] = await makeSignedActs(this.app, this.deal, 1, { services, date: `${THIS}-01` });
    this.acts.push({ id: act_id, lines });
    const order = await this.order(act_id, dayOf(made));
    if (!order) return;
    if (settled === 'stated') await this.state(order, dayOf(day));
    if (settled === 'shown') await this.move(order, 'out', order.amount_tiyn, dayOf(day));
    if (settled === 'in part') await this.move(order, 'out', part(order.amount_tiyn, share), dayOf(day));
  }

  /** Makes the order of an act that is signed, as its review says; null where advances pay all of it. */
  private async order(act_id: number, made_on = TODAY): Promise<Order | null> {
    const { payees } = await this.app.ok('payments.preview', this.by, { body: { act_ids: [act_id] } });
    const before = (await this.books()).orders;
    const answer = await this.app.ok('acts.pay', this.by, { body: { act_ids: [act_id] } });
    if (answer.items.some(({ status }) => status !== 'ok')) throw new Refused(String(answer.items[0]?.code));
    const { orders } = await this.books();
    const order = orders.find(({ id }) => !before.some((one) => one.id === id));
    const [said] = payees;
    if (!order) {
      expect(said?.gross).toBe('0.00');
      return null;
    }
    const gross = order.amount_tiyn + order.withheld_tiyn;
    expect(
      said && [said.gross, said.amount, said.opv, said.vosms, said.so, said.ipn, said.self_employed],
      'review',
    ).toEqual(
      [
        gross,
        order.amount_tiyn,
        order.opv_tiyn,
        order.vosms_tiyn,
        order.so_tiyn,
        order.ipn_tiyn,
        order.self_employed_tiyn,
      ].map(formatMoney),
    );
    await this.checkOrder(order, gross);
    await this.app.ok('payments.make_file', this.by, { body: { format: '1c', order_ids: [order.id] } });
    // The bank has had it since before all days of the history.
    await sql`update payment_orders set sent_at = ${`${FIRST}-01T12:00:00+05:00`},
      created_at = ${`${made_on}T12:00:00+05:00`} where id = ${order.id}`.execute(this.app.parts.db);
    return order;
  }

  private async checkOrder(order: Order, gross: bigint): Promise<void> {
    const { work, expense, deduction } = this.acts.find(({ id }) => id === order.act_id)?.lines ?? {
      work: 0n,
      expense: 0n,
      deduction: 0n,
    };
    const whole = work + expense - deduction;
    const refunded = (gross * least(expense, whole)) / whole;
    expect(order.withheld_tiyn <= gross - refunded, `${order.withheld_tiyn} of ${gross - refunded}`).toBe(
      true,
    );
    expect(order.amount_tiyn > 0n).toBe(true);
    const income = gross - refunded;
    // Something is always paid, and of whole tenge.
    const most = least(gross - 100n - (gross % 100n), income - (income % 100n));
    if (this.toldOn(TODAY).told === 'self_employed') expect(order.withheld_tiyn).toBe(0n);
    else if (order.withheld_tiyn < most) expectNothingLacking(await this.register(), order);
  }

  /** A person says that the bank has carried out all that is left. */
  private async state({ id: order_id }: Order, date: string): Promise<void> {
    await this.ask('payments.decide', {
      params: { order_id },
      body: { outcome: 'settled', reason: 'x', date },
    });
  }

  private async giveUp({ id: order_id, settled_tiyn }: Order): Promise<void> {
    if (settled_tiyn > 0n) await this.ask('payments.cancel', { params: { order_id } });
    else
      await this.ask('payments.decide', { params: { order_id }, body: { outcome: 'rejected', reason: 'x' } });
  }

  private move({ id: order_id }: Order, direction: 'out' | 'in', amount_tiyn: bigint, day: string) {
    return this.show(direction, amount_tiyn, day, { orders: [{ order_id }] });
  }

  /** A statement shows money, and a person says what it is. */
  private async show(
    direction: 'out' | 'in',
    amount_tiyn: bigint,
    day: string,
    body: { orders: { order_id: number }[]; advance_to?: number },
  ): Promise<void> {
    const [account] = await this.app.ok('banking.requisites', this.by, {});
    const number = `R-${(statements += 1)}7777`;
    const told = { number, amount_tiyn, iban: 'KZ72998KZT0000000041', purpose: 'x', day, direction };
    const { id } = await this.app.ok('payments.read_statement', this.by, {
      body: {},
      files: { file: { name: 'выписка.txt', bytes: statementOf(account?.iban ?? '', [told]) } },
    });
    const { items } = await this.app.ok('payments.operations', this.by, { query: { statement_id: id } });
    const operation_id = this.pick(items, 0).id;
    await this.ask('payments.match', { params: { operation_id }, body });
    this.operations.push(operation_id);
  }

  /** A correction takes a part of an act back, and the money came. */
  private async refund({ which, share, as }: Extract<Deed, { deed: 'refund' }>): Promise<void> {
    const { id: act_id, lines } = this.pick(this.acts, which);
    const amount = formatMoney(-part(lines.work + lines.expense - lines.deduction, share));
    const draft = await this.ask('acts.correct', {
      params: { act_id },
      body: { amount, reason: 'x', date: TODAY },
    });
    if (as !== 'drafted') {
      const services = [lineOf(as, amount)];
      const body = { ...actBody(this.deal, { services }), version: draft.version };
      await this.ask('acts.update', { params: { act_id: draft.id }, body });
    }
    allDone(await this.ask('acts.send', { body: { act_ids: [draft.id] } }));
    for (const signer of [this.deal.executor.person, this.by])
      allDone(await signBy(this.app, signer, draft.id));
    await this.ask('refunds.record', { params: { act_id: draft.id }, body: { reason: 'x' } });
  }

  private async tell(told: Told, day: string): Promise<void> {
    await this.ask('taxes.set_standing', {
      body: { executor_company_id: String(this.deal.executor.id), valid_from: day, ...TOLD[told] },
    });
    this.told.push({ told, day });
  }

  /** Closing changes no figure of any month. */
  private async close(until: string | null): Promise<void> {
    const before = await this.register();
    await this.ask('bookkeeping.close_period', { body: { closed_until: until, note: 'x' } });
    // What is on its way counts on the first open day.
    const { orders } = await this.books();
    const moves = orders.some((order) => isOpen(order) && order.made_on <= (until ?? ''));
    const opens = this.closed_until !== null && (until === null || until < this.closed_until);
    const after = await this.register();
    if (!opens && !moves) expect(toldMonths(after), 'closing').toEqual(toldMonths(before));
    this.closed_until = until;
    this.was_closed ||= until !== null;
    this.closed = this.closedOf(after);
  }

  private closedOf(register: Register): string[] {
    const { closed_until } = this;
    return closed_until === null
      ? []
      : toldMonths(register.filter(({ month }) => month <= closed_until.slice(0, 7)));
  }

  async check(): Promise<void> {
    const books = await this.books();
    const register = await this.register();
    const was_other = this.told.some(({ told }) => told === 'self_employed');
    const isTaxedOn = (day: string) => this.toldOn(day).told !== 'self_employed';
    await expectConserved(
      this.app,
      this.deal,
      books,
      register,
      was_other && this.closed_until !== null ? null : isTaxedOn,
    );
    expectSoundOrders(books);
    expect(this.closedOf(register), 'closed months').toEqual(this.closed);
    if (this.closed_until === null) expectAsSlow(books, register, this.figures, this.toldOn);
  }

  /** What is open is given up, and all that was paid comes back. */
  async bringBack(): Promise<void> {
    for (const order of (await this.books()).orders.filter(isOpen)) await this.giveUp(order);
    for (const order of (await this.books()).orders)
      if (order.kind === 'payment' && order.settled_tiyn > 0n)
        await this.move(order, 'in', order.settled_tiyn, TODAY);
    await this.check();
  }
}
