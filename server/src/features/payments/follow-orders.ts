import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { BankAnswer, PaymentBank } from '../../adapters/banks/banks.ts';
import { isDatabaseAway } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { callbackUrl, openBank } from '../integrations/public.ts';
import { workTogether } from '../../platform/work-together.ts';
import { moveOrder, noteAnswer, theBank } from './move-order.ts';
import { isWholeOpen, restOf, settleOrder, settleWhole } from './settle-order.ts';
import { listDueOrders, lockOrder, lockOrders, takeForSending, touchOrders } from './payments.queries.ts';

const AT_ONCE = 16;

/** A bank that is silent for so long has not answered; the orders of everybody else do not wait for it. */
const SILENCE_MS = 15_000;

/**
 * One round over all orders that wait for something: send the new ones, ask about the others. An order that cannot go
 * on is told to us and keeps no other from it; a bank that cannot be reached keeps its own orders where they are.
 */
export async function followOrders(parts: Parts, silence_ms = SILENCE_MS): Promise<void> {
  const due = await listDueOrders(parts.db);
  if (due.length === 0) return;
  const banks = new Map<number | null, Promise<ReadyBank | null>>();
  const bankOf = (integration_id: number | null) => {
    let bank = banks.get(integration_id);
    if (!bank) banks.set(integration_id, (bank = readyBank(parts, integration_id, silence_ms)));
    return bank;
  };
  const books = openBooks(parts);
  const hands = Array.from({ length: AT_ONCE }, async () => {
    for (let order = due.shift(); order; order = due.shift()) {
      try {
        const bank = await bankOf(order.integration_id);
        if (order.status === 'created') {
          if (bank?.is_ready) await sendOrder(parts, books, bank.bank, order.id);
        } else if (bank || order.status === 'sending') {
          await askAboutOrder(parts, books, bank?.bank ?? null, order);
        }
      } catch (error) {
        tellStuck(parts, order.id, error);
      }
    }
  });
  await Promise.all(hands);
}

interface ReadyBank {
  bank: PaymentBank;
  /** False: it cannot even be asked for a token now, so nothing is handed to it and nothing is in doubt. */
  is_ready: boolean;
}

async function readyBank(
  parts: Parts,
  integration_id: number | null,
  silence_ms: number,
): Promise<ReadyBank | null> {
  try {
    const found = integration_id === null ? parts.bank : await openBank(parts, integration_id);
    if (!found) return null;
    const bank = heardWithin(found, silence_ms);
    try {
      await bank.prepare?.();
      return { bank, is_ready: true };
    } catch (error) {
      parts.log.warn({ event: 'bank.not_ready', integration_id, message: (error as Error).message });
      return { bank, is_ready: false };
    }
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    parts.log.error({ event: 'bank.not_opened', integration_id, message: (error as Error).message });
    return null;
  }
}

