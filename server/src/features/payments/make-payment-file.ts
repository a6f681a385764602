import { almatyDate, almatyTime } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { FileFault, OrderBatch, PaymentFileCode } from '../../adapters/bank-files/bank-files.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { keepFile } from '../../platform/files/files.ts';
import type { Parts } from '../../parts.ts';
import { findFilePayer } from '../banking/public.ts';
import { addPaymentFile, handOver, lockOrdersForFile } from './files.queries.ts';

export interface FileInput {
  format: PaymentFileCode;
  order_ids?: readonly number[] | undefined;
  transit_accounts?: readonly { bic: string; iban: string }[] | undefined;
}

/**
 * Puts orders that wait for it into one file and hands them over, in one transaction: an order stands in one file
 * only, so that carrying two files to the bank pays nobody twice. A file that breaks a rule of the bank is not made.
 */
export async function makePaymentFile(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  input: FileInput,
): Promise<number> {
  const { own, batch } = await gatherOrders(parts, tx, actor, input);
  if (input.format === 'mt102') {
    const missing = own.find((order) => !batch.transit.has(order.payee_bic));
    if (missing)
      throw new Problem('payment.no_transit', {
        field: 'transit_accounts',
        values: { bank: `${missing.bank_name} (${missing.payee_bic})` },
      });
  }
  const { faults, debits } = parts.bank_files.check(input.format, batch);
  if (faults[0]) throw faultOf(faults[0]);
  const { bytes, changed, extension, media_type } = await parts.bank_files.write(input.format, batch);
  const kept = await keepFile(tx, parts.store, {
    company_id: actor.company_id,
    kind: 'payment_file',
    name: `payments-${batch.made_at.slice(0, 10)}-${own[0]!.number}.${extension}`,
    media_type,
    bytes,
  });
  const id = await addPaymentFile(tx, {
    company_id: actor.company_id,
    format: input.format,
    file_id: kept.id,
    orders: own.length,
    amount_tiyn: own.reduce((sum, order) => sum + order.amount_tiyn, 0n),
    changed: JSON.stringify(changed),
    debits: JSON.stringify(debits.map((debit) => ({ ...debit, amount_tiyn: String(debit.amount_tiyn) }))),
    made_by: actor.user_id,
  });
  await handOver(
    tx,
    actor.company_id,
    own.map((order) => order.id),
    id,
  );
  return id;
}

/** What the file would hold and what the bank would take, before it is made. Changes nothing. */
export async function checkPaymentFile(parts: Parts, tx: Tx, actor: CompanyActor, input: FileInput) {
  const { own, batch, left_out } = await gatherOrders(parts, tx, actor, input);
  return {
    orders: own.length,
    amount_tiyn: own.reduce((sum, order) => sum + order.amount_tiyn, 0n),
    left_out,
    bank: { bic: batch.payer.bic, name: batch.payer.bank_name },
    ...parts.bank_files.check(input.format, batch),
  };
}

function faultOf({ rule, ...values }: FileFault): Problem {
  return new Problem(`payment.rule_${rule}`, { values });
}

/** Locks the orders and tells of them as a file does. */
async function gatherOrders(parts: Parts, tx: Tx, actor: CompanyActor, input: FileInput) {
  const orders = await lockOrdersForFile(tx, actor.company_id, input.order_ids ?? null);
  if (orders.length === 0) throw new Problem('payment.nothing_for_file');
  if (input.order_ids && orders.length < input.order_ids.length) throw new Problem('payment.not_for_file');
  const changed = orders.filter(({ payee_changed }) => payee_changed);
  if (changed.length > 0)
    throw new Problem('payment.payee_changed', {
      values: { names: [...new Set(changed.map(({ payee_name }) => payee_name))].join(', ') },
    });
  // A file is of one account: the one the oldest order names. Orders of another wait for the next file.
  const [first] = orders as [(typeof orders)[number]];
  const own = orders.filter((order) => order.payer_iban === first.payer_iban);
  const payer = await findFilePayer(tx, actor.company_id, first.payer_bic);
  const now = parts.clock.now();
  const batch: OrderBatch = {
    made_at: almatyTime(now),
    payer: {
      name: payer.name,
      bin: payer.bin,
      kbe: first.payer_kbe,
      iban: first.payer_iban,
      bic: first.payer_bic,
      bank_name: payer.bank_name ?? '',
      bank_bin: payer.bank_bin,
    },
    chief: payer.ceo_name ?? actor.full_name,
    bookkeeper: payer.bookkeeper_name,
    transit: new Map(input.transit_accounts?.map(({ bic, iban }) => [bic.toUpperCase(), iban])),
    bank_codes: new Map(
      own.flatMap(({ payee_bic, bank_code }) => (bank_code ? [[payee_bic, bank_code]] : [])),
    ),
    orders: own.map((order) => ({
      number: order.number!,
      date: almatyDate(now),
      month: order.work_month,
      amount_tiyn: order.amount_tiyn,
      payee: {
        name: order.payee_name,
        bin: order.payee_bin,
        kbe: order.payee_kbe,
        iban: order.payee_iban,
        bic: order.payee_bic,
        bank_name: order.bank_name,
        bank_bin: order.bank_bin,
        kind: order.payee_type === 'individual' ? 'individual' : 'undertaking',
        full_name: order.payee_full_name,
      },
      knp: order.knp,
      purpose: order.purpose,
    })),
  };
  return { own, batch, left_out: orders.length - own.length };
}
