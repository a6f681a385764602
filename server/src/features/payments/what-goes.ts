import type { Handle } from '../../platform/db/database.ts';
import { listRefunds, refundedOf } from '../acts/public.ts';
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

/** What of the sums of payees refunds expenses, their advances set off against the acts in the order in which they are paid. */
export async function sumRefunded(
  db: Handle,
  company_id: number,
  act_ids: readonly number[],
  payees: readonly Pick<Payee, 'company_id' | 'advance_tiyn'>[],
): Promise<ReadonlyMap<number, bigint>> {
  const refunds = await listRefunds(db, company_id, act_ids);
  if (refunds.size === 0) return new Map();
  const advances = new Map(payees.map((payee) => [payee.company_id, payee.advance_tiyn]));
  const refunded = new Map<number, bigint>();
  const sums = await listSumsToPay(db, company_id, act_ids, [...advances.keys()]);
  for (const { id: act_id, contractor_company_id: id, sum_tiyn } of sums) {
    const advance = advances.get(id) ?? 0n;
    const set_off = advance < sum_tiyn ? advance : sum_tiyn;
    advances.set(id, advance - set_off);
    refunded.set(id, (refunded.get(id) ?? 0n) + refundedOf(sum_tiyn - set_off, refunds.get(act_id)));
  }
  return refunded;
}

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
  const refunds = await listRefunds(db, company_id, act_ids);
  const fitting = new Map<number, { acts: number; gross_tiyn: bigint; refunded_tiyn: bigint }>();
  for (const { company_id: id, advance_tiyn, left_of_month_tiyn } of limited) {
    let [left, advance] = [left_of_month_tiyn!, advance_tiyn];
    let [acts, gross_tiyn, refunded_tiyn] = [0, 0n, 0n];
    for (const { id: act_id, sum_tiyn } of sums.get(id) ?? []) {
      const set_off = advance < sum_tiyn ? advance : sum_tiyn;
      const part = sum_tiyn - set_off;
      const refund = refundedOf(part, refunds.get(act_id));
      if (part > refund && part - refund > left) continue;
      [left, advance] = [left - part + refund, advance - set_off];
      [acts, gross_tiyn, refunded_tiyn] = [acts + 1, gross_tiyn + part, refunded_tiyn + refund];
    }
    if (acts > 0) fitting.set(id, { acts, gross_tiyn, refunded_tiyn });
  }
  const wished = new Map([...fitting].map(([id, { gross_tiyn }]) => [id, gross_tiyn]));
  const refunded = new Map([...fitting].map(([id, { refunded_tiyn }]) => [id, refunded_tiyn]));
  const reckoned = await reckonPayments(db, { company_id, day }, wished, refunded);
  for (const [id, { acts }] of fitting) going.set(id, { acts, parts: reckoned.get(id)!.parts });
  return going;
}
