import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Tx } from '../../platform/db/database.ts';
import { applyRules } from './bank-rules.queries.ts';
import { matchObligations } from './match-obligations.ts';
import type { OrderRow } from './move-order.ts';
import { MARKS } from './order-mark.ts';
import { listsOf, type PaidList } from './paid-lists.ts';
import { confirmSettled, restOf, settleWhole } from './settle-order.ts';
import { listOpenDebits, lockMatchableOrders, setMatched, type OpenDebit } from './statements.queries.ts';

/**
 * Matches without a person what is beyond doubt (decisions 20), and nothing else: one order of the same sum and number;
 * one list whose sum is the debit's and whose number agrees, or its day, where the money may be that of a list; one tax or
 * contribution of a month by payee, КНП and sum; a row under a rule that the company keeps. All that waits is looked at each
 * time, so that the order in which statements come makes no difference.
 */
export async function matchAlone(tx: Tx, company_id: number): Promise<void> {
  await matchObligations(tx, company_id, await matchDebits(tx, company_id));
  await applyRules(tx, company_id);
}

/** @returns the debits that are of no order */
async function matchDebits(tx: Tx, company_id: number): Promise<OpenDebit[]> {
  const debits = await listOpenDebits(tx, company_id);
  if (debits.length === 0) return [];
  const orders = await lockMatchableOrders(tx, company_id, {
    sums: debits.map(({ amount_tiyn }) => amount_tiyn),
  });
  // A month has as many debits as orders, often over one sum: looking at each order for each debit is their product.
  const singles = Map.groupBy(orders, ({ amount_tiyn, number }) => `${amount_tiyn} ${number}`);
  const marked = new Map(orders.map((order) => [order.end_to_end_id, order]));
  const lists = Map.groupBy(listsOf(orders), ({ amount_tiyn }) => amount_tiyn);
  const found = debits.map((debit) => {
    const { amount_tiyn: sum, number, purpose } = debit;
    const named = new Set([
      ...(singles.get(`${sum} ${numberOf(number)}`) ?? []),
      ...(purpose.match(MARKS) ?? []).flatMap((mark) => marked.get(mark) ?? []),
    ]);
    return { debit, orders: findOrders([...named], lists.get(sum) ?? [], debit) };
  });
  const claims = new Map<number, number>();
  for (const { orders: claimed } of found)
    for (const { id } of claimed ?? []) claims.set(id, (claims.get(id) ?? 0) + 1);
  // What two debits claim is said by a person.
  const isClaimedOnce = ({ orders: claimed }: (typeof found)[number]) =>
    claimed !== null && claimed.every(({ id }) => claims.get(id) === 1);
  // In the order of acts, as others lock them.
  const firstAct = ({ orders: claimed }: (typeof found)[number]) => claimed?.[0]?.act_id ?? 0;
  const matched = found.filter(isClaimedOnce).toSorted((one, other) => firstAct(one) - firstAct(other));
  for (let at = 0; at < matched.length; at += AT_ONCE)
    await settleFrom(tx, company_id, matched.slice(at, at + AT_ONCE));
  return found.filter((one) => !isClaimedOnce(one)).map(({ debit }) => debit);
}

/** A statement may name 40,000 orders: settled one by one they would take a quarter of an hour. */
const AT_ONCE = 500;

async function settleFrom(
  tx: Tx,
  company_id: number,
  matched: readonly { debit: OpenDebit; orders: readonly OrderRow[] | null }[],
): Promise<void> {
  const paid = matched.flatMap(({ debit: { id, day }, orders }) =>
    (orders ?? []).map((order) => ({ order, operation_id: id, day })),
  );
  for (const { order, operation_id: id, day } of paid.filter(({ order }) => order.status === 'settled'))
    if (!(await confirmSettled(tx, order, { id, day, amount_tiyn: order.amount_tiyn })))
      throw new Error(`order ${order.id} was matched and takes no money`);
  await settleWhole(
    tx,
    company_id,
    paid.filter(({ order }) => order.status !== 'settled'),
  );
  await setMatched(
    tx,
    company_id,
    matched.map(({ debit }) => debit.id),
  );
}

/** Of the orders it names and the lists over its sum, the one that a debit is beyond doubt; null when there is none or more than one. */
function findOrders(
  orders: readonly OrderRow[],
  lists: readonly PaidList[],
  debit: OpenDebit,
): readonly OrderRow[] | null {
  const single = orders.filter((order) => isOrder(order, debit));
  const whole = lists.filter((list) => isList(list, debit));
  const all = [...single.map((order) => [order]), ...whole.map((list) => list.orders)];
  return all.length === 1 ? all[0]! : null;
}

function isOrder(order: OrderRow, debit: OpenDebit): boolean {
  if (order.amount_tiyn !== debit.amount_tiyn || !isOfAccount(order, debit)) return false;
  if (debit.counterparty_iban !== null && debit.counterparty_iban !== order.payee_iban) return false;
  return debit.counterparty_bin === null || debit.counterparty_bin === order.payee_bin;
}

function isList(list: PaidList, debit: OpenDebit): boolean {
  if (!list.orders.every((order) => isOfAccount(order, debit))) return false;
  // A debit to one of the people of a list is not the list.
  if (list.orders.some(({ payee_iban }) => payee_iban === debit.counterparty_iban)) return false;
  if (numberOf(debit.number) === String(list.number)) return true;
  // The day alone speaks for it only where the money may have gone to a bank for its people.
  const isToBank = debit.counterparty_bin === null || debit.is_to_bank;
  const isOfKnp = list.orders.every(({ knp }) => debit.knp === null || debit.knp === knp);
  return list.day === debit.day && isToBank && isOfKnp;
}

/** Of the account that the statement is about, nothing settled of it yet, and sent no later than the debit. */
function isOfAccount(order: OrderRow, debit: OpenDebit): boolean {
  if (debit.account !== null && order.payer_iban !== debit.account) return false;
  if (order.status !== 'settled' && restOf(order) !== order.amount_tiyn) return false;
  return order.sent_at !== null && almatyDate(order.sent_at) <= debit.day;
}

/** `NT-000101` is the order 101. */
export const numberOf = (told: string): string => told.replace(/^\D*0*/, '');
