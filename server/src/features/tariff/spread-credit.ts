import type { Parts } from '../../parts.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listCredits, listUnpaid, setEntry, sumCredit, type EntryRow } from './tariff.queries.ts';

/**
 * A company whose tariff has ended has no next bill: what is left of its credit is taken off the bills it has not paid.
 * Each gets first what its own days gave back, the newest before those whose credit later bills have used; then the
 * oldest one comes first. The company is locked. Again is the same.
 */
export async function spreadCredit(
  { clock }: Pick<Parts, 'clock'>,
  tx: Tx,
  company_id: number,
): Promise<void> {
  let left = await sumCredit(tx, company_id);
  if (left <= 0n) return;
  const bills = await listUnpaid(tx, [company_id]);
  const given = await listCredits(tx, company_id);
  const taken = new Map<EntryRow, bigint>();
  const take = (bill: EntryRow, wanted: bigint) => {
    const had = taken.get(bill) ?? 0n;
    const more = min(wanted, left, bill.amount_tiyn - bill.credit_tiyn - had);
    if (more <= 0n) return;
    taken.set(bill, had + more);
    left -= more;
  };
  for (const bill of bills.toReversed()) take(bill, (given.get(bill.id) ?? 0n) - bill.closing_credit_tiyn);
  for (const bill of bills) take(bill, left);
  for (const [bill, tiyn] of taken) {
    const credit_tiyn = bill.credit_tiyn + tiyn;
    await setEntry(tx, bill, {
      credit_tiyn,
      closing_credit_tiyn: bill.closing_credit_tiyn + tiyn,
      ...(credit_tiyn === bill.amount_tiyn ? { paid_at: clock.now() } : {}),
    });
  }
}

const min = (...sums: bigint[]) => sums.reduce((least, sum) => (sum < least ? sum : least));
