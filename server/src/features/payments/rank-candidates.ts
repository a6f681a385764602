import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { CandidateKind, CandidateReason } from '@kelisim/shared/features/payments/candidates.ts';
import type { Fitting } from '../obligations/public.ts';
import type { KnownExecutor, NamedOrder } from './candidates.queries.ts';
import { numberOf } from './match-alone.ts';
import { listsOf, type PaidList } from './paid-lists.ts';
import { restOf } from './settle-order.ts';

/** What a bank says of an operation that nobody has matched yet. */
export interface OpenOperation {
  direction: 'out' | 'in';
  number: string;
  day: string;
  amount_tiyn: bigint;
  counterparty_name: string;
  counterparty_bin: string | null;
  counterparty_iban: string | null;
  purpose: string;
  account: string | null;
}

export interface Candidate {
  kind: CandidateKind;
  reasons: CandidateReason[];
  orders: { order: NamedOrder; amount_tiyn: bigint }[];
  advance: { executor_company_id: number; name: string; amount_tiyn: bigint } | null;
  obligation: Fitting | null;
  score: number;
}

export interface Known {
  payable: readonly NamedOrder[];
  /** Of the payable orders, made once for all operations of a page. */
  lists: readonly PaidList<NamedOrder>[];
  returnable: readonly NamedOrder[];
  executors: readonly KnownExecutor[];
  own: { bin: string; ibans: ReadonlySet<string> };
}

const WEIGHTS: Record<CandidateReason, number> = {
  sum: 40,
  number: 40,
  act: 30,
  account: 25,
  bin: 20,
  name: 10,
  day: 10,
  part: 0,
  remainder: 0,
  words: 60,
  own_account: 100,
  knp: 30,
  month: 20,
  iin: 40,
  told: 20,
};
const MOST = 20;

/** What an operation may be, the likeliest first, each with its reasons. Nothing of it is done without a person. */
export function rankCandidates(
  operation: OpenOperation,
  known: Known,
  fitting: readonly Fitting[] = [],
): Candidate[] {
  const all = [
    ...asideOf(operation, known),
    ...fitting.map((obligation) =>
      candidate(operation.direction === 'in' ? 'contribution_return' : 'obligation', obligation.reasons, {
        obligation,
      }),
    ),
    ...(operation.direction === 'in' ? returnsOf(operation, known) : paymentsOf(operation, known)),
  ];
  return all.toSorted((a, b) => b.score - a.score).slice(0, MOST);
}

const candidate = (
  kind: CandidateKind,
  reasons: CandidateReason[],
  rest: Partial<Candidate> = {},
): Candidate => ({
  kind,
  reasons,
  orders: [],
  advance: null,
  obligation: null,
  score: reasons.reduce((sum, reason) => sum + WEIGHTS[reason], 0),
  ...rest,
});

const COMMISSION = /комисси|ведени[ея]\s+сч[её]та|обслуживани[ея]\s+(сч[её]та|банк)|тариф\S*\s+банка/iu;

function asideOf(operation: OpenOperation, { own }: Known): Candidate[] {
  const { counterparty_iban, counterparty_bin, purpose, direction } = operation;
  if (counterparty_iban !== null && own.ibans.has(counterparty_iban))
    return [candidate('own_transfer', ['own_account'])];
  if (counterparty_bin === own.bin && counterparty_iban !== operation.account)
    return [candidate('own_transfer', ['bin'], { score: 70 })];
  return direction === 'out' && COMMISSION.test(purpose) ? [candidate('commission', ['words'])] : [];
}