/** The same bank, whose every silence ends in a throw: nothing is known then. */
function heardWithin(bank: PaymentBank, silence_ms: number): PaymentBank {
  const hear = async <T>(answer: Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${silence_ms} ms`)), silence_ms);
    });
    return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
  };
  return {
    name: bank.name,
    prepare: async () => bank.prepare && hear(bank.prepare()),
    submit: (order) => hear(bank.submit(order)),
    status: (end_to_end_id) => hear(bank.status(end_to_end_id)),
  };
}

/** Sends an order once. Without an answer nothing is known, and it is never sent again (decisions 8). */
async function sendOrder(parts: Parts, books: Books, bank: PaymentBank, order_id: number): Promise<void> {
  const order = await books.take(order_id);
  if (!order) return;
  let answer: BankAnswer | { status: 'unknown' };
  try {
    answer = await bank.submit({
      end_to_end_id: order.end_to_end_id,
      amount_tiyn: order.amount_tiyn,
      knp: order.knp,
      purpose: order.purpose,
      ...(order.integration_id !== null && { callback_url: callbackUrl(parts, order_id) }),
      payer: {
        name: order.payer_name,
        bin: order.payer_bin,
        iban: order.payer_iban,
        bic: order.payer_bic,
        kbe: order.payer_kbe,
      },
      payee: {
        name: order.payee_name,
        bin: order.payee_bin,
        iban: order.payee_iban,
        bic: order.payee_bic,
        kbe: order.payee_kbe,
      },
    });
  } catch (error) {
    parts.log.warn({
      event: 'bank.no_answer',
      order_id,
      message: error instanceof Error ? error.message : '',
    });
    answer = { status: 'unknown' };
  }
  await takeAnswer(parts, books, order_id, answer);
}

async function askAboutOrder(
  parts: Parts,
  books: Books,
  bank: PaymentBank | null,
  { id: order_id, status }: { id: number; status: string },
): Promise<void> {
  if (status === 'sending') {
    await takeAnswer(parts, books, order_id, { status: 'unknown' });
    return;
  }
  const order = bank && (await books.touch(order_id));
  if (!order) return;
  let answer: Awaited<ReturnType<PaymentBank['status']>>;
  try {
    answer = await bank.status(order.end_to_end_id);
  } catch {
    return;
  }
  // An order the bank has never seen stays unknown: it may still be on its way.
  if (answer.status !== 'not_found' && answer.status !== status)
    await takeAnswer(parts, books, order_id, answer);
}

/** Writes down what the bank said, and moves the act with it in the same transaction. Final states stay as they are. */
async function takeAnswer(
  parts: Parts,
  books: Books,
  order_id: number,
  answer: BankAnswer | { status: 'unknown' },
): Promise<void> {
  // Silence says nothing about an order the bank has spoken of.
  if (answer.status === 'unknown') await noteAnswer(parts.db, [order_id], 'lose');
  else if (answer.status === 'accepted') await books.accept(order_id);
  else if (answer.status === 'settled') await books.settle(order_id);
  else
    await parts.db.transaction().execute(async (tx) => {
      const order = await lockOrder(tx, order_id);
      if (order) await moveOrder(tx, order, 'reject', theBank, answer.reason);
    });
}

/**
 * Settles orders as their bank has answered. The answer says no day: until a statement shows it, it is the day on which
 * the bank answered.
 */
async function settleAnswered(parts: Parts, order_ids: readonly number[]): Promise<void> {
  const day = almatyDate(parts.clock.now());
  await parts.db.transaction().execute(async (tx) => {
    const orders = await lockOrders(tx, order_ids);
    const [whole, others] = [orders.filter(isWholeOpen), orders.filter((order) => !isWholeOpen(order))];
    for (const [company_id, of] of Map.groupBy(whole, (order) => order.company_id))
      await settleWhole(
        tx,
        company_id,
        of.map((order) => ({ order, day, operation_id: null })),
      );
    for (const order of others)
      await settleOrder(tx, order, { amount_tiyn: restOf(order), day, operation_id: null }, theBank);
  });
}

type Books = ReturnType<typeof openBooks>;

/** What is written down of orders while they are sent and asked about, of all that stand at the same point together. */
function openBooks(parts: Parts) {
  const { db } = parts;
  return {
    take: workTogether(async (order_ids: readonly number[]) => byId(await takeForSending(db, order_ids))),
    accept: workTogether((order_ids: readonly number[]) => noteAnswer(db, order_ids, 'accept')),
    touch: workTogether(async (order_ids: readonly number[]) => byId(await touchOrders(db, order_ids))),
    settle: workTogether((order_ids: readonly number[]) => settleAnswered(parts, order_ids)),
  };
}

const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

function tellStuck(parts: Parts, order_id: number, error: unknown): void {
  if (isDatabaseAway(error)) throw error;
  parts.log.error({ event: 'payments.stuck', order_id, error: (error as Error).stack });
}
