import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { BankAnswer, PaymentBank } from '../../adapters/banks/banks.ts';
import { isDatabaseAway } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { findPayParty } from '../banking/public.ts';
import { callbackUrl, openBank } from '../integrations/public.ts';
import { moveOrder, theBank } from './move-order.ts';
import { restOf, settleOrder } from './settle-order.ts';
import { listDueOrders, lockOrder, takeForSending, touchOrder } from './payments.queries.ts';
import { getOrderMark } from './orders.queries.ts';

const AT_ONCE = 8;

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
  const hands = Array.from({ length: AT_ONCE }, async () => {
    for (let order = due.shift(); order; order = due.shift()) {
      try {
        const bank = await bankOf(order.integration_id);
        if (order.status === 'created') {
          if (bank?.is_ready) await sendOrder(parts, bank.bank, order.id);
        } else if (bank || order.status === 'sending') {
          await askAboutOrder(parts, bank?.bank ?? null, order.id, order.status);
        }
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        parts.log.error({ event: 'payments.stuck', order_id: order.id, error: (error as Error).stack });
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
async function sendOrder(parts: Parts, bank: PaymentBank, order_id: number): Promise<void> {
  // One transaction: an order whose payer cannot be read is not taken, and so is not left in doubt.
  const taken = await parts.db.transaction().execute(async (tx) => {
    const order = await takeForSending(tx, order_id);
    return order && { order, payer: await findPayParty(tx, order.company_id) };
  });
  if (!taken) return;
  const { order, payer } = taken;
  let answer: BankAnswer | { status: 'unknown' };
  try {
    answer = await bank.submit({
      end_to_end_id: order.end_to_end_id,
      amount_tiyn: order.amount_tiyn,
      knp: order.knp,
      purpose: order.purpose,
      ...(order.integration_id !== null && { callback_url: callbackUrl(parts, order_id) }),
      payer: {
        name: payer.name,
        bin: payer.bin,
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
  await takeAnswer(parts, order_id, answer);
}

async function askAboutOrder(
  parts: Parts,
  bank: PaymentBank | null,
  order_id: number,
  status: string,
): Promise<void> {
  if (status === 'sending') {
    await takeAnswer(parts, order_id, { status: 'unknown' });
    return;
  }
  if (!bank) return;
  await touchOrder(parts.db, order_id);
  const order = await getOrderMark(parts.db, order_id);
  let answer: Awaited<ReturnType<PaymentBank['status']>>;
  try {
    answer = await bank.status(order.end_to_end_id);
  } catch {
    return;
  }
  // An order the bank has never seen stays unknown: it may still be on its way.
  if (answer.status !== 'not_found') await takeAnswer(parts, order_id, answer);
}

/** What each word of the bank does to an order. Silence says nothing about an order the bank has spoken of. */
const ACTION_OF = { unknown: 'lose', accepted: 'accept', rejected: 'reject' } as const;

/** Writes down what the bank said, and moves the act with it in the same transaction. Final states stay as they are. */
async function takeAnswer(
  parts: Parts,
  order_id: number,
  answer: BankAnswer | { status: 'unknown' },
): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, order_id);
    if (!order) return;
    if (answer.status === 'settled') {
      // The answer says no day: until a statement shows it, it is the day on which the bank answered.
      const settled = { amount_tiyn: restOf(order), day: almatyDate(parts.clock.now()), operation_id: null };
      await settleOrder(tx, order, settled, theBank);
      return;
    }
    const reason = answer.status === 'rejected' ? answer.reason : null;
    await moveOrder(tx, order, ACTION_OF[answer.status], theBank, reason);
  });
}