function paymentsOf(operation: OpenOperation, { payable, lists: known, executors }: Known): Candidate[] {
  const isMeant = (order: NamedOrder) =>
    (operation.account === null || order.payer_iban === operation.account) &&
    order.sent_at !== null &&
    almatyDate(order.sent_at) <= operation.day;
  const orders = payable.filter(isMeant);
  const evidenceOf = evidenceIn(operation);
  const single = orders.flatMap((order) => ofOne(order, operation, evidenceOf(order)));
  const lists = known
    .filter((list) => list.amount_tiyn === operation.amount_tiyn && list.orders.every(isMeant))
    .flatMap((list) => ofList(list, operation));
  const found = [...single, ...lists, ...ofSeveral(orders, operation)];
  const ofAccount = ({ iban }: KnownExecutor) => iban !== null && iban === operation.counterparty_iban;
  const executor = executors.find((one) => ofAccount(one) || one.bin === operation.counterparty_bin);
  if (!executor) return found;
  const advance = {
    executor_company_id: executor.id,
    name: executor.name,
    amount_tiyn: operation.amount_tiyn,
  };
  const reason = ofAccount(executor) ? 'account' : 'bin';
  return [...found, candidate('advance', [reason], { advance, score: 15 })];
}

/** Whole lists of which no statement has shown anything yet. */
export function payableLists(payable: readonly NamedOrder[]): PaidList<NamedOrder>[] {
  const whole = payable.filter((order) => order.status !== 'settled' || isStated(order, order.amount_tiyn));
  return listsOf(whole.map(asList));
}

/** A user may have carried any kind of file to the bank as one list. */
const asList = (order: NamedOrder): NamedOrder => ({
  ...order,
  file_format: order.file_format === null || order.file_format === 'mt102' ? order.file_format : 'xlsx',
});

/** True where this sum was stated of an order and no statement has shown it yet. */
export const isStated = (order: NamedOrder, amount_tiyn: bigint): boolean =>
  order.stated.includes(String(amount_tiyn));

/** Why an order may be meant by an operation, but for its sum; the operation's words are read once for all orders. */
function evidenceIn(operation: OpenOperation): (order: NamedOrder) => CandidateReason[] {
  const number = numberOf(operation.number);
  const acts = named(operation.purpose);
  const name = plain(operation.counterparty_name);
  return (order) => {
    const reasons: CandidateReason[] = [];
    if (number === String(order.number) || operation.purpose.includes(order.end_to_end_id))
      reasons.push('number');
    if (acts.has(order.act_number)) reasons.push('act');
    if (order.payee_iban === operation.counterparty_iban) reasons.push('account');
    else if (order.payee_bin === operation.counterparty_bin) reasons.push('bin');
    else if (name !== '' && plain(order.payee_name) === name) reasons.push('name');
    return reasons;
  };
}

function ofOne(order: NamedOrder, operation: OpenOperation, evidence: CandidateReason[]): Candidate[] {
  const rest = order.status === 'settled' ? 0n : restOf(order);
  const orders = (amount_tiyn: bigint) => [{ order, amount_tiyn }];
  // The older of two that are alike comes first.
  const age = Math.min(5, Math.max(0, days(almatyDate(order.sent_at!), operation.day) / 10));
  const ranked = (kind: CandidateKind, reasons: CandidateReason[], more: Partial<Candidate>) => {
    const one = candidate(kind, reasons, more);
    return [{ ...one, score: one.score + age }];
  };
  if (rest === operation.amount_tiyn || isStated(order, operation.amount_tiyn))
    return ranked('order', ['sum', ...evidence], { orders: orders(operation.amount_tiyn) });
  if (evidence.every((reason) => reason === 'number') || order.status === 'settled') return [];
  if (operation.amount_tiyn < rest)
    return ranked('order', ['part', ...evidence], { orders: orders(operation.amount_tiyn) });
  const advance = {
    executor_company_id: order.executor_company_id,
    name: order.payee_name,
    amount_tiyn: operation.amount_tiyn - rest,
  };
  return ranked('order', ['remainder', ...evidence], { orders: orders(rest), advance });
}

function ofList(list: PaidList<NamedOrder>, operation: OpenOperation): Candidate[] {
  if (list.day > operation.day) return [];
  const reasons: CandidateReason[] = ['sum'];
  if (numberOf(operation.number) === String(list.number)) reasons.push('number');
  if (list.day === operation.day) reasons.push('day');
  const orders = list.orders.map((order) => ({ order, amount_tiyn: order.amount_tiyn }));
  const one = candidate('list', reasons, { orders });
  return [{ ...one, score: one.score + 15 }];
}

