import type { Handle } from '../../platform/db/database.ts';
import { NOTHING_KEPT, reckonPayments, type PaymentReckoned } from '../bookkeeping/public.ts';
import { listSumsToPay } from './payments.queries.ts';

interface Payee extends Pick<PaymentReckoned, 'parts' | 'waits' | 'left_of_month_tiyn'> {
  company_id: number;
  iban: string | null;
  acts: number;
  advance_tiyn: bigint;
}

interface Going {
  acts: number;
  parts: PaymentReckoned['parts'];
}

const NOTHING: Going = { acts: 0, parts: { ...NOTHING_KEPT, gross_tiyn: 0n, net_tiyn: 0n } };

/**
 * What of a payment goes, by payee. Who waits, or has no account, gets nothing. Of a self-employed person above the limit
 * of the month those acts go that still fit into it, taken in the order in which they are paid.
 */
export async function findGoing(
  db: Handle,
  { company_id, day }: { company_id: number; day: string },
  act_ids: readonly number[],
  payees: readonly Payee[],
): Promise<ReadonlyMap<number, Going>> {
  const going = new Map<number, Going>(
    payees.map(({ company_id: id, iban, acts, parts, waits }) => [
      id,
      waits === null && iban !== null ? { acts, parts } : NOTHING,
    ]),
  );
  const limited = payees.filter(({ iban, waits }) => waits === 'limit' && iban !== null);
  if (limited.length === 0) return going;
  const ids = limited.map((payee) => payee.company_id);
  const sums = Map.groupBy(
    await listSumsToPay(db, company_id, act_ids, ids),
    (row) => row.contractor_company_id,
  );
  const fitting = new Map<number, { acts: number; gross_tiyn: bigint }>();
  for (const { company_id: id, advance_tiyn, left_of_month_tiyn } of limited) {
    let [left, advance, acts, gross_tiyn] = [left_of_month_tiyn!, advance_tiyn, 0, 0n];
    for (const { sum_tiyn } of sums.get(id) ?? []) {
      const set_off = advance < sum_tiyn ? advance : sum_tiyn;
      const part = sum_tiyn - set_off;
      if (part > left) continue;
      [left, advance, acts, gross_tiyn] = [left - part, advance - set_off, acts + 1, gross_tiyn + part];
    }
    if (acts > 0) fitting.set(id, { acts, gross_tiyn });
  }
  const wished = new Map([...fitting].map(([id, { gross_tiyn }]) => [id, gross_tiyn]));
  const reckoned = await reckonPayments(db, { company_id, day }, wished);
  for (const [id, { acts }] of fitting) going.set(id, { acts, parts: reckoned.get(id)!.parts });
  return going;
}
