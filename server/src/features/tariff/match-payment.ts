import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { StatementFault } from '../../adapters/bank-files/bank-files.ts';
import type { Parts } from '../../parts.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { lockPlaces } from '../executors/public.ts';
import { namedBills } from './bill-number.ts';
import { addPayments, listLinks, lockPayment, setPaymentMatched, getPayment } from './incoming.queries.ts';
import { noteDeed } from './note-deed.ts';
import { settleTariff } from './settle-tariff.ts';
import { spreadCredit } from './spread-credit.ts';
import { findEntry, listEntriesById, listSellerAccounts, setEntry, type EntryRow } from './tariff.queries.ts';

type Tools = Pick<Parts, 'clock' | 'config' | 'bank_files'>;

/** Reads a statement of the account bills are paid to. What names its bills and has their sum pays them. */
export async function readPayments(
  parts: Tools,
  tx: Tx,
  actor: Actor,
  upload: Upload,
): Promise<{ read: number; added: number; matched: number; refused: StatementFault[] }> {
  const result = parts.bank_files.readStatement(await upload.read());
  if (result.status === 'fault') {
    const { code, line, value } = result.fault;
    throw new Problem(`statement.${code}`, { field: 'file', values: { line, value } });
  }
  const { iban, operations, refused } = result.statement;
  if (operations.length === 0) {
    const [first] = refused;
    const values = first && { line: first.line, value: first.value };
    throw new Problem(`statement.${first?.code ?? 'empty'}`, { field: 'file', ...(values && { values }) });
  }
  // Bills that were issued before the account changed are paid to the old one.
  const accounts = await listSellerAccounts(tx);
  if (accounts.size === 0) throw new Problem('tariff.no_seller');
  if (iban !== null && !accounts.has(iban))
    throw new Problem('statement.foreign', { field: 'file', values: { iban } });
  const today = almatyDate(parts.clock.now());
  const incoming = operations.filter(
    ({ direction, payee, date, currency }) =>
      direction === 'in' &&
      currency === 'KZT' &&
      (payee.iban === null || accounts.has(payee.iban)) &&
      date <= today,
  );
  const rows = incoming.map(({ date, number, amount_tiyn, payer, purpose }) => ({
    operated_on: date,
    number,
    amount_tiyn,
    payer_name: payer.name,
    payer_bin: payer.bin,
    payer_iban: payer.iban,
    purpose,
    read_by: actor.user_id,
  }));
  let matched = 0;
  const added = await addPayments(tx, rows);
  for (const payment of added) {
    const entry_ids = namedBills(payment.purpose);
    if (entry_ids.length > 0 && (await fits(tx, payment.amount_tiyn, entry_ids))) {
      await matchPayment(parts, tx, null, payment.id, entry_ids);
      matched += 1;
    }
  }
  return { read: incoming.length, added: added.length, matched, refused };
}

async function fits(tx: Tx, amount_tiyn: bigint, entry_ids: readonly number[]): Promise<boolean> {
  const entries = await listEntriesById(tx, entry_ids);
  const linked = await listLinks(tx, entry_ids);
  return (
    entries.length === entry_ids.length &&
    new Set(entries.map(({ company_id }) => company_id)).size === 1 &&
    entries.every((entry) => entry.cancelled_at === null && isUnmatched(entry, linked)) &&
    [sumToPay(entries), sumIssued(entries)].includes(amount_tiyn)
  );
}

const sumToPay = (entries: readonly EntryRow[]) =>
  entries.reduce((sum, { amount_tiyn, credit_tiyn }) => sum + amount_tiyn - credit_tiyn, 0n);

/** What they asked for before their company was closed: money may have been on its way already. */
const sumIssued = (entries: readonly EntryRow[]) =>
  entries.reduce((sum, { closing_credit_tiyn }) => sum + closing_credit_tiyn, sumToPay(entries));

/** Open, or marked paid by somebody while its payment was not seen yet. */
function isUnmatched(entry: EntryRow, linked: readonly { entry_id: number }[]): boolean {
  if (entry.paid_at === null) return true;
  return entry.paid_by !== null && !linked.some(({ entry_id }) => entry_id === entry.id);
}

/** These bills are paid by that payment: all of one company, and their sum is its own. Again is the same. */
export async function matchPayment(
  parts: Pick<Parts, 'clock' | 'config'>,
  tx: Tx,
  actor: Actor | null,
  payment_id: number,
  asked_ids: readonly number[],
): Promise<void> {
  const entry_ids = [...new Set(asked_ids)].toSorted((one, other) => one - other);
  const first = orNotFound(await findEntry(tx, entry_ids[0]!));
  const { company_id } = first;
  await lockPlaces(tx, company_id);
  await settleTariff(parts, tx, company_id);
  const payment = orNotFound(await lockPayment(tx, payment_id));
  if (payment.company_id !== null) {
    const { entry_ids: said } = (await getPayment(tx, payment_id))!;
    if (String(said) === String(entry_ids)) return;
    throw new Problem('tariff.matched');
  }
  const entries = await listEntriesById(tx, entry_ids);
  if (entries.length < entry_ids.length || entries.some((entry) => entry.company_id !== company_id))
    throw new Problem('not_found');
  if (entries.some(({ cancelled_at }) => cancelled_at !== null)) throw new Problem('tariff.entry_cancelled');
  const linked = await listLinks(tx, entry_ids);
  if (!entries.every((entry) => isUnmatched(entry, linked))) throw new Problem('tariff.entry_paid');
  const isInFull = payment.amount_tiyn !== sumToPay(entries);
  if (isInFull && payment.amount_tiyn !== sumIssued(entries))
    throw new Problem('tariff.other_sum', { field: 'entry_ids' });
  const now = parts.clock.now();
  const by = actor?.user_id ?? null;
  const paid = entries.map(({ id, paid_at, covered_until, period_end }) => {
    return { id, was_paid: paid_at !== null, was_ended: covered_until < period_end };
  });
  for (const { id, was_paid } of paid)
    if (!was_paid) await setEntry(tx, { company_id, id }, { paid_at: now, paid_by: by });
  if (isInFull) await freeCredit(parts, tx, company_id, entries);
  await setPaymentMatched(
    tx,
    { id: payment_id, company_id, entries: paid },
    { matched_at: now, matched_by: by },
  );
  if (actor) await noteDeed(tx, actor, company_id, { matched: payment_id, bills: entry_ids.join(', ') });
  await settleTariff(parts, tx, company_id);
}

/** These bills of a closed company are paid as they were issued: what was taken off them is there for its others. */
async function freeCredit(
  parts: Pick<Parts, 'clock'>,
  tx: Tx,
  company_id: number,
  entries: readonly EntryRow[],
): Promise<void> {
  for (const entry of entries) {
    const credit_tiyn = entry.credit_tiyn - entry.closing_credit_tiyn;
    await setEntry(tx, entry, { credit_tiyn, closing_credit_tiyn: 0n });
  }
  await spreadCredit(parts, tx, company_id);
}
