import type { BankAnswer, PaymentBank } from '../../adapters/banks/banks.ts';
import { isDatabaseAway } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { moveOrder, theBank } from './move-order.ts';
import { findPayParty, listDueOrders, lockOrder, takeForSending, touchOrder } from './payments.queries.ts';

const AT_ONCE = 8;

/** A bank that is silent for so long has not answered; the orders of everybody else do not wait for it. */
const SILENCE_MS = 15_000;

/**
 * One round over all orders that wait for something: send the new ones, ask about the others. An order that cannot go
 * on is told to us and keeps no other from it.
 */
export async function followOrders(parts: Parts, silence_ms = SILENCE_MS): Promise<void> {
  if (!parts.bank) return;
  const bank = heardWithin(parts.bank, silence_ms);
  const due = await listDueOrders(parts.db);
  const hands = Array.from({ length: AT_ONCE }, async () => {
    for (let order = due.shift(); order; order = due.shift()) {
      try {
        if (order.status === 'created') await sendOrder(parts, bank, order.id);
        else await askAboutOrder(parts, bank, order.id, order.status);
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        parts.log.error({ event: 'payments.stuck', order_id: order.id, error: (error as Error).stack });
      }
    }
  });
  await Promise.all(hands);
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
  bank: PaymentBank,
  order_id: number,
  status: string,
): Promise<void> {
  if (status === 'sending') {
    await takeAnswer(parts, order_id, { status: 'unknown' });
    return;
  }
  await touchOrder(parts.db, order_id);
  const order = await parts.db
    .selectFrom('payment_orders')
    .select('end_to_end_id')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
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
const ACTION_OF = { unknown: 'lose', accepted: 'accept', settled: 'settle', rejected: 'reject' } as const;

/** Writes down what the bank said, and moves the act with it in the same transaction. Final states stay as they are. */
async function takeAnswer(
  parts: Parts,
  order_id: number,
  answer: BankAnswer | { status: 'unknown' },
): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, order_id);
    if (!order) return;
    const reason = answer.status === 'rejected' ? answer.reason : null;
    await moveOrder(tx, order, ACTION_OF[answer.status], theBank, reason);
  });
}