/** What is tried together to find a sum; beyond that a user chooses. */
const MOST_TOGETHER = 14;

type Share = Candidate['orders'][number];

/** Several orders of one payee, or of the acts that the text names, which together are the sum. */
function ofSeveral(orders: readonly NamedOrder[], operation: OpenOperation): Candidate[] {
  const acts = named(operation.purpose);
  const ofPayee = orders
    .filter(
      ({ payee_iban, payee_bin }) =>
        payee_iban === operation.counterparty_iban || payee_bin === operation.counterparty_bin,
    )
    .toSorted((a, b) => a.id - b.id);
  const rests = ofPayee
    .filter(({ status }) => status !== 'settled')
    .map((order): Share => ({ order, amount_tiyn: restOf(order) }));
  const stated = ofPayee.flatMap((order) =>
    order.stated.map((sum): Share => ({ order, amount_tiyn: BigInt(sum) })),
  );
  const isNamed = ({ order }: Share) => acts.has(order.act_number);
  const inText = rests.filter(isNamed);
  const set =
    inText.length > 1 && sumOf(inText) === operation.amount_tiyn
      ? inText
      : subsetOf([...rests, ...stated].slice(0, MOST_TOGETHER), operation.amount_tiyn);
  if (!set || set.length < 2) return [];
  const reasons: CandidateReason[] = ['sum'];
  if (set.every(isNamed)) reasons.push('act');
  reasons.push(set[0]!.order.payee_iban === operation.counterparty_iban ? 'account' : 'bin');
  return [candidate('orders', reasons, { orders: [...set] })];
}

const sumOf = (shares: readonly Share[]) => shares.reduce((sum, { amount_tiyn }) => sum + amount_tiyn, 0n);

/** Of some shares those that make up a sum, of each order one; the fewest there are, of as many the first. */
function subsetOf(shares: readonly Share[], sum: bigint): readonly Share[] | null {
  let best: Share[] | null = null;
  const walk = (at: number, left: bigint, taken: Share[]): void => {
    if (left === 0n) {
      if (!best || taken.length < best.length) best = [...taken];
      return;
    }
    const share = shares[at];
    if (!share || left < 0n) return;
    if (!taken.some(({ order }) => order.id === share.order.id))
      walk(at + 1, left - share.amount_tiyn, [...taken, share]);
    walk(at + 1, left, taken);
  };
  walk(0, sum, []);
  return best;
}

const RETURN_WORDS = /возврат|возвращ|не зачислен|закрыт|қайтар/iu;

function returnsOf(operation: OpenOperation, { returnable }: Known): Candidate[] {
  const evidenceOf = evidenceIn(operation);
  return returnable.flatMap((order) => {
    if (operation.account !== null && order.payer_iban !== operation.account) return [];
    if (order.settled_on === null || order.settled_on > operation.day) return [];
    if (operation.amount_tiyn > order.settled_tiyn) return [];
    const evidence = evidenceOf(order);
    if (namesNumber(operation.purpose, order.number) && !evidence.includes('number')) evidence.push('number');
    const isWhole = operation.amount_tiyn === order.settled_tiyn;
    const isReturn = RETURN_WORDS.test(operation.purpose);
    if (!(isWhole && (isReturn || evidence.length > 0)) && !(isReturn && evidence.length > 0)) return [];
    const reasons: CandidateReason[] = [isWhole ? 'sum' : 'part', ...evidence];
    const one = candidate('return', reasons, { orders: [{ order, amount_tiyn: operation.amount_tiyn }] });
    const near = Math.max(0, 5 - days(order.settled_on, operation.day));
    return [{ ...one, score: one.score + near }];
  });
}

/** Numbers of acts in a text: «акт № 125/2026». */
const named = (text: string): Set<string> => new Set(text.match(/\d+\/\d{4}/g));

const namesNumber = (text: string, number: number | null): boolean =>
  number !== null && new RegExp(`(?<!\\d)0*${number}(?![\\d/.])`).test(text);

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
