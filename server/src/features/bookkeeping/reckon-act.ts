import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { listRefunds, refundedOf } from '../acts/public.ts';
import { reckonPayments, type PaymentReckoned } from './withhold.ts';

/** What would be withheld of an act if it were paid today; nothing of one that takes money back. */
export async function reckonAct(
  { clock }: Pick<Parts, 'clock'>,
  db: Handle,
  act: { company_id: number; contractor_company_id: number; amount_tiyn: bigint; refunded_tiyn: bigint },
): Promise<PaymentReckoned | undefined> {
  if (act.amount_tiyn <= 0n) return undefined;
  const day = almatyDate(clock.now());
  const { company_id, contractor_company_id: id } = act;
  const [payment, refunded] = [new Map([[id, act.amount_tiyn]]), new Map([[id, act.refunded_tiyn]])];
  return (await reckonPayments(db, { company_id, day }, payment, refunded)).get(id);
}

/** The same of one act, over this gross sum. */
export async function reckonWholeAct(
  parts: Pick<Parts, 'clock'>,
  db: Handle,
  act: { company_id: number; contractor_company_id: number; id: number; amount_tiyn: bigint },
): Promise<PaymentReckoned | undefined> {
  const refunds = await listRefunds(db, act.company_id, [act.id]);
  const refunded_tiyn = refundedOf(act.amount_tiyn, refunds.get(act.id));
  return reckonAct(parts, db, { ...act, refunded_tiyn });
}
